// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filedelegate.h"

#include "ui/filelistmodel.h"
#include "ui/frame.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace sandglass {

namespace {

constexpr int margin = 6;
constexpr int arrowWidth = 20; // of what is clicked
constexpr int leastName = 14;  // characters beside a size

bool isHere(const QModelIndex &index)
{
    return index.data(FileListModel::IsHereRole).toBool();
}

/// An arrow onto a line: fonts have none that looks like the rest.
void drawArrow(QPainter &painter, const QPointF &middle, const QColor &color)
{
    QPen pen(color, 1.3);
    pen.setCapStyle(Qt::RoundCap);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.translate(middle);
    painter.drawLine(QPointF(0, -5), QPointF(0, 2.5));
    painter.drawPolyline(QPolygonF{{-3, -0.5}, {0, 2.5}, {3, -0.5}});
    painter.drawLine(QPointF(-3.5, 5), QPointF(3.5, 5));
    painter.restore();
}

} // namespace

QRect FileDelegate::arrowArea(const QRect &row)
{
    return {row.right() - margin - arrowWidth + 5, row.top(), arrowWidth, row.height()};
}

QSize FileDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {80, option.fontMetrics.height() + 12};
}

void FileDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    const Theme &theme = Theme::of(option.palette);
    const bool hot = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    painter->fillRect(option.rect.left() + margin, option.rect.bottom(),
                      option.rect.width() - 2 * margin, 1, theme.border);
    const QRect frame = option.rect.adjusted(0, 1, 0, -2);
    if (option.state.testFlag(QStyle::State_HasFocus))
        drawRoundedFrame(*painter, frame, 5, theme.question, QPen(theme.accent, 1.5));
    else if (hot)
        drawRoundedFrame(*painter, frame, 5, theme.surface, Qt::NoPen);
    QRect inner = option.rect.adjusted(margin, 0, -margin, -1);
    QFont small = option.font;
    small.setPointSizeF(small.pointSizeF() * 0.86);
    painter->setFont(small);
    painter->setPen(theme.muted);
    inner.setRight(arrowArea(option.rect).left() - 1);
    if (isHere(index))
        drawArrow(*painter, QRectF(arrowArea(option.rect)).center(),
                  hot ? theme.accent : theme.muted);
    const QString name = index.data().toString().simplified();
    const QString size = sizeText(index.data(FileListModel::SizeRole).toLongLong());
    const int sizeWidth = QFontMetrics(small).horizontalAdvance(size) + 10;
    // Rather a name that can be read than both in part; the tip has the size.
    const int least = std::min(option.fontMetrics.horizontalAdvance(name),
                               leastName * option.fontMetrics.averageCharWidth());
    if (inner.width() - sizeWidth >= least) {
        painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, size);
        inner.setRight(inner.right() - sizeWidth);
    }
    painter->setFont(option.font);
    painter->setPen(theme.text);
    painter->drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(name, Qt::ElideMiddle, inner.width()));
    painter->restore();
}

bool FileDelegate::editorEvent(QEvent *event, QAbstractItemModel *model,
                               const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() == QEvent::MouseButtonRelease && isHere(index)) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->button() == Qt::LeftButton &&
            arrowArea(option.rect).contains(mouse->position().toPoint())) {
            Q_EMIT saveRequested(index);
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

bool FileDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view,
                             const QStyleOptionViewItem &option, const QModelIndex &index)
{
    if (event->type() == QEvent::ToolTip && isHere(index) &&
        arrowArea(option.rect).contains(event->pos())) {
        QToolTip::showText(event->globalPos(), tr("Save this file…"), view->window());
        return true;
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

} // namespace sandglass
