// SPDX-License-Identifier: MIT
#pragma once

#include "base/httpcall.h"

#include <QByteArray>

#include <optional>

namespace sandglass {

/// Collects the head of an HTTP/1 answer from bytes cut anywhere. Interim answers (1xx) are passed
/// over. Pure. A head of more than 256 KiB throws Error(OutputLimit), one that is no HTTP
/// Error(Protocol).
class HttpHeadReader
{
public:
    /// Takes bytes; once the head is whole gives the status and the headers, and what came after
    /// it is in rest().
    std::optional<HttpReply> feed(const QByteArray &bytes);

    const QByteArray &rest() const { return m_bytes; }

    /// True where the server said it keeps the connection open after the body.
    bool keepsOpen() const { return m_keepsOpen; }

private:
    QByteArray m_bytes;
    qsizetype m_seen = 0;  // bytes that were searched for the end
    qsizetype m_taken = 0; // bytes of interim answers
    bool m_keepsOpen = false;
};

/// The head of a request: request line and headers up to the empty line. `viaProxy` writes the
/// whole address, as a proxy for plain http wants it. The secret is in it: wipe it after use. Pure.
QByteArray requestHead(const HttpRequest &request, bool viaProxy, const HttpHeaders &extra = {});

} // namespace sandglass
