// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/conversationscommand.h"

#include "app/library.h"
#include "cli/jsontext.h"
#include "cli/sessionopener.h"
#include "cli/storedconversation.h"
#include "cli/terminaltext.h"

#include <nlohmann/json.hpp>

namespace sandglass::cli {

ConversationsCommand::ConversationsCommand(ConversationsOptions options, QString dataFolder,
                                           RemoveVms removeVms, Console &console)
    : m_options(std::move(options))
    , m_dataFolder(std::move(dataFolder))
    , m_removeVms(std::move(removeVms))
    , m_console(console)
{}

int ConversationsCommand::run()
{
    switch (m_options.action) {
    case ConversationsOptions::Action::List:
        list();
        break;
    case ConversationsOptions::Action::Show:
        show();
        break;
    case ConversationsOptions::Action::Delete:
        remove();
        break;
    }
    return m_console.isGood() ? Done : Failed;
}

void ConversationsCommand::list()
{
    const QList<ConversationEntry> entries = Library(m_dataFolder).list();
    for (const ConversationEntry &entry : entries) {
        const QString changed = entry.changed.toUTC().toString(Qt::ISODate);
        if (m_options.json) {
            nlohmann::ordered_json json;
            json["id"] = jsonString(entry.id.toString());
            json["title"] = jsonString(entry.title);
            json["changed"] = jsonString(changed);
            m_console.out(terminalSafeLine(json));
            continue;
        }
        const QString title =
            entry.title.isEmpty() ? QStringLiteral("(no title)") : entry.title.simplified();
        const QString when = entry.changed.toLocalTime().toString(u"yyyy-MM-dd HH:mm");
        const QString line = entry.id.toString() + QStringLiteral("  ") + when +
                             QStringLiteral("  ") + title + u'\n';
        m_console.out(TerminalText::cleaned(line.toUtf8(), false));
    }
    if (entries.isEmpty() && !m_options.json)
        m_console.say(QStringLiteral("There is no conversation yet."));
}

void ConversationsCommand::show()
{
    const ConversationId id = namedConversation(Library(m_dataFolder), m_options.conversation);
    StoredConversation(m_dataFolder, id).print(m_console, m_options.json);
}

void ConversationsCommand::remove()
{
    Library library(m_dataFolder);
    const ConversationId id = namedConversation(library, m_options.conversation);
    const bool hasVm = StoredConversation(m_dataFolder, id).hasVm();
    library.remove(id);
    library.purge(id);
    if (m_options.json) {
        nlohmann::ordered_json json;
        json["id"] = jsonString(id.toString());
        json["deleted"] = true;
        m_console.out(terminalSafeLine(json));
    } else {
        m_console.say(QStringLiteral("Deleted conversation %1.").arg(id.toString()));
    }
    if (hasVm)
        m_removeVms(id);
}

} // namespace sandglass::cli
