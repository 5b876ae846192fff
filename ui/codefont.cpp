// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/codefont.h"

#include "ui/theme.h"

#include <QEvent>
#include <QWidget>

namespace sandglass {

CodeFont::CodeFont(QWidget *widget)
    : QObject(widget)
    , m_widget(widget)
{
    // A font of the widget's own doesn't follow its parent by itself.
    if (widget->parentWidget() != nullptr)
        widget->parentWidget()->installEventFilter(this);
    apply();
}

void CodeFont::apply()
{
    const QWidget *parent = m_widget->parentWidget();
    m_widget->setFont(codeFont(parent != nullptr ? parent->font() : m_widget->font()));
}

bool CodeFont::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_widget->parentWidget() && event->type() == QEvent::FontChange)
        apply();
    return QObject::eventFilter(watched, event);
}

} // namespace sandglass
