// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace sandglass {

class Button;
class PlainLabel;

/// What goes on just now: what a turn does, and how far a copy is, which can be cancelled. Hidden
/// while there is nothing to say. GUI thread.
class ActivityLine : public QWidget
{
    Q_OBJECT

public:
    explicit ActivityLine(QWidget *parent = nullptr);

    void setDoing(const QString &text);
    /// `total` is 0 where it isn't known.
    void setProgress(const QString &what, qint64 done, qint64 total);
    void endProgress();

Q_SIGNALS:
    void cancelRequested();

private:
    void present();

    PlainLabel *m_text;
    Button *m_cancel;
    QString m_doing;
    QString m_progress; ///< empty while nothing is copied
};

} // namespace sandglass
