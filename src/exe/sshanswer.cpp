// SPDX-License-Identifier: MIT
#include "exe/sshanswer.h"

#include "exe/error.h"
#include "exe/errortext.h"
#include "exe/httpfailure.h"

namespace exedev {

SshAnswer::SshAnswer(const SshRequest &request)
    : m_request(request)
{}

void SshAnswer::takeHead(const sandglass::HttpReply &head)
{
    m_isRefused = head.status < 200 || head.status >= 300;
    const QByteArray type = head.header("content-type").split(';').first().trimmed().toLower();
    if (!m_isRefused && type != "application/x-ndjson")
        throw ProtocolError(QStringLiteral("ssh"), QStringLiteral("it is no stream of frames"));
}

bool SshAnswer::take(const QByteArray &bytes)
{
    try {
        m_reader.feed(bytes, [this](const Frame &frame) { takeFrame(frame); });
        return true;
    } catch (...) {
        m_error = std::current_exception();
        return false;
    }
}

void SshAnswer::takeFrame(const Frame &frame)
{
    switch (frame.kind) {
    case Frame::Kind::Out:
        keep(m_result.out, frame.bytes, m_request.onOut);
        break;
    case Frame::Kind::Err:
        keep(m_result.err, frame.bytes, m_request.onErr);
        break;
    case Frame::Kind::Exit:
        m_exitCode = frame.exitCode;
        break;
    case Frame::Kind::Error:
        throw CommandInterruptedError(
            QStringLiteral("The server lost the VM before the command's exit status came"),
            m_result, true, frame.error);
    }
}

void SshAnswer::keep(QByteArray &kept, const QByteArray &bytes, const SshRequest::Sink &sink)
{
    if (m_request.capture) {
        const qint64 size = m_result.out.size() + m_result.err.size();
        if (bytes.size() > m_request.maxOutput - size)
            throw OutputLimitError(m_result, m_request.maxOutput);
        kept += bytes;
    }
    if (sink)
        sink(bytes);
}

CommandResult SshAnswer::result()
{
    if (!m_error && !m_exitCode)
        m_reader.finish([this](const Frame &frame) { takeFrame(frame); });
    if (m_error)
        std::rethrow_exception(m_error);
    if (!m_exitCode)
        throw CommandInterruptedError(
            QStringLiteral("The connection ended before the command's exit status came"), m_result);
    m_result.exitCode = *m_exitCode;
    return std::move(m_result);
}

void SshAnswer::throwBroken(const sandglass::Failure &failure, const Call &call)
{
    using sandglass::ErrorKind;
    if (m_error)
        std::rethrow_exception(m_error);
    if (failure.kind == ErrorKind::TimedOut && call.deadline.hasExpired())
        throw CommandTimeoutError(m_result);
    const bool isLost = failure.kind == ErrorKind::NetworkEffectUnknown ||
                        failure.kind == ErrorKind::NotRunning ||
                        failure.kind == ErrorKind::TimedOut;
    if (!isLost || m_isRefused)
        throwHttpFailure(QStringLiteral("ssh"), failure, call);
    const bool sent = failure.kind != ErrorKind::NotRunning;
    throw CommandInterruptedError(
        sent ? QStringLiteral("The connection failed before the command's exit status came (%1)")
                   .arg(oneLine(failure.text))
             : QStringLiteral("There was no connection, so the command did not run (%1)")
                   .arg(oneLine(failure.text)),
        m_result, sent);
}

} // namespace exedev
