// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

namespace sandglass {

/// The words that stand for enum values in the journal and in `--json` lines. An unknown word is
/// nothing.
const char *nameOf(CellStatus status);
const char *nameOf(CellOrigin origin);
const char *nameOf(TurnDoneRecord::Kind kind);
const char *nameOf(DeathCause::Kind kind);
const char *nameOf(ErrorKind kind);

std::optional<CellStatus> cellStatusFrom(const QString &name);
std::optional<CellOrigin> cellOriginFrom(const QString &name);
std::optional<TurnDoneRecord::Kind> turnKindFrom(const QString &name);
std::optional<DeathCause::Kind> deathKindFrom(const QString &name);
std::optional<ErrorKind> errorKindFrom(const QString &name);

} // namespace sandglass
