// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commandview.h"

#include <QEvent>

namespace sandglass {

CommandView::CommandView(const QString &command, QWidget *parent)
    : CodeView(parent)
{
    setHighlighted(false);
    setLineWrapMode(WidgetWidth);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCode(command);
}

void CommandView::fit()
{
    setFixedHeight(heightOf(blockCount()));
}

void CommandView::resizeEvent(QResizeEvent *event)
{
    CodeView::resizeEvent(event);
    fit();
}

void CommandView::changeEvent(QEvent *event)
{
    CodeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

} // namespace sandglass
