// SPDX-License-Identifier: MIT
#include "base/httpbody.h"

#include "base/error.h"

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype longestLine = 16 * 1024;
constexpr qsizetype longestTrailer = 64 * 1024;

[[noreturn]] void throwFraming()
{
    throw Error(
        ErrorKind::Protocol,
        QStringLiteral("The server's answer is framed in a way that makes no sense."),
        QStringLiteral("Try again; if it stays, check the server and any proxy before it."));
}

bool isDigits(const QByteArray &text)
{
    return !text.isEmpty() && text.size() <= 18 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

HttpBodyReader::HttpBodyReader(const HttpReply &head, const QByteArray &verb)
{
    QByteArray length;
    for (const auto &[name, value] : head.headers) {
        if (name != "content-length")
            continue;
        if (!isDigits(value) || (!length.isEmpty() && length != value))
            throwFraming();
        length = value;
    }
    const QByteArray coding = head.header("transfer-encoding").toLower();
    if (verb == "HEAD" || head.status == 204 || head.status == 304) {
        m_state = State::End;
    } else if (!coding.isEmpty() && coding != "identity") {
        if (coding != "chunked")
            throwFraming();
        m_state = State::ChunkSize;
    } else if (!length.isEmpty()) {
        m_left = length.toLongLong();
        m_state = m_left > 0 ? State::Length : State::End;
    }
}

void HttpBodyReader::feed(const QByteArray &bytes, const OnBytes &onBytes)
{
    qsizetype from = 0;
    while (from < bytes.size() && m_state != State::End) {
        if (m_state == State::UntilClose) {
            onBytes(bytes.mid(from));
            return;
        }
        if (m_state == State::Length || m_state == State::Chunk) {
            const qsizetype count =
                static_cast<qsizetype>(std::min<qint64>(m_left, bytes.size() - from));
            m_left -= count;
            if (m_left == 0)
                m_state = m_state == State::Length ? State::End : State::ChunkEnd;
            const QByteArray piece = bytes.mid(from, count);
            from += count;
            onBytes(piece);
            continue;
        }
        bool whole = false;
        from = takeLine(bytes, from, &whole);
        if (whole)
            endLine();
    }
    m_hasSurplus = m_hasSurplus || from < bytes.size();
}

qsizetype HttpBodyReader::takeLine(const QByteArray &bytes, qsizetype from, bool *whole)
{
    const qsizetype end = bytes.indexOf('\n', from);
    const qsizetype stop = end < 0 ? bytes.size() : end;
    if (m_line.size() + (stop - from) > longestLine)
        throwFraming();
    m_line.append(bytes.constData() + from, stop - from);
    *whole = end >= 0;
    return *whole ? end + 1 : stop;
}

void HttpBodyReader::endLine()
{
    QByteArray line;
    line.swap(m_line);
    if (line.endsWith('\r'))
        line.chop(1);
    if (m_state == State::ChunkEnd) {
        if (!line.isEmpty())
            throwFraming();
        m_state = State::ChunkSize;
    } else if (m_state == State::ChunkSize) {
        const QByteArray digits = line.split(';').first().trimmed();
        bool isNumber = false;
        const quint64 size = digits.toULongLong(&isNumber, 16);
        if (!isNumber || digits.size() > 15 || digits.startsWith('+'))
            throwFraming();
        m_left = static_cast<qint64>(size);
        m_state = size > 0 ? State::Chunk : State::Trailer;
    } else {
        m_trailerSize += line.size();
        if (m_trailerSize > longestTrailer)
            throwFraming();
        if (line.isEmpty())
            m_state = State::End;
    }
}

} // namespace sandglass
