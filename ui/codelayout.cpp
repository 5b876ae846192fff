// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/codelayout.h"

#include <QTextBlock>
#include <QTextDocument>

namespace sandglass {

QRectF CodeLayout::blockBoundingRect(const QTextBlock &block) const
{
    QRectF rect = QPlainTextDocumentLayout::blockBoundingRect(block);
    if (block.isValid() && block.isVisible())
        rect.setHeight(rect.height() + leading(QFontMetrics(document()->defaultFont())));
    return rect;
}

} // namespace sandglass
