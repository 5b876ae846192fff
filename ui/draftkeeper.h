// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/worker.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace sandglass {

class Composer;

/// Keeps what is typed and not sent on disk, so that it is there after a restart. Reads and writes
/// on a thread of its own. Owned by the ConversationPage, together with the composer; GUI thread.
class DraftKeeper : public QObject
{
    Q_OBJECT

public:
    DraftKeeper(Composer *composer, QObject *parent);

    /// Where drafts are kept from now on. The draft that lies there is taken, with what is typed
    /// behind it.
    void setFolder(const QString &folder);
    /// Writes what the composer holds now, so that a page that is made next finds no draft that
    /// was sent, and waits for it.
    void settle();
    /// Writes what isn't written yet, and waits for it.
    void finish();

Q_SIGNALS:
    /// Once: a draft can't be written.
    void failed(const QString &folder);

private:
    void take(const QString &draft);
    void save();
    void wait();
    void tellFailed(const QString &folder);
    Worker &worker();

    Composer *m_composer;
    QString m_folder;      ///< empty: nothing is kept
    bool m_isRead = false; ///< the draft that lies there
    QTimer m_timer;
    bool m_hasFailed = false;
    std::unique_ptr<Worker> m_worker; ///< made at first use; last: its jobs use this
};

} // namespace sandglass
