// SPDX-License-Identifier: MIT
#include "exe/transport.h"

#include "base/error.h"
#include "exe/documents.h"
#include "exe/error.h"
#include "exe/httpfailure.h"
#include "exe/pause.h"
#include "exe/sshanswer.h"

#include <QLocale>
#include <QRandomGenerator>

#include <algorithm>
#include <cmath>

namespace exedev {

using sandglass::HttpCall;
using sandglass::HttpReply;
using sandglass::HttpRequest;

namespace {

// The server itself ends cp after 5.5 minutes, and everything else but ssh sooner.
constexpr std::chrono::minutes longestCommandTime{6};

} // namespace

Transport::Transport(TransportOptions options)
    : m_options(std::move(options))
{}

HttpRequest Transport::request(const QByteArray &line, const Call &call, Ending ending) const
{
    HttpRequest request;
    request.verb = "POST";
    request.url = m_options.baseUrl;
    request.headers = {{"Content-Type", "text/plain"},
                       {"Accept", "application/json, application/x-ndjson"}};
    request.secretHeader = "Authorization";
    request.secretPrefix = "Bearer ";
    request.secret = m_options.token;
    request.body = line;
    request.idle = m_options.idle;
    request.deadline = call.deadline;
    if (ending == Ending::Finished)
        request.afterSending = sandglass::HttpPatience{
            call.giveUp, std::max(call.deadline, QDeadlineTimer(longestCommandTime))};
    return request;
}

std::chrono::milliseconds Transport::retryPause(int attempt, const QByteArray &retryAfter) const
{
    const double base = 0.5 * std::pow(2, attempt);
    bool isNumber = false;
    double asked = retryAfter.toDouble(&isNumber);
    if (!isNumber || !std::isfinite(asked))
        asked = 0;
    const double seconds =
        std::max(asked, base) + QRandomGenerator::global()->generateDouble() * base / 2;
    return std::chrono::milliseconds(qint64(1000 * std::min(seconds, 60.0)));
}

HttpReply Transport::send(const QByteArray &operation, const QByteArray &line, const Call &call,
                          Ending ending, const HttpCall::OnChunk &onChunk, const OnHead &onHead)
{
    HttpRequest request = this->request(line, call, ending);
    request.connections = &m_connections;
    request.onHead = [&](const HttpReply &head) {
        noteTime(head);
        if (onHead)
            onHead(head);
    };
    for (int attempt = 0;; ++attempt) {
        requireGoingOn(call);
        HttpReply reply = HttpCall::send(request, call.stop, onChunk);
        if (reply.status >= 200 && reply.status < 300)
            return reply;
        if (reply.status != 429 || attempt >= m_options.maxRetries)
            throwRefusal(QString::fromLatin1(operation), reply.status, reply.body);
        pauseFor(retryPause(attempt, reply.header("retry-after")), call);
    }
}

void Transport::noteTime(const HttpReply &head)
{
    QDateTime time = QLocale::c().toDateTime(QString::fromLatin1(head.header("date")),
                                             QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    if (!time.isValid())
        return;
    time.setTimeSpec(Qt::UTC);
    const std::lock_guard lock(m_timeMutex);
    m_toldTime = time;
    m_sinceTold.start();
}

std::optional<QDateTime> Transport::serverTime() const
{
    const std::lock_guard lock(m_timeMutex);
    if (!m_toldTime.isValid())
        return std::nullopt;
    return m_toldTime.addMSecs(m_sinceTold.elapsed());
}

QByteArray Transport::body(const CommandLine &line, const Call &call, Ending ending)
{
    try {
        return send(line.path(), line.text(), call, ending, {}, {}).body;
    } catch (const sandglass::Error &error) {
        throwHttpFailure(QString::fromLatin1(line.path()), error.failure(), call);
    }
}

std::vector<nlohmann::json> Transport::documents(const CommandLine &line, const Call &call,
                                                 Ending ending)
{
    const QString operation = QString::fromLatin1(line.path());
    const QByteArray text = body(line, call, ending);
    auto found = exedev::documents(text);
    if (!found)
        throw ProtocolError(operation, QStringLiteral("it is no JSON"));
    if (std::any_of(found->begin(), found->end(), isErrorDocument))
        throw ApiError(operation, 200, text);
    return *std::move(found);
}

nlohmann::json Transport::call(const CommandLine &line, const Call &call, Ending ending)
{
    std::vector<nlohmann::json> found = documents(line, call, ending);
    if (found.size() != 1)
        throw ProtocolError(QString::fromLatin1(line.path()),
                            QStringLiteral("one JSON value was expected"));
    return std::move(found.front());
}

CommandResult Transport::ssh(const SshRequest &request, const Call &call)
{
    const QByteArray line = sshLine(request.vm, request.remote);
    if (line.contains('\0') || !fits(line))
        throw InvalidArgumentError(
            QStringLiteral("The command has a NUL in it or is longer than can be sent"));
    SshAnswer answer(request);
    try {
        send(
            "ssh", line, call, Ending::Stoppable,
            [&](const QByteArray &bytes) { return answer.take(bytes); },
            [&](const HttpReply &head) { answer.takeHead(head); });
    } catch (const sandglass::Error &error) {
        if (!answer.hasEnded())
            answer.throwBroken(error.failure(), call);
    } catch (const TimeoutError &) {
        throw CommandTimeoutError({});
    } catch (const ApiError &error) {
        throwSshRefusal(request.vm, error);
    }
    // Outside of the try: what the sinks threw comes out here as it is.
    return answer.result();
}

} // namespace exedev
