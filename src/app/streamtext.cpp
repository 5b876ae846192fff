// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/streamtext.h"

namespace sandglass {

namespace {

/// The start of the character that `position` lies in.
qsizetype characterStart(const QByteArray &text, qsizetype position)
{
    // Not UTF-8 after four steps: cut anywhere.
    for (qsizetype i = position; i > 0 && position - i < 4; --i) {
        if ((static_cast<uchar>(text[i]) & 0xc0) != 0x80)
            return i;
    }
    return position;
}

} // namespace

void StreamText::append(const QByteArray &text)
{
    bytes += text.size();
    lines += text.count('\n');
    if (tail.isEmpty()) {
        head += text;
        if (head.size() <= headSize + tailSize)
            return;
        const qsizetype cut = characterStart(head, headSize);
        tail = head.mid(cut);
        head.truncate(cut);
        head.squeeze();
    } else {
        tail += text;
    }
    if (tail.size() > 2 * tailSize)
        tail = tail.mid(characterStart(tail, tail.size() - tailSize));
}

StreamText StreamText::ofEnds(QByteArray first, QByteArray last, qint64 bytes, qint64 lines)
{
    StreamText text;
    if (first.size() > headSize)
        first.truncate(characterStart(first, headSize));
    qsizetype start = 0;
    while (start < std::min<qsizetype>(3, last.size()) &&
           (static_cast<uchar>(last[start]) & 0xc0) == 0x80)
        ++start;
    text.head = std::move(first);
    text.tail = last.mid(start);
    text.bytes = bytes;
    text.lines = lines;
    return text;
}

} // namespace sandglass
