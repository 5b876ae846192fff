// SPDX-License-Identifier: MIT
#include "base/httphead.h"

#include "base/error.h"
#include "base/log.h"

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype longestHead = 256 * 1024;

[[noreturn]] void throwNoHttp(const QByteArray &line)
{
    throw Error(ErrorKind::Protocol,
                QStringLiteral("The server did not answer in HTTP (“%1”).")
                    .arg(redacted(QString::fromLatin1(line.left(100)), 80)),
                QStringLiteral("Check the address and its port."));
}

/// "HTTP/1.1 200 OK" -> 200.
int statusOf(const QByteArray &line)
{
    const bool http = line.startsWith("HTTP/1.0 ") || line.startsWith("HTTP/1.1 ");
    bool isNumber = false;
    const int status = line.mid(9, 3).toInt(&isNumber);
    const bool ends = line.size() == 12 || (line.size() > 12 && line[12] == ' ');
    if (!http || !isNumber || !ends || status < 100)
        throwNoHttp(line);
    return status;
}

HttpReply parsed(const QByteArray &head)
{
    HttpReply reply;
    const QList<QByteArray> lines = head.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QByteArray line = lines[i];
        if (line.endsWith('\r'))
            line.chop(1);
        if (i == 0) {
            reply.status = statusOf(line);
            continue;
        }
        if (line.isEmpty())
            break;
        const qsizetype colon = line.indexOf(':');
        const bool folded = line[0] == ' ' || line[0] == '\t';
        if (folded && !reply.headers.isEmpty())
            reply.headers.last().second += ' ' + line.trimmed();
        else if (colon <= 0)
            throwNoHttp(line);
        else
            reply.headers.emplaceBack(line.left(colon).trimmed().toLower(),
                                      line.mid(colon + 1).trimmed());
    }
    return reply;
}

/// The end of the empty line that ends a head, or -1. Accepts \n alone as a line end.
qsizetype headEnd(const QByteArray &bytes, qsizetype from)
{
    for (qsizetype i = bytes.indexOf('\n', from); i >= 0; i = bytes.indexOf('\n', i + 1)) {
        if (i + 1 < bytes.size() && bytes[i + 1] == '\n')
            return i + 2;
        if (i + 2 < bytes.size() && bytes[i + 1] == '\r' && bytes[i + 2] == '\n')
            return i + 3;
    }
    return -1;
}

QByteArray hostOf(const QUrl &url)
{
    QByteArray host = url.host(QUrl::FullyEncoded).toLatin1();
    if (host.contains(':'))
        host = '[' + host + ']';
    return url.port() < 0 ? host : host + ':' + QByteArray::number(url.port());
}

} // namespace

std::optional<HttpReply> HttpHeadReader::feed(const QByteArray &bytes)
{
    m_bytes += bytes;
    for (;;) {
        const qsizetype end = headEnd(m_bytes, std::max<qsizetype>(0, m_seen - 3));
        if (m_taken + (end < 0 ? m_bytes.size() : end) > longestHead)
            throw Error(
                ErrorKind::OutputLimit,
                QStringLiteral("The server sent a head of more than %1 bytes; it was not read.")
                    .arg(longestHead));
        if (end < 0) {
            m_seen = m_bytes.size();
            // What isn't HTTP may never send an empty line.
            const QByteArray start = m_bytes.left(5);
            if (!QByteArray("HTTP/").startsWith(start))
                throwNoHttp(m_bytes.left(100).split('\n').first());
            return std::nullopt;
        }
        HttpReply reply = parsed(m_bytes.left(end));
        m_keepsOpen = m_bytes.startsWith("HTTP/1.1 ") &&
                      !reply.header("connection").toLower().contains("close");
        m_bytes.remove(0, end);
        m_taken += end;
        m_seen = 0;
        if (reply.status >= 200)
            return reply;
    }
}

QByteArray requestHead(const HttpRequest &request, bool viaProxy, const HttpHeaders &extra)
{
    const QUrl &url = request.url;
    QByteArray path = url.path(QUrl::FullyEncoded).toLatin1();
    if (!path.startsWith('/'))
        path.prepend('/');
    if (url.hasQuery())
        path += '?' + url.query(QUrl::FullyEncoded).toLatin1();
    QByteArray head = request.verb + ' ' +
                      (viaProxy ? url.scheme().toLatin1() + "://" + hostOf(url) : QByteArray()) +
                      path + " HTTP/1.1\r\n";
    const auto add = [&head](const QByteArray &name, const QByteArray &value) {
        head += name + ": " + value + "\r\n";
    };
    add("Host", hostOf(url));
    add("Connection", request.connections ? "keep-alive" : "close");
    // Else a proxy or server may compress, and a stream's small pieces arrive late.
    add("Accept-Encoding", "identity");
    for (const auto &[name, value] : extra)
        add(name, value);
    for (const auto &[name, value] : request.headers)
        add(name, value);
    if (!request.secretHeader.isEmpty() && !request.secret.isEmpty())
        add(request.secretHeader, request.secretPrefix + request.secret.exposed());
    if (!request.body.isEmpty() || (request.verb != "GET" && request.verb != "HEAD"))
        add("Content-Length", QByteArray::number(request.body.size()));
    return head + "\r\n";
}

} // namespace sandglass
