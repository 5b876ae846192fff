// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandboxwatch.h"

#include "app/session.h"
#include "base/log.h"

#include <algorithm>

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds mostOften{10'000};
constexpr std::chrono::milliseconds leastOften{5 * 60'000};
constexpr std::chrono::milliseconds rightAway{500}; ///< several things often happen at once

} // namespace

SandboxWatch::SandboxWatch(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &SandboxWatch::sweep);
}

void SandboxWatch::setOptions(const SandboxKeeper::Options &options)
{
    m_keeper.reset();
    m_timer.stop();
    if (options.access.token.isEmpty())
        return;
    SandboxKeeper::Options own = options;
    own.isBusy = [this](const ConversationId &conversation) {
        const std::lock_guard lock(m_mutex);
        return m_busy.contains(conversation);
    };
    // A sixth of the time until a pause is as exact as anybody needs it.
    m_timer.setInterval(
        std::clamp<std::chrono::milliseconds>(own.rules.pauseAfter / 6, mostOften, leastOften));
    m_keeper = std::make_shared<SandboxKeeper>(std::move(own));
    soon();
}

void SandboxWatch::follow(Session *session)
{
    const ConversationId id = session->document().id();
    connect(session, &Session::busyChanged, this, [this, id](bool busy) { setBusy(id, busy); });
    connect(session, &QObject::destroyed, this, [this, id] { setBusy(id, false); });
    connect(&m_network, &NetworkWatch::changed, session, [session] { session->reconnect(); });
    setBusy(id, session->isBusy());
}

void SandboxWatch::setBusy(const ConversationId &conversation, bool isBusy)
{
    const std::lock_guard lock(m_mutex);
    if (isBusy)
        m_busy.insert(conversation);
    else
        m_busy.remove(conversation);
}

void SandboxWatch::soon()
{
    if (m_keeper)
        QTimer::singleShot(rightAway, this, &SandboxWatch::sweep);
}

void SandboxWatch::sweep()
{
    if (!m_keeper)
        return;
    if (m_worker.isBusy()) {
        m_again = true;
        return;
    }
    m_worker.post([this, keeper = m_keeper](std::stop_token stop) {
        QList<SandboxKeeper::Done> done;
        try {
            done = keeper->sweep(stop);
        } catch (const Error &error) {
            // It is tried again; that exe.dev can't be reached shows where something is asked for.
            qCInfo(lcApp).noquote() << "Sandboxes were not looked at:" << error.failure().text;
        }
        QMetaObject::invokeMethod(this, [this, done] {
            m_timer.start();
            if (std::exchange(m_again, false))
                soon();
            tell(done);
        });
    });
}

void SandboxWatch::tell(const QList<SandboxKeeper::Done> &done)
{
    if (done.isEmpty())
        return;
    Q_EMIT swept(done);
    for (const SandboxKeeper::Done &one : done) {
        if (!one.failure || m_told.contains(one.failure->text))
            continue;
        m_told.insert(one.failure->text);
        Q_EMIT failed(*one.failure);
    }
}

} // namespace sandglass
