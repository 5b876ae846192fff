// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/sessionopener.h"

#include "app/library.h"

namespace sandglass::cli {

namespace {

QString vmOf(Session &session)
{
    const auto &place = session.document().place();
    return place ? place->vm : QString();
}

} // namespace

SessionOpener::SessionOpener(Session::Parts parts, Settings settings, Secret key, ExeParts exe)
    : m_parts(std::move(parts))
    , m_settings(std::move(settings))
    , m_key(std::move(key))
    , m_exe(std::move(exe))
{}

void SessionOpener::use(const SandboxOptions &options)
{
    if (const auto kind = sandboxFromText(options.kind))
        m_settings.sandbox = *kind;
    if (options.network)
        m_settings.network = true;
    m_keeps = options.keep;
}

ConversationId namedConversation(const Library &library, const QString &name)
{
    if (name == QLatin1String("last")) {
        const QList<ConversationEntry> entries = library.list();
        if (entries.isEmpty())
            throw Error(ErrorKind::NotFound, QStringLiteral("There is no conversation yet."),
                        QStringLiteral("Begin one with sandglass-cli ask or run."));
        return entries.first().id;
    }
    const std::optional<ConversationId> id = ConversationId::fromString(name);
    if (!id || !library.find(*id))
        throw Error(ErrorKind::NotFound, QStringLiteral("There is no conversation %1.").arg(name),
                    QStringLiteral("sandglass-cli conversations list shows those there are."));
    return *id;
}

std::unique_ptr<Session> SessionOpener::open(const QString &conversation) const
{
    const ConversationId id = conversation.isEmpty()
                                  ? ConversationId::create()
                                  : namedConversation(Library(m_settings.dataFolder), conversation);
    auto session = std::make_unique<Session>(m_parts, m_settings, id);
    if (session->isReadOnly())
        throw Error(ErrorKind::NotRunning, session->readOnlyReason());
    session->setKey(m_key);
    if (session->sandboxKind() == Settings::SandboxKind::Exe) {
        session->setExeToken(m_exe.token());
        m_exe.introduce(m_settings);
    }
    return session;
}

int SessionOpener::run(const QString &conversation, const std::function<int(Session &)> &job) const
{
    std::unique_ptr<Session> session = open(conversation);
    const ConversationId id = session->document().id();
    const QString before = vmOf(*session);
    // One that was there before may be what the window goes on with. A new one may have come
    // without having been recorded.
    const auto finish = [&] {
        const QString now = vmOf(*session);
        const bool isNew = before.isEmpty() || now != before;
        const bool isExe = session->sandboxKind() == Settings::SandboxKind::Exe;
        session.reset(); // it would tell of a VM that is gone
        if (isExe && isNew && !m_keeps)
            m_exe.remove(id);
        else if (isExe && isNew && !now.isEmpty())
            m_exe.keep(id);
    };
    int status = 0;
    try {
        status = job(*session);
    } catch (const Error &) {
        finish();
        throw;
    }
    finish();
    return status;
}

} // namespace sandglass::cli
