// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>

#include <vector>

namespace sandglass {

/// A stretch of a Markdown text that can be parsed by itself: fenced code at the left margin, or
/// other text up to a blank line after which no list or quote can go on.
struct MarkdownPiece
{
    enum class Kind { Text, Code };

    Kind kind = Kind::Text;
    qsizetype start = 0; ///< in the whole text
    qsizetype end = 0;
    QString language;        ///< of code
    qsizetype codeStart = 0; ///< of code: without its fences
    qsizetype codeEnd = 0;

    friend bool operator==(const MarkdownPiece &, const MarkdownPiece &) = default;
};

/// The pieces of `text` from `from`, which is 0 or the start of a piece. Text that is added later
/// changes only the last of them. Pure.
std::vector<MarkdownPiece> splitMarkdown(QStringView text, qsizetype from = 0);

} // namespace sandglass
