// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/textprinter.h"

#include <memory>

namespace sandglass::cli {

/// The printer for --json or for people. `style.images` is set by the terminal.
std::unique_ptr<Printer> makePrinter(Console &console, const ConversationId &conversation,
                                     bool json, TextPrinter::Style style = {});

/// Where figures are kept: always for people, with --json only in a folder that was named.
std::unique_ptr<Figures> makeFigures(const QString &saveFolder, bool json);

} // namespace sandglass::cli
