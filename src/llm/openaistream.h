// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/codeprogress.h"
#include "llm/message.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>

#include <optional>
#include <vector>

namespace sandglass {

/// Puts the chunks of a Chat Completions stream together, tolerant of what servers get wrong: calls
/// without an index or all with index 0, arguments as an object, content null or in parts, no
/// finish_reason. A whole completion counts as one chunk. Pure.
/// Caps: 128 calls; 16 Mi characters of text and arguments. Past them: Error(OutputLimit).
class OpenAiStream
{
public:
    /// What one chunk added.
    struct Delta
    {
        QString text;
        bool code = false; ///< a call's code went on: see code()
    };

    /// Takes the object of one chunk. An error in it is thrown as Error.
    Delta take(const QJsonObject &chunk);

    /// The code so far of the last call.
    QString code() const;

    /// The calls so far, judged: one whose arguments did not come to their end is not complete.
    QList<ToolCall> calls() const;

    /// What the server gave as the reason of the end; nothing where it gave none.
    std::optional<ModelReply::Finish> finish() const { return m_finish; }
    const Usage &usage() const { return m_usage; }

    /// True once any chunk had a choice.
    bool hasChoice() const { return m_hasChoice; }

private:
    struct Call
    {
        std::optional<int> index;
        QString id;
        QString name;
        QString arguments;
        CodeProgress progress;
    };

    void takeChoice(const QJsonObject &choice, Delta &delta);
    void takeCall(const QJsonObject &value, Delta &delta);
    Call &callFor(std::optional<int> index, const QString &id, const QString &name);
    Call &newCall(std::optional<int> index, const QString &id);
    void takeUsage(const QJsonObject &usage);
    void count(qsizetype characters);

    std::vector<Call> m_calls;
    std::optional<ModelReply::Finish> m_finish;
    Usage m_usage;
    qsizetype m_characters = 0;
    bool m_hasChoice = false;
};

} // namespace sandglass
