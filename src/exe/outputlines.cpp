// SPDX-License-Identifier: MIT
#include "exe/outputlines.h"

#include <utility>

namespace exedev {

namespace {

constexpr qsizetype longestPiece = 65536;

} // namespace

OutputLines::OutputLines(OnLine onLine)
    : m_onLine(std::move(onLine))
{}

void OutputLines::feed(const QByteArray &bytes)
{
    take(m_decoder(bytes));
}

void OutputLines::finish()
{
    // A character that was cut off makes itself known only at the next byte.
    QString tail = m_decoder(QByteArray("\n"));
    tail.chop(1);
    take(tail);
    if (!m_rest.isEmpty())
        m_onLine(std::exchange(m_rest, {}));
}

void OutputLines::take(const QString &text)
{
    qsizetype from = 0;
    while (from < text.size()) {
        const qsizetype end = text.indexOf(u'\n', from);
        const qsizetype stop = end < 0 ? text.size() : end;
        m_rest += QStringView(text).mid(from, stop - from);
        // A CR at the end may belong to the line end that is still to come.
        while (m_rest.size() > longestPiece + (m_rest.endsWith(u'\r') ? 1 : 0)) {
            const bool isPair = m_rest.at(longestPiece - 1).isHighSurrogate();
            const qsizetype size = isPair ? longestPiece - 1 : longestPiece;
            m_onLine(m_rest.left(size));
            m_rest.remove(0, size);
        }
        if (end < 0)
            return;
        from = end + 1;
        deliver(std::exchange(m_rest, {}));
    }
}

void OutputLines::deliver(QString line)
{
    if (line.endsWith(u'\r'))
        line.chop(1);
    m_onLine(line);
}

} // namespace exedev
