// SPDX-License-Identifier: MIT
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QUrl>

#include <functional>

/// A model behind an OpenAI-compatible or an Anthropic address, with one tool. Blocking.
class Chat
{
public:
    enum class Dialect { OpenAi, Anthropic };

    using Tool = std::function<QString(const QJsonObject &arguments)>;

    /// `url` ends before /chat/completions, or before /v1/messages.
    Chat(Dialect dialect, QUrl url, QByteArray key, QString model);

    /// Asks, lets the model call run_python as often as it wants (at most 20 times), and gives
    /// its answer. Throws std::runtime_error.
    QString ask(const QString &question, const Tool &runPython);

private:
    QJsonObject post(const QJsonObject &body) const;
    QJsonObject request() const;

    /// Each takes the model's reply into the history; empty where it called the tool.
    QString takeOpenAi(const QJsonObject &reply, const Tool &tool);
    QString takeAnthropic(const QJsonObject &reply, const Tool &tool);

    Dialect m_dialect;
    QUrl m_url;
    QByteArray m_key;
    QString m_model;
    QJsonArray m_messages;
};
