// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/textprinter.h"

#include <memory>

namespace sandglass::cli {

/// The printer for --json or for people.
std::unique_ptr<Printer> makePrinter(Console &console, const ConversationId &conversation,
                                     bool json, bool showCode, bool errorsToStderr);

/// Where figures are kept: always for people, with --json only in a folder that was named.
std::unique_ptr<Figures> makeFigures(const QString &saveFolder, bool json);

} // namespace sandglass::cli
