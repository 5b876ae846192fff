// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

namespace sandglass::cli {

/// What to say of a turn that ended neither with an answer nor with a failure. Pure.
std::optional<Notice> turnEndNotice(TurnDoneRecord::Kind kind);

/// The failure in two sentences: what happened, what to do.
QString failureText(const Failure &failure);

} // namespace sandglass::cli
