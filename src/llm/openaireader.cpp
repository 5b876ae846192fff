// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/openaireader.h"

#include "base/error.h"
#include "base/ids.h"
#include "base/log.h"
#include "llm/openaierror.h"
#include "llm/runpython.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace sandglass {

namespace {

constexpr qsizetype longestEvent = 4 * 1024 * 1024;
constexpr QByteArrayView byteOrderMark("\xef\xbb\xbf");

// Without blank lines, which some servers send while the model thinks, and byte order marks.
QByteArray fromFirstCharacter(const QByteArray &bytes)
{
    QByteArrayView rest(bytes);
    while (!rest.isEmpty()) {
        if (rest.startsWith(byteOrderMark))
            rest = rest.sliced(byteOrderMark.size());
        else if (QByteArrayView(" \t\r\n").contains(rest.front()))
            rest = rest.sliced(1);
        else
            break;
    }
    return rest.toByteArray();
}

} // namespace

OpenAiReader::OpenAiReader(const ModelEvents &events, Calls calls, const QUrl &url)
    : m_events(events)
    , m_callsInText(calls)
    , m_url(url)
    , m_sse(longestEvent)
{}

bool OpenAiReader::feed(const QByteArray &bytes)
{
    if (m_over)
        return false;
    if (m_form == Form::Events) {
        m_sse.feed(bytes, [this](const SseEvent &sse) { event(sse, false); });
        return !m_over;
    }
    m_head += bytes;
    if (m_head.size() > longestEvent)
        throw Error(
            ErrorKind::OutputLimit,
            QStringLiteral("The model server sent more than %1 bytes at once; they were not read.")
                .arg(longestEvent));
    if (m_form == Form::Unknown)
        decideForm();
    return !m_over;
}

void OpenAiReader::decideForm()
{
    // Not by the Content-Type: servers get it wrong.
    m_head = fromFirstCharacter(m_head);
    if (byteOrderMark.startsWith(m_head)) // empty, or the mark isn't whole yet
        return;
    if (m_head.startsWith('<'))
        throw Error(webPageFailure(m_url));
    m_form = m_head.startsWith('{') ? Form::Whole : Form::Events;
    if (m_form == Form::Events)
        feed(std::exchange(m_head, {}));
}

void OpenAiReader::event(const SseEvent &sse, bool last)
{
    const QByteArray data = sse.data.trimmed();
    if (m_over || data.isEmpty())
        return;
    if (data == "[DONE]") {
        m_over = true;
        return;
    }
    QJsonParseError error;
    QJsonDocument document = QJsonDocument::fromJson(data, &error);
    if (error.error == QJsonParseError::IllegalUTF8String)
        document = QJsonDocument::fromJson(QString::fromUtf8(data).toUtf8(), &error);
    if (document.isObject()) {
        const QJsonObject object = document.object();
        if (sse.name == "error" && !object.contains(QLatin1String("error")))
            throw Error(streamFailure(object));
        take(object);
    } else if (last) {
        throw Error(
            connectionFailure({ErrorKind::NetworkEffectUnknown, {}, {}}, m_url, hasBegun()));
    } else if (sse.name == "error") {
        throw Error(streamFailure(QJsonValue(QString::fromUtf8(data.left(400)))));
    } else {
        throw Error(
            ErrorKind::Protocol,
            QStringLiteral("The model server sent something that is not JSON (“%1”). What came "
                           "before is kept.")
                .arg(redacted(QString::fromUtf8(data.left(200)), 80)),
            QStringLiteral("Ask again; if it stays, check the base URL in Settings."));
    }
}

void OpenAiReader::take(const QJsonObject &chunk)
{
    const OpenAiStream::Delta delta = m_stream.take(chunk);
    if (!delta.text.isEmpty())
        takeText(delta.text);
    if (delta.code)
        tellCode(m_stream.code());
}

void OpenAiReader::takeText(const QString &text)
{
    switch (m_callsInText) {
    case Calls::None:
        tell(text);
        break;
    case Calls::Whole:
        tell(m_textCalls.feed(text));
        break;
    case Calls::Fenced:
        tell(m_textCalls.feed(m_fenced.feed(text)));
        if (m_fenced.hasBegun())
            tellCode(m_fenced.code());
        m_over = m_over || m_fenced.isClosed();
        break;
    }
}

void OpenAiReader::tell(const QString &text)
{
    if (text.isEmpty())
        return;
    m_text += text;
    if (m_events.onText)
        m_events.onText(text);
}

void OpenAiReader::tellCode(const QString &code)
{
    if (m_events.onCodeProgress && !code.isEmpty())
        m_events.onCodeProgress(code);
}

ModelReply OpenAiReader::finish()
{
    if (m_form == Form::Events)
        m_sse.finish([this](const SseEvent &sse) { event(sse, true); });
    else if (m_form == Form::Whole)
        event({"message", std::exchange(m_head, {})}, true);
    if (!m_stream.hasChoice())
        throw Error(ErrorKind::Protocol, QStringLiteral("The model server's answer was empty."),
                    QStringLiteral("Ask again; if it stays, choose another model in Settings."));
    ModelReply reply;
    reply.calls = m_stream.calls();
    reply.finish = m_stream.finish().value_or(ModelReply::Finish::Stop);
    reply.usage = m_stream.usage();
    addTextCalls(reply);
    reply.text = m_text;
    if (!reply.calls.isEmpty() && reply.finish == ModelReply::Finish::Stop)
        reply.finish = ModelReply::Finish::ToolCalls;
    return reply;
}

void OpenAiReader::addTextCalls(ModelReply &reply)
{
    const bool whole = reply.finish != ModelReply::Finish::Length;
    tell(m_textCalls.feed(m_fenced.takeRest()));
    if (m_fenced.hasBegun() && !m_fenced.code().trimmed().isEmpty()) {
        const QJsonObject arguments{{QStringLiteral("code"), m_fenced.code()}};
        reply.calls.append({QStringLiteral("call_") + newUuid7(), pythonToolName(),
                            QJsonDocument(arguments).toJson(QJsonDocument::Compact),
                            m_fenced.isClosed()});
    } else if (reply.calls.isEmpty() && m_callsInText != Calls::None) {
        if (const auto call = m_textCalls.takeCall(whole)) {
            reply.calls.append(*call);
            tellCode(QJsonDocument::fromJson(call->arguments)[QLatin1String("code")].toString());
        }
    }
    tell(m_textCalls.takeRest());
}

void OpenAiReader::breakOff()
{
    tell(m_fenced.takeRest());
    if (!m_textCalls.takeCall(false))
        tell(m_textCalls.takeRest());
}

} // namespace sandglass
