// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/centeredcolumn.h"

#include "ui/theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace sandglass {

CenteredColumn::CenteredColumn(QWidget *parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(sideMargin, 8, sideMargin, 12);
    m_column->setSpacing(8);
}

int CenteredColumn::columnWidth(int space)
{
    return std::clamp(space - 2 * sideMargin, 120, maxColumn);
}

void CenteredColumn::setTaken(int taken)
{
    m_taken = taken;
    fit();
}

void CenteredColumn::fit()
{
    const int space = width() + m_taken;
    const int side = std::max(sideMargin, (space - columnWidth(space)) / 2);
    QMargins margins = m_column->contentsMargins();
    margins.setLeft(side);
    margins.setRight(std::max(0, side - m_taken));
    if (margins != m_column->contentsMargins())
        m_column->setContentsMargins(margins);
}

void CenteredColumn::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void CenteredColumn::paintEvent(QPaintEvent *)
{
    if (m_hasLine)
        QPainter(this).fillRect(0, 0, width(), 1, Theme::of(palette()).border);
}

} // namespace sandglass
