// SPDX-License-Identifier: MIT
#include "base/httpcall.h"

#include "base/error.h"
#include "base/httpexchange.h"
#include "base/log.h"
#include "base/neterror.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>

namespace sandglass {

namespace {

/// A header or verb with a line break in it could smuggle in another header.
bool isPrintable(const QByteArray &text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return c == '\t' || (static_cast<uchar>(c) >= 0x20 && c != 0x7f);
    });
}

void check(const HttpRequest &request)
{
    if (!QCoreApplication::instance())
        throw Error(
            ErrorKind::Unsupported,
            QStringLiteral(
                "A network request needs a QCoreApplication, and this program has none."),
            QStringLiteral("Create a QCoreApplication at the start of main(); it need not run."));
    const QString scheme = request.url.scheme();
    const bool http = scheme == QLatin1String("http") || scheme == QLatin1String("https");
    if (!http || !request.url.isValid() || request.url.host().isEmpty())
        throw Error(
            ErrorKind::InvalidInput,
            QStringLiteral("“%1” is not an address of a server.")
                .arg(redacted(request.url.toString(QUrl::RemoveUserInfo | QUrl::RemoveQuery), 200)),
            QStringLiteral("An address begins with https:// or http:// and a host name."));
    if (!request.url.userInfo().isEmpty())
        throw Error(
            ErrorKind::InvalidInput,
            QStringLiteral("The address of %1 has a user name or password in it, which could be "
                           "shown or logged.")
                .arg(serverName(request.url)),
            QStringLiteral("Remove it from the address and enter the key in its own field."));
    bool printable = isPrintable(request.verb) && isPrintable(request.secretHeader) &&
                     isPrintable(request.secretPrefix);
    for (const auto &[name, value] : request.headers)
        printable = printable && isPrintable(name) && isPrintable(value);
    if (!printable)
        throw Error(ErrorKind::InvalidInput,
                    QStringLiteral("A header of the request has a control character in it."));
    if (!isPrintable(request.secret.exposed()))
        throw Error(
            ErrorKind::InvalidInput,
            QStringLiteral("The key for %1 has a line break or another control character in it.")
                .arg(serverName(request.url)),
            QStringLiteral("Enter the key again, without anything around it."));
}

} // namespace

QByteArray HttpReply::header(const QByteArray &lowerCaseName) const
{
    const auto found = std::find_if(headers.begin(), headers.end(),
                                    [&](const auto &pair) { return pair.first == lowerCaseName; });
    return found == headers.end() ? QByteArray() : found->second;
}

HttpReply HttpCall::send(const HttpRequest &request, std::stop_token stop, const OnChunk &onChunk)
{
    check(request);
    if (stop.stop_requested())
        throw Error(ErrorKind::Cancelled, QStringLiteral("The request was stopped."));
    if (request.deadline.hasExpired())
        throw Error(
            ErrorKind::TimedOut,
            QStringLiteral("There was no time left to ask %1.").arg(serverName(request.url)));
    QElapsedTimer timer;
    timer.start();
    HttpExchange exchange(request, onChunk);
    const HttpReply reply = exchange.run(std::move(stop));
    qCDebug(lcNet).noquote() << QString::fromLatin1(request.verb) << serverName(request.url)
                             << redacted(request.url.path(), 200) << reply.status << timer.elapsed()
                             << "ms";
    return reply;
}

} // namespace sandglass
