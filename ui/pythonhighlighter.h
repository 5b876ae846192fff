// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>

namespace sandglass {

/// Colours Python in a document by PythonLexer. Owned by the document's widget; GUI thread.
class PythonHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    PythonHighlighter(QTextDocument *document, const QPalette &palette);

    void setPalette(const QPalette &palette);

protected:
    void highlightBlock(const QString &text) override;

private:
    bool m_isDark = false;
};

} // namespace sandglass
