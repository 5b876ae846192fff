// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/openaierror.h"

#include "base/log.h"
#include "base/loopback.h"
#include "base/neterror.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <initializer_list>

namespace sandglass {

namespace {

ServerError errorOf(const QJsonValue &error)
{
    if (error.isString())
        return {error.toString(), {}};
    const auto word = [&](const char *key) {
        return error[QLatin1String(key)].toVariant().toString();
    };
    return {word("message"), word("code") + u' ' + word("type")};
}

bool mentions(const QString &text, std::initializer_list<const char *> words)
{
    return std::any_of(words.begin(), words.end(), [&](const char *word) {
        return text.contains(QLatin1String(word), Qt::CaseInsensitive);
    });
}

bool isTooLong(const ServerError &error)
{
    return mentions(error.code, {"exceed_context_size", "context_length_exceeded"}) ||
           mentions(error.message, {"context length", "context size", "context window",
                                    "maximum context", "prompt is too long", "too many tokens"});
}

bool isUnknownModel(const ServerError &error)
{
    return mentions(error.code, {"model_not_found"}) ||
           (mentions(error.message, {"model"}) &&
            mentions(error.message,
                     {"not found", "does not exist", "not exist", "unknown", "no model"}));
}

Failure tooLongFailure(const QString &said)
{
    return {ErrorKind::OutputLimit,
            QStringLiteral("The conversation is longer than this model can read%1.").arg(said),
            QStringLiteral("Start a new conversation, or choose a model with a larger context.")};
}

/// " (what the server said)", or nothing.
QString quoted(const ServerError &error)
{
    const QString text = redacted(error.message.trimmed(), 400);
    return text.isEmpty() ? QString() : QStringLiteral(" (“%1”)").arg(text);
}

Failure serverFailure(int status, const QString &server, const QString &said)
{
    if (status == 429)
        return {ErrorKind::RateLimited,
                QStringLiteral("%1 takes no more requests at the moment%2.").arg(server, said),
                QStringLiteral("Wait a little, then ask again.")};
    if (status == 529 || status == 503)
        return {ErrorKind::RateLimited,
                QStringLiteral("%1 is overloaded or still starting%2.").arg(server, said),
                QStringLiteral("Wait a little, then ask again.")};
    return {
        ErrorKind::NotRunning,
        QStringLiteral("%1 has a fault of its own: status %2%3.").arg(server).arg(status).arg(said),
        QStringLiteral("Ask again; if it stays, look at the server or choose another model.")};
}

} // namespace

ServerError serverError(const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    if (document.isNull())
        return {isWebPage(body) ? QString() : QString::fromUtf8(body.left(400)), {}};
    const QJsonValue error = document[QLatin1String("error")];
    if (!error.isUndefined() && !error.isNull())
        return errorOf(error);
    ServerError result = errorOf(document.object());
    if (result.message.isEmpty())
        result.message = document[QLatin1String("detail")].toVariant().toString();
    return result;
}

Failure answerFailure(const HttpReply &reply, const QUrl &url, const QString &model)
{
    const QString server = serverName(url);
    const ServerError error = serverError(reply.body);
    const QString said = quoted(error);
    if (saysNoCredit(reply))
        return {
            ErrorKind::RateLimited,
            QStringLiteral("The account at %1 has no credit left%2.").arg(server, said),
            QStringLiteral("Add credit with the provider, or choose another model in Settings.")};
    if (reply.status == 401)
        return {ErrorKind::Auth, QStringLiteral("%1 refused the key%2.").arg(server, said),
                QStringLiteral("Enter the key again in Settings.")};
    if (reply.status == 403)
        return {ErrorKind::Permission,
                QStringLiteral("The key is not allowed to do this at %1%2.").arg(server, said),
                QStringLiteral("Choose another model or key in Settings.")};
    if (reply.status >= 400 && reply.status < 500 && isTooLong(error))
        return tooLongFailure(said);
    if ((reply.status == 404 || reply.status == 400) && isUnknownModel(error))
        return {ErrorKind::NotFound,
                QStringLiteral("%1 has no model named “%2”.").arg(server, redacted(model, 100)),
                QStringLiteral("Choose another model in Settings.")};
    if (isWebPage(reply.body) && reply.status < 500)
        return webPageFailure(url);
    if (reply.status >= 300 && reply.status < 400)
        return {ErrorKind::Protocol,
                QStringLiteral("%1 redirects to another address (%2); the key was not sent there.")
                    .arg(server, redacted(QString::fromUtf8(reply.header("location")), 200)),
                QStringLiteral("Enter the server's own address as the base URL in Settings.")};
    if (reply.status == 404 || reply.status == 405)
        return {ErrorKind::NotFound,
                QStringLiteral("There is no model API at %1%2%3.")
                    .arg(server, redacted(url.path(), 200), said),
                QStringLiteral("Check the base URL in Settings; most end in /v1.")};
    if (reply.status == 429 || reply.status >= 500)
        return serverFailure(reply.status, server, said);
    return {ErrorKind::Protocol,
            QStringLiteral("%1 did not accept the request: status %2%3.")
                .arg(server)
                .arg(reply.status)
                .arg(said),
            QStringLiteral("Try another model; if it stays, report it with this text.")};
}

Failure streamFailure(const QJsonValue &value)
{
    const ServerError error = errorOf(value);
    const QString said = quoted(error);
    if (isTooLong(error))
        return tooLongFailure(said);
    if (mentions(error.code, {"overloaded", "rate_limit", "429", "529", "503"}))
        return {ErrorKind::RateLimited,
                QStringLiteral("The model server became overloaded and broke its reply off%1. What "
                               "came so far is kept.")
                    .arg(said),
                QStringLiteral("Wait a little, then ask again.")};
    return {
        ErrorKind::Protocol,
        QStringLiteral("The model server broke its reply off with an error%1. What came so far is "
                       "kept.")
            .arg(said),
        QStringLiteral("Ask again.")};
}

Failure webPageFailure(const QUrl &url)
{
    return {ErrorKind::Protocol,
            QStringLiteral("%1%2 answered with a web page instead of a model's reply.")
                .arg(serverName(url), redacted(url.path(), 200)),
            QStringLiteral("The base URL probably lacks /v1 at its end; correct it in Settings.")};
}

Failure connectionFailure(const Failure &failure, const QUrl &url, bool begun)
{
    if (failure.kind == ErrorKind::NetworkEffectUnknown)
        return {
            failure.kind,
            begun
                ? QStringLiteral("The connection to the model at %1 broke off in the middle of "
                                 "its reply. What came so far is kept.")
                      .arg(serverName(url))
                : QStringLiteral("The connection to the model at %1 broke off before it answered.")
                      .arg(serverName(url)),
            QStringLiteral("Ask again.")};
    if (failure.kind == ErrorKind::NotRunning && isLoopback(url.host()))
        return {failure.kind, QStringLiteral("No model server answers at %1.").arg(serverName(url)),
                QStringLiteral("Start it, or choose another in Settings.")};
    return failure;
}

bool isWebPage(const QByteArray &body)
{
    return body.left(1000).trimmed().startsWith('<');
}

bool saysNoTools(const HttpReply &reply)
{
    if (reply.status < 400 || reply.status >= 502)
        return false;
    const QString message = serverError(reply.body).message;
    return mentions(message, {"tool", "function call"}) &&
           mentions(message, {"not support", "unsupported", "not enabled", "requires --jinja"});
}

bool saysNoStreamOptions(const HttpReply &reply)
{
    return (reply.status == 400 || reply.status == 422) &&
           mentions(serverError(reply.body).message, {"stream_options"});
}

bool saysNoCredit(const HttpReply &reply)
{
    return reply.status == 402 ||
           (reply.status == 429 &&
            mentions(serverError(reply.body).code, {"insufficient_quota", "billing"}));
}

} // namespace sandglass
