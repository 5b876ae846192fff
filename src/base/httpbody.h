// SPDX-License-Identifier: MIT
#pragma once

#include "base/httpcall.h"

#include <QByteArray>

#include <functional>

namespace sandglass {

/// Takes the framing off the body of an HTTP/1 answer: by length, chunked, or up to the end of the
/// connection. Bytes may be cut anywhere. Pure. Framing that makes no sense throws
/// Error(Protocol).
class HttpBodyReader
{
public:
    using OnBytes = std::function<void(const QByteArray &)>;

    HttpBodyReader(const HttpReply &head, const QByteArray &verb);

    void feed(const QByteArray &bytes, const OnBytes &onBytes);

    /// True once the body is whole; where only the end of the connection tells, never.
    bool isWhole() const { return m_state == State::End; }

    /// True where bytes came after the whole body: nothing more can be made of the connection.
    bool hasSurplus() const { return m_hasSurplus; }

    /// True where the connection may end here without a loss.
    bool mayEnd() const { return isWhole() || m_state == State::UntilClose; }

private:
    enum class State { Length, ChunkSize, Chunk, ChunkEnd, Trailer, UntilClose, End };

    qsizetype takeLine(const QByteArray &bytes, qsizetype from, bool *whole);
    void endLine();

    State m_state = State::UntilClose;
    qint64 m_left = 0; // of the body or the chunk
    QByteArray m_line;
    qsizetype m_trailerSize = 0;
    bool m_hasSurplus = false;
};

} // namespace sandglass
