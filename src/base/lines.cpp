// SPDX-License-Identifier: MIT
#include "base/lines.h"

#include "base/error.h"

namespace sandglass {

LineReader::LineReader(qsizetype maxLine)
    : m_maxLine(maxLine)
{}

void LineReader::feed(const QByteArray &bytes, const OnLine &onLine)
{
    qsizetype from = 0;
    for (;;) {
        const qsizetype end = bytes.indexOf('\n', from);
        const qsizetype stop = end < 0 ? bytes.size() : end;
        // The one byte more is a \r that belongs to the line end.
        if (m_rest.size() + (stop - from) > m_maxLine + 1)
            break;
        m_rest.append(bytes.constData() + from, stop - from);
        if (m_rest.size() > m_maxLine && !m_rest.endsWith('\r'))
            break;
        if (end < 0)
            return;
        QByteArray line = takeRest();
        if (line.endsWith('\r'))
            line.chop(1);
        from = end + 1;
        onLine(line);
    }
    m_rest = {};
    throw Error(
        ErrorKind::OutputLimit,
        QStringLiteral("A line longer than the %1 bytes that are accepted came in; it was not "
                       "read.")
            .arg(m_maxLine));
}

QByteArray LineReader::takeRest()
{
    QByteArray rest;
    rest.swap(m_rest);
    return rest;
}

} // namespace sandglass
