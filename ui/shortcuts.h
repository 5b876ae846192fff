// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shortcutlist.h"

#include <QKeySequence>
#include <QObject>
#include <QPointer>

#include <functional>

namespace sandglass {

/// The keys that a window knows, and the list that shows them. Owned by the window; GUI thread.
class Shortcuts : public QObject
{
    Q_OBJECT

public:
    explicit Shortcuts(QWidget *window);

    /// `keys` do `act`; the first two of them are listed.
    void add(const QList<QKeySequence> &keys, const QString &what,
             const std::function<void()> &act);
    /// One that a widget in the window knows by itself.
    void mention(const QString &keys, const QString &what);
    void showList();

private:
    QWidget *m_window;
    QList<ShortcutText> m_texts;
    QPointer<ShortcutList> m_list;
};

} // namespace sandglass
