// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/printers.h"

#include "cli/jsonprinter.h"

namespace sandglass::cli {

std::unique_ptr<Printer> makePrinter(Console &console, const ConversationId &conversation,
                                     bool json, TextPrinter::Style style)
{
    if (json)
        return std::make_unique<JsonPrinter>(console, conversation);
    if (console.outIsTerminal())
        style.images =
            imageProtocol(qgetenv("TERM"), qgetenv("TERM_PROGRAM"), qgetenv("KITTY_WINDOW_ID"));
    return std::make_unique<TextPrinter>(console, style);
}

std::unique_ptr<Figures> makeFigures(const QString &saveFolder, bool json)
{
    if (json && saveFolder.isEmpty())
        return nullptr;
    return std::make_unique<Figures>(saveFolder);
}

} // namespace sandglass::cli
