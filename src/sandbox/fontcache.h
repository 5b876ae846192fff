// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/interpreter.h"

namespace sandglass {

/// Fills `folder` (made anew) with the files that matplotlib of `interpreter` would otherwise make
/// at each start of a kernel, and a matplotlibrc with the fonts for Chinese, Japanese and Korean
/// that are installed. Only fonts below /usr and `mounts` are listed, as a sandbox sees no others.
/// Returns `folder`, or an empty string where there is no matplotlib or it can't: plots work
/// without, only slower. Throws Error: Cancelled.
QString makeFontCache(const Interpreter &interpreter, const QStringList &mounts,
                      const QString &folder, const std::stop_token &stop);

} // namespace sandglass
