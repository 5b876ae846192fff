// SPDX-License-Identifier: MIT
#include "base/sse.h"

#include "base/error.h"

#include <cstring>

namespace sandglass {

namespace {

/// The first \n or \r at or after `from`, or -1.
qsizetype lineEnd(const QByteArray &bytes, qsizetype from)
{
    for (qsizetype i = from; i < bytes.size(); ++i) {
        if (bytes[i] == '\n' || bytes[i] == '\r')
            return i;
    }
    return -1;
}

} // namespace

SseReader::SseReader(qsizetype maxEvent)
    : m_maxEvent(maxEvent)
{}

void SseReader::feed(const QByteArray &bytes, const OnEvent &onEvent)
{
    qsizetype from = 0;
    while (from < bytes.size()) {
        if (m_skipLineFeed) {
            m_skipLineFeed = false;
            if (bytes[from] == '\n') {
                ++from;
                continue;
            }
        }
        const qsizetype end = lineEnd(bytes, from);
        const qsizetype stop = end < 0 ? bytes.size() : end;
        if (m_rest.size() + (stop - from) > m_maxEvent - m_data.size() - m_name.size()) {
            m_rest = m_data = m_name = {};
            throw Error(
                ErrorKind::OutputLimit,
                QStringLiteral("The server sent an event of more than %1 bytes; it was not read.")
                    .arg(m_maxEvent));
        }
        m_rest.append(bytes.constData() + from, stop - from);
        if (end < 0)
            return;
        m_skipLineFeed = bytes[end] == '\r';
        from = end + 1;
        QByteArray complete;
        complete.swap(m_rest);
        line(complete, onEvent);
    }
}

void SseReader::finish(const OnEvent &onEvent)
{
    QByteArray torn;
    torn.swap(m_rest);
    if (!torn.isEmpty())
        line(torn, onEvent);
    dispatch(onEvent);
}

void SseReader::line(const QByteArray &whole, const OnEvent &onEvent)
{
    const bool mark = m_atStart && whole.startsWith("\xef\xbb\xbf");
    m_atStart = false;
    const QByteArray line = mark ? whole.mid(3) : whole;
    if (line.isEmpty()) {
        dispatch(onEvent);
        return;
    }
    const qsizetype colon = line.indexOf(':');
    const QByteArray field = colon < 0 ? line : line.left(colon);
    QByteArray value = colon < 0 ? QByteArray() : line.mid(colon + 1);
    if (value.startsWith(' '))
        value.remove(0, 1);
    if (field == "event") {
        m_name = value;
    } else if (field == "data") {
        if (m_hasData)
            m_data += '\n';
        m_data += value;
        m_hasData = true;
    }
    // Comments (an empty field), id, retry and unknown fields have no use here.
}

void SseReader::dispatch(const OnEvent &onEvent)
{
    SseEvent event{m_name.isEmpty() ? QByteArray("message") : m_name, m_data};
    const bool hasData = m_hasData;
    m_name = {};
    m_data = {};
    m_hasData = false;
    if (hasData)
        onEvent(event);
}

} // namespace sandglass
