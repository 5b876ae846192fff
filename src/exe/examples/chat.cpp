// SPDX-License-Identifier: MIT
#include "chat.h"

#include <QEventLoop>
#include <QJsonDocument>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>

#include <stdexcept>

namespace {

constexpr int mostCalls = 20;

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

QJsonObject parameters()
{
    return QJsonDocument::fromJson(R"({
        "type": "object",
        "properties": {
            "code": {"type": "string", "description": "The program"},
            "packages": {"type": "array", "items": {"type": "string"},
                         "description": "PyPI packages to install first, such as pandas"}
        },
        "required": ["code"]})")
        .object();
}

const char description[] =
    "Run a Python 3.12 program on a Linux VM and return its exit code and output. Print what you "
    "want to see. Files it writes stay for later calls.";

} // namespace

Chat::Chat(Dialect dialect, QUrl url, QByteArray key, QString model)
    : m_dialect(dialect)
    , m_url(std::move(url))
    , m_key(std::move(key))
    , m_model(std::move(model))
{}

QString Chat::ask(const QString &question, const Tool &runPython)
{
    m_messages.append(QJsonObject{{s("role"), s("user")}, {s("content"), question}});
    for (int call = 0; call <= mostCalls; ++call) {
        const QJsonObject reply = post(request());
        const QString answer = m_dialect == Dialect::OpenAi ? takeOpenAi(reply, runPython)
                                                            : takeAnthropic(reply, runPython);
        if (!answer.isNull())
            return answer;
    }
    throw std::runtime_error("the model never came to an end");
}

QJsonObject Chat::request() const
{
    QJsonObject body{{s("model"), m_model}, {s("messages"), m_messages}};
    if (m_dialect == Dialect::OpenAi) {
        const QJsonObject function{{s("name"), s("run_python")},
                                   {s("description"), s(description)},
                                   {s("parameters"), parameters()}};
        body[s("tools")] =
            QJsonArray{QJsonObject{{s("type"), s("function")}, {s("function"), function}}};
    } else {
        body[s("max_tokens")] = 4096;
        body[s("tools")] = QJsonArray{QJsonObject{{s("name"), s("run_python")},
                                                  {s("description"), s(description)},
                                                  {s("input_schema"), parameters()}}};
    }
    return body;
}

QJsonObject Chat::post(const QJsonObject &body) const
{
    const bool isOpenAi = m_dialect == Dialect::OpenAi;
    QNetworkRequest request(
        QUrl(m_url.toString() + (isOpenAi ? s("/chat/completions") : s("/v1/messages"))));
    request.setHeader(QNetworkRequest::ContentTypeHeader, s("application/json"));
    // Else the key would follow a redirect to another host.
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy);
    if (isOpenAi) {
        request.setRawHeader("Authorization", "Bearer " + m_key);
    } else {
        request.setRawHeader("x-api-key", m_key);
        request.setRawHeader("anthropic-version", "2023-06-01");
    }
    QNetworkAccessManager network;
    QNetworkReply *reply = network.post(request, QJsonDocument(body).toJson());
    QEventLoop loop;
    QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
    loop.exec();
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status != 200)
        throw std::runtime_error("the model's server answered with status " +
                                 std::to_string(status));
    return QJsonDocument::fromJson(reply->readAll()).object();
}

QString Chat::takeOpenAi(const QJsonObject &reply, const Tool &tool)
{
    const QJsonObject message =
        reply[s("choices")].toArray().first().toObject()[s("message")].toObject();
    m_messages.append(message);
    const QJsonArray calls = message[s("tool_calls")].toArray();
    if (calls.isEmpty())
        return message[s("content")].toString(s(""));
    for (const QJsonValue &value : calls) {
        const QJsonObject call = value.toObject();
        const QByteArray arguments =
            call[s("function")].toObject()[s("arguments")].toString().toUtf8();
        m_messages.append(
            QJsonObject{{s("role"), s("tool")},
                        {s("tool_call_id"), call[s("id")]},
                        {s("content"), tool(QJsonDocument::fromJson(arguments).object())}});
    }
    return {};
}

QString Chat::takeAnthropic(const QJsonObject &reply, const Tool &tool)
{
    const QJsonArray content = reply[s("content")].toArray();
    m_messages.append(QJsonObject{{s("role"), s("assistant")}, {s("content"), content}});
    QJsonArray results;
    QString answer = s("");
    for (const QJsonValue &value : content) {
        const QJsonObject block = value.toObject();
        if (block[s("type")].toString() == s("text"))
            answer += block[s("text")].toString();
        if (block[s("type")].toString() == s("tool_use"))
            results.append(QJsonObject{{s("type"), s("tool_result")},
                                       {s("tool_use_id"), block[s("id")]},
                                       {s("content"), tool(block[s("input")].toObject())}});
    }
    if (results.isEmpty())
        return answer;
    m_messages.append(QJsonObject{{s("role"), s("user")}, {s("content"), results}});
    return {};
}
