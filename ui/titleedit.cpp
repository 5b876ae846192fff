// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/titleedit.h"

#include "ui/frame.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace sandglass {

namespace {

constexpr int longestTitle = 200;
constexpr int margin = 6;

} // namespace

TitleEdit::TitleEdit(QWidget *parent)
    : QLineEdit(parent)
{
    setFrame(false);
    setMaxLength(longestTitle);
    setTextMargins(margin, 4, margin, 4);
    setAccessibleName(tr("Title of the conversation"));
    setToolTip(tr("Click to rename"));
    setAttribute(Qt::WA_Hover);
    QFont bold; // nothing but the weight, so that the size follows the window's
    bold.setBold(true);
    setFont(bold);
    connect(this, &QLineEdit::editingFinished, this, &TitleEdit::commit);
}

void TitleEdit::setTitle(const QString &title)
{
    m_title = title.simplified().left(longestTitle);
    if (!hasFocus())
        setText(m_title);
}

void TitleEdit::commit()
{
    const QString title = text().simplified();
    if (title == m_title)
        return;
    if (title.isEmpty()) {
        setText(m_title);
        return;
    }
    m_title = title;
    Q_EMIT renamed(title);
}

// Escape stops what runs, but not while a title is edited.
bool TitleEdit::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape)
        event->accept();
    return QLineEdit::event(event);
}

void TitleEdit::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        setText(m_title);
    QLineEdit::keyPressEvent(event);
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_Return ||
        event->key() == Qt::Key_Enter) {
        event->accept();
        clearFocus();
    }
}

void TitleEdit::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    setCursorPosition(0);
    deselect();
}

void TitleEdit::paintEvent(QPaintEvent *event)
{
    const Theme &theme = Theme::of(palette());
    if (hasFocus())
        QLineEdit::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!hasFocus()) {
        painter.setPen(theme.text);
        painter.setFont(font());
        painter.drawText(rect().adjusted(margin, 0, -margin, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, width() - 2 * margin));
    }
    if (hasFocus() || underMouse()) {
        drawRoundedFrame(painter, rect(), 5, Qt::NoBrush,
                         QPen(hasFocus() ? theme.accent : theme.border, 1.5));
    }
}

} // namespace sandglass
