// SPDX-License-Identifier: GPL-3.0-or-later
// A language model that computes in a VM: ask "What is the 1000th prime?". OPENAI_BASE_URL (with
// /v1), OPENAI_API_KEY and MODEL say which model; the token for exe.dev comes from EXE_TOKEN.
#include <exedev/client.h>
#include <sandglass-sandbox/codesandbox.h>

#include <QCoreApplication>
#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>

#include <cstdio>
#include <stdexcept>

constexpr int mostSteps = 20;
const char tools[] = R"([{"type": "function", "function": {"name": "run_python",
    "description": "Runs Python code in a notebook whose variables stay. Print what you need.",
    "parameters": {"type": "object", "required": ["code"],
                   "properties": {"code": {"type": "string"}}}}}])";

/// The model's next message after these.
QJsonObject next(const QJsonArray &messages)
{
    const QString url = qEnvironmentVariable("OPENAI_BASE_URL", "https://api.openai.com/v1");
    QNetworkRequest request(QUrl(url + "/chat/completions"));
    request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
    request.setRawHeader("Authorization", "Bearer " + qgetenv("OPENAI_API_KEY"));
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute,
                         QNetworkRequest::ManualRedirectPolicy); // the key stays at its server
    const QJsonObject body{{"model", qEnvironmentVariable("MODEL", "gpt-5.5")},
                           {"messages", messages},
                           {"tools", QJsonDocument::fromJson(tools).array()}};
    QNetworkAccessManager network;
    QNetworkReply *reply = network.post(request, QJsonDocument(body).toJson());
    QEventLoop loop;
    QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
    loop.exec();
    if (reply->error() != QNetworkReply::NoError)
        throw std::runtime_error("The model: " + reply->errorString().toStdString());
    const QJsonObject answer = QJsonDocument::fromJson(reply->readAll()).object();
    const QJsonObject message = answer["choices"][0]["message"].toObject();
    if (message.isEmpty())
        throw std::runtime_error("The model's answer makes no sense.");
    return message;
}

int main(int argc, char **argv)
try {
    const QCoreApplication app(argc, argv);
    exedev::ClientOptions access;
    access.baseUrl = QUrl(qEnvironmentVariable("EXE_BASE_URL", "https://exe.dev"));
    sandglass::CodeSandbox sandbox(access); // its VM is deleted at the end of the scope
    const QString question = QCoreApplication::arguments().value(1, "What is the 1000th prime?");
    QJsonArray messages{QJsonObject{{"role", "user"}, {"content", question}}};
    for (int step = 0; step < mostSteps; ++step) {
        const QJsonObject message = next(messages);
        messages.append(message);
        const QJsonArray calls = message["tool_calls"].toArray();
        if (calls.isEmpty()) {
            std::printf("%s\n", qPrintable(message["content"].toString()));
            return 0;
        }
        for (const QJsonValue &call : calls) {
            const QString arguments = call["function"]["arguments"].toString();
            const QJsonObject given = QJsonDocument::fromJson(arguments.toUtf8()).object();
            const auto result = sandbox.runCode(given["code"].toString());
            messages.append(QJsonObject{{"role", "tool"},
                                        {"tool_call_id", call["id"]},
                                        {"content", (result.text + result.error).right(10'000)}});
        }
    }
    throw std::runtime_error("The model never came to an end.");
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
