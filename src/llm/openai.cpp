// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/openai.h"

#include "base/error.h"
#include "base/log.h"
#include "base/neterror.h"
#include "llm/openaierror.h"
#include "llm/openaireader.h"
#include "llm/retryafter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace sandglass {

namespace {

constexpr qsizetype mostModels = 1000;
constexpr qsizetype longestModelName = 300;

[[noreturn]] void throwCancelled()
{
    throw Error(ErrorKind::Cancelled, QStringLiteral("The request was stopped."));
}

/// Tells what is left each second. Throws Error(Cancelled).
void waitFor(std::chrono::seconds left, const QString &reason, const ModelEvents &events,
             std::stop_token stop)
{
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    const auto end = std::chrono::steady_clock::now() + left;
    for (; left.count() > 0; --left) {
        if (events.onWaiting)
            events.onWaiting(left, reason);
        const auto next = end - left + std::chrono::seconds(1);
        wake.wait_until(lock, stop, next, [] { return false; });
        if (stop.stop_requested())
            throwCancelled();
    }
}

QStringList namesIn(const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    const QJsonValue data = document[QLatin1String("data")];
    const QJsonArray list = (data.isArray() ? data : document[QLatin1String("models")]).toArray();
    QStringList names;
    for (const QJsonValue &entry : list) {
        QString name = entry[QLatin1String("id")].toString();
        if (name.isEmpty())
            name = entry[QLatin1String("name")].toString();
        if (!name.isEmpty() && name.size() <= longestModelName && names.size() < mostModels)
            names << name;
    }
    return names;
}

} // namespace

OpenAiModel::OpenAiModel(Endpoint endpoint)
    : OpenAiModel(std::move(endpoint), Patience())
{}

OpenAiModel::OpenAiModel(Endpoint endpoint, Patience patience, Exchange exchange)
    : m_endpoint(std::move(endpoint))
    , m_patience(patience)
    , m_exchange(std::move(exchange))
{
    // A key that was pasted often has a line end.
    m_endpoint.key = Secret(m_endpoint.key.exposed().trimmed());
    hideInLogs(m_endpoint.key);
}

ModelReply OpenAiModel::reply(const ModelRequest &request, const ModelEvents &events,
                              std::stop_token stop)
{
    for (int tryNumber = 1;;) {
        const OpenAiAbilities before = m_abilities;
        if (auto reply = attempt(request, events, stop, tryNumber))
            return *std::move(reply);
        // Asking in another way is no new try of the same.
        if (before == m_abilities)
            ++tryNumber;
    }
}

std::optional<ModelReply> OpenAiModel::attempt(const ModelRequest &request,
                                               const ModelEvents &events, std::stop_token stop,
                                               int tryNumber)
{
    const QString model = modelName(stop);
    HttpRequest http = prepared(QStringLiteral("/chat/completions"));
    http.verb = "POST";
    http.headers.emplaceBack("Content-Type", "application/json");
    http.headers.emplaceBack("Accept", "text/event-stream");
    http.body = openAiRequestBody(request, model, m_abilities);
    http.idle = m_patience.silence;
    using Calls = OpenAiReader::Calls;
    const Calls calls = !request.offerTool  ? Calls::None
                        : m_abilities.tools ? Calls::Whole
                                            : Calls::Fenced;
    OpenAiReader reader(events, calls, http.url);
    const HttpReply answer = send(http, reader, stop);
    if (answer.status >= 200 && answer.status < 300)
        return reader.finish();
    if (adapt(answer) || waitToRetry(answer, tryNumber, events, stop))
        return std::nullopt;
    throw Error(failure(answer, http, stop));
}

HttpReply OpenAiModel::send(const HttpRequest &request, OpenAiReader &reader,
                            std::stop_token stop) const
{
    try {
        return m_exchange(request, stop,
                          [&reader](const QByteArray &bytes) { return reader.feed(bytes); });
    } catch (const Error &error) {
        reader.breakOff();
        qCWarning(lcModel).noquote() << "the model's reply failed:" << error.failure().text;
        throw Error(connectionFailure(error.failure(), request.url, reader.hasBegun()));
    }
}

bool OpenAiModel::adapt(const HttpReply &reply)
{
    const OpenAiAbilities before = m_abilities;
    if (saysNoTools(reply))
        m_abilities.tools = false;
    else if (saysNoStreamOptions(reply))
        m_abilities.streamOptions = false;
    return m_abilities != before;
}

bool OpenAiModel::waitToRetry(const HttpReply &reply, int tryNumber, const ModelEvents &events,
                              std::stop_token stop)
{
    const bool busy = reply.status == 429 || reply.status == 503 || reply.status == 529;
    if (!busy || saysNoCredit(reply) || tryNumber >= m_patience.tries)
        return false;
    const auto asked = retryAfter(reply.header("retry-after"), QDateTime::currentDateTimeUtc());
    // Sooner than asked it would be turned away again, so a longer wait is left to the person.
    const auto wait = asked.value_or(std::chrono::seconds(tryNumber * tryNumber));
    if (wait > m_patience.longestWait)
        return false;
    const QString server = serverName(m_endpoint.baseUrl);
    waitFor(wait,
            reply.status == 429
                ? QStringLiteral("%1 asked to wait before the next request.").arg(server)
                : QStringLiteral("%1 is overloaded.").arg(server),
            events, stop);
    return true;
}

Failure OpenAiModel::failure(const HttpReply &reply, const HttpRequest &request,
                             std::stop_token stop)
{
    const QString model = m_endpoint.model.isEmpty() ? m_foundModel : m_endpoint.model;
    Failure failure = answerFailure(reply, request.url, model);
    if (failure.kind == ErrorKind::NotFound)
        m_foundModel.clear(); // the server may have another one loaded by now
    const auto asked = retryAfter(reply.header("retry-after"), QDateTime::currentDateTimeUtc());
    if (failure.kind == ErrorKind::RateLimited && asked && *asked > m_patience.longestWait)
        failure.remedy = QStringLiteral("It asks to wait %1 minutes; ask again then.")
                             .arg((asked->count() + 59) / 60);
    if (failure.kind != ErrorKind::NotFound || isWebPage(reply.body))
        return failure;
    try {
        const QStringList names = models(stop);
        if (!names.isEmpty())
            failure.remedy = QStringLiteral("Choose another in Settings; the server has: %1%2.")
                                 .arg(redacted(names.mid(0, 10).join(QStringLiteral(", ")), 600),
                                      names.size() > 10 ? QStringLiteral(", …") : QString());
    } catch (const Error &error) {
        // The list would only have made the remedy better.
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        qCInfo(lcModel).noquote() << "no list of models:" << error.failure().text;
    }
    return failure;
}

QStringList OpenAiModel::models(std::stop_token stop)
{
    HttpRequest request = prepared(QStringLiteral("/models"));
    request.deadline = QDeadlineTimer(m_patience.listing);
    HttpReply reply;
    try {
        reply = m_exchange(request, stop, {});
    } catch (const Error &error) {
        throw Error(connectionFailure(error.failure(), request.url, false));
    }
    if (reply.status < 200 || reply.status >= 300)
        throw Error(answerFailure(reply, request.url, m_endpoint.model));
    if (isWebPage(reply.body))
        throw Error(webPageFailure(request.url));
    if (!QJsonDocument::fromJson(reply.body).isObject())
        throw Error(
            ErrorKind::Protocol,
            QStringLiteral("The list of models at %1 can't be read.").arg(serverName(request.url)),
            QStringLiteral("Check the base URL in Settings; most end in /v1."));
    return namesIn(reply.body);
}

QString OpenAiModel::modelName(std::stop_token stop)
{
    if (!m_endpoint.model.isEmpty())
        return m_endpoint.model;
    if (m_foundModel.isEmpty()) {
        const QStringList names = models(std::move(stop));
        if (names.isEmpty())
            throw Error(ErrorKind::NotFound,
                        QStringLiteral("The server at %1 has no model.")
                            .arg(serverName(m_endpoint.baseUrl)),
                        QStringLiteral("Load a model there, or name one in Settings."));
        m_foundModel = names.first();
    }
    return m_foundModel;
}

QUrl OpenAiModel::address(const QString &path) const
{
    QUrl url = m_endpoint.baseUrl;
    QString base = url.path();
    while (base.endsWith(u'/'))
        base.chop(1);
    static const QString full = QStringLiteral("/chat/completions");
    if (base.endsWith(full))
        base.chop(full.size());
    url.setPath(base + path);
    return url;
}

HttpRequest OpenAiModel::prepared(const QString &path) const
{
    HttpRequest request;
    request.url = address(path);
    request.secretHeader = "Authorization";
    request.secretPrefix = "Bearer ";
    request.secret = m_endpoint.key;
    return request;
}

} // namespace sandglass
