// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace sandglass {

class Composer;

/// Keeps what is typed and not sent on disk, so that it is there after a restart. Owned by the
/// ConversationPage, together with the composer; GUI thread.
class DraftKeeper : public QObject
{
    Q_OBJECT

public:
    DraftKeeper(Composer *composer, QObject *parent);

    /// Where drafts are kept from now on. What is typed moves there; else the draft that lies there
    /// is taken.
    void setFolder(const QString &folder);
    /// Writes what isn't written yet.
    void finish();

Q_SIGNALS:
    /// Once: a draft can't be written.
    void failed(const QString &folder);

private:
    void save();

    Composer *m_composer;
    QString m_folder; ///< empty: nothing is kept
    QTimer m_timer;
    bool m_hasFailed = false;
};

} // namespace sandglass
