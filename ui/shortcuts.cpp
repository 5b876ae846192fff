// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shortcuts.h"

#include <QShortcut>

namespace sandglass {

Shortcuts::Shortcuts(QWidget *window)
    : QObject(window)
    , m_window(window)
{}

void Shortcuts::add(const QList<QKeySequence> &keys, const QString &what,
                    const std::function<void()> &act)
{
    QStringList names;
    for (const QKeySequence &key : keys) {
        auto *shortcut = new QShortcut(key, m_window);
        connect(shortcut, &QShortcut::activated, this, act);
        if (names.size() < 2)
            names << key.toString(QKeySequence::NativeText);
    }
    mention(names.join(tr(" or ")), what);
}

void Shortcuts::mention(const QString &keys, const QString &what)
{
    m_texts.append({keys, what});
}

void Shortcuts::showList()
{
    if (!m_list) {
        m_list = new ShortcutList(m_texts, m_window);
        m_list->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_list->show();
    m_list->raise();
    m_list->activateWindow();
}

} // namespace sandglass
