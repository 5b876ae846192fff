// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/packagescommand.h"

#include "app/library.h"
#include "app/openconversation.h"
#include "cli/jsontext.h"
#include "cli/livesession.h"
#include "cli/printers.h"
#include "cli/terminaltext.h"

#include <nlohmann/json.hpp>

namespace sandglass::cli {

PackagesCommand::PackagesCommand(PackagesOptions options, SessionOpener opener, Listing listing,
                                 Console &console, Interrupts &interrupts)
    : m_options(std::move(options))
    , m_opener(std::move(opener))
    , m_listing(std::move(listing))
    , m_console(console)
    , m_interrupts(interrupts)
{
    if (m_options.conversation.isEmpty())
        m_options.conversation = QStringLiteral("last");
}

int PackagesCommand::run()
{
    return m_options.action == PackagesOptions::Action::Add ? add() : list();
}

int PackagesCommand::add()
{
    const std::unique_ptr<Session> session = m_opener.open(m_options.conversation);
    const ConversationId id = session->document().id();
    const std::unique_ptr<Printer> printer = makePrinter(m_console, id, m_options.json);
    LiveSession live(*session, *printer, nullptr, m_interrupts);
    const bool isAdded = live.addPackages(m_options.names);
    if (m_interrupts.wasInterrupted())
        return Cancelled;
    if (!isAdded)
        return Failed;
    printer->notice({QStringLiteral("packages"),
                     QStringLiteral("Added %1 to conversation %2; sandglass-cli run --conversation "
                                    "%2 can import it.")
                         .arg(m_options.names.join(QStringLiteral(", ")), id.toString()),
                     m_options.names.join(u' ')});
    return Done;
}

int PackagesCommand::list()
{
    const QString dataFolder = m_opener.settings().dataFolder;
    const ConversationId id = namedConversation(Library(dataFolder), m_options.conversation);
    const QList<Package> packages = m_listing(conversationFolder(dataFolder, id));
    for (const auto &[name, version] : packages) {
        if (m_options.json) {
            nlohmann::ordered_json json;
            json["name"] = jsonString(name);
            json["version"] = jsonString(version);
            m_console.out(terminalSafeLine(json));
        } else {
            const QString line = name + u' ' + version + u'\n';
            m_console.out(TerminalText::cleaned(line.toUtf8(), false));
        }
    }
    if (packages.isEmpty() && !m_options.json)
        m_console.say(QStringLiteral("No package was added to this conversation."));
    return m_console.isGood() ? Done : Failed;
}

} // namespace sandglass::cli
