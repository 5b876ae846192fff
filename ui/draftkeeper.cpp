// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/draftkeeper.h"

#include "app/draft.h"
#include "ui/composer.h"

#include <future>

namespace sandglass {

namespace {

constexpr int pauseMs = 500; // after the last key

QString joined(const QString &draft, const QString &typed)
{
    return draft.isEmpty() || typed.isEmpty() ? draft + typed : draft + u'\n' + typed;
}

} // namespace

DraftKeeper::DraftKeeper(Composer *composer, QObject *parent)
    : QObject(parent)
    , m_composer(composer)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(pauseMs);
    connect(&m_timer, &QTimer::timeout, this, &DraftKeeper::save);
    connect(composer, &Composer::textChanged, &m_timer, qOverload<>(&QTimer::start));
}

Worker &DraftKeeper::worker()
{
    if (!m_worker)
        m_worker = std::make_unique<Worker>(QStringLiteral("draft"));
    return *m_worker;
}

void DraftKeeper::setFolder(const QString &folder)
{
    // A draft that nobody has seen yet stays where it is.
    const QString before = m_isRead ? m_folder : QString();
    m_folder = folder;
    m_isRead = false;
    worker().post([this, before, folder](std::stop_token) {
        if (!before.isEmpty())
            saveDraft(before, {});
        const auto tell = [this, folder, draft = loadDraft(folder)] {
            if (folder == m_folder)
                take(draft);
        };
        QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
    });
}

void DraftKeeper::take(const QString &draft)
{
    m_isRead = true;
    const QString typed = m_composer->text();
    if (draft.isEmpty()) {
        if (!typed.isEmpty())
            save();
        return;
    }
    m_composer->setText(joined(draft, typed));
    if (typed.isEmpty())
        m_timer.stop(); // it is there already
}

void DraftKeeper::finish()
{
    if (!m_worker)
        return;
    if (m_timer.isActive() && !m_isRead) {
        const auto add = [folder = m_folder, typed = m_composer->text()](std::stop_token) {
            saveDraft(folder, joined(loadDraft(folder), typed));
        };
        m_worker->post(add);
    } else if (m_timer.isActive()) {
        save();
    }
    wait();
}

void DraftKeeper::settle()
{
    if (!m_worker || !m_isRead)
        return;
    save();
    wait();
}

void DraftKeeper::wait()
{
    std::promise<void> done;
    m_worker->post([&](std::stop_token) { done.set_value(); });
    done.get_future().wait();
}

void DraftKeeper::save()
{
    m_timer.stop();
    if (!m_isRead)
        return; // take() sees to it
    worker().post([this, folder = m_folder, text = m_composer->text()](std::stop_token) {
        if (!saveDraft(folder, text))
            QMetaObject::invokeMethod(
                this, [this, folder] { tellFailed(folder); }, Qt::QueuedConnection);
    });
}

void DraftKeeper::tellFailed(const QString &folder)
{
    if (!std::exchange(m_hasFailed, true))
        Q_EMIT failed(folder);
}

} // namespace sandglass
