// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextDocumentLayout>

namespace sandglass {

/// Lays out code with some room between its lines, which a QPlainTextEdit can't be told. Owned by
/// its document. GUI thread.
class CodeLayout : public QPlainTextDocumentLayout
{
    Q_OBJECT

public:
    using QPlainTextDocumentLayout::QPlainTextDocumentLayout;

    /// The room below a line in this font.
    static int leading(const QFontMetrics &metrics) { return metrics.lineSpacing() / 4; }

    QRectF blockBoundingRect(const QTextBlock &block) const override;
};

} // namespace sandglass
