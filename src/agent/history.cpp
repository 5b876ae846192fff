// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/history.h"

#include "agent/codecall.h"
#include "llm/toolresult.h"

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype messageCost = 40;  // roles, ids and braces of one message
constexpr qsizetype shortResult = 600; // what an old tool result may keep

qsizetype sizeOf(const Message &message)
{
    qsizetype size = messageCost + message.text.size();
    for (const ToolCall &call : message.calls)
        size += messageCost + call.name.size() + call.arguments.size();
    return size;
}

QString headAndTail(const QString &text, qsizetype length)
{
    if (text.size() <= length)
        return text;
    const qsizetype half = std::max<qsizetype>(0, length / 2);
    return text.left(half) + QLatin1Char('\n') +
           noteLine(QStringLiteral("%1 characters were left out here to keep the request short.")
                        .arg(text.size() - 2 * half)) +
           QLatin1Char('\n') + text.right(half);
}

bool isQuestion(const Message &message)
{
    return message.role == Message::Role::User;
}

qsizetype indexOfQuestion(const QList<Message> &messages, qsizetype from)
{
    for (qsizetype i = from; i < messages.size(); ++i) {
        if (isQuestion(messages[i]))
            return i;
    }
    return -1;
}

/// Trims step by step; `size` follows what is left.
class Trimmer
{
public:
    Trimmer(QList<Message> &messages, qsizetype budget, TrimReport &report)
        : m_messages(messages)
        , m_report(report)
        , m_budget(budget)
        , m_size(historySize(messages))
    {}

    void run()
    {
        shortenResults();
        dropTurns();
        dropCells();
        cutQuestion();
    }

private:
    bool fits() const { return m_size <= m_budget; }

    void shortenResults()
    {
        for (Message &message : m_messages) {
            if (fits())
                return;
            if (message.role != Message::Role::Tool || message.text.size() <= shortResult + 100)
                continue;
            m_size -= message.text.size();
            message.text = headAndTail(message.text, shortResult);
            m_size += message.text.size();
            ++m_report.shortenedResults;
        }
    }

    void dropTurns()
    {
        while (!fits()) {
            const qsizetype next = indexOfQuestion(m_messages, 1);
            if (next < 0)
                break;
            remove(0, next);
            ++m_report.droppedTurns;
        }
        if (m_report.droppedTurns == 0 || m_messages.isEmpty())
            return;
        const QString note =
            noteLine(QStringLiteral(
                         "%1 earlier messages of the person, with their answers, were left out to "
                         "keep the request short.")
                         .arg(m_report.droppedTurns));
        m_messages.first().text.prepend(note + QLatin1String("\n\n"));
        m_size += note.size() + 2;
    }

    void dropCells()
    {
        const qsizetype first = m_messages.isEmpty() || !isQuestion(m_messages.first()) ? 0 : 1;
        // The last group stays: the model has not seen its results yet.
        for (;;) {
            qsizetype end = first + 1;
            while (end < m_messages.size() && m_messages[end].role == Message::Role::Tool)
                ++end;
            if (fits() || end >= m_messages.size())
                return;
            m_report.droppedCells += int(m_messages[first].calls.size());
            remove(first, end - first);
        }
    }

    void cutQuestion()
    {
        if (fits() || m_messages.isEmpty())
            return;
        QString &text = m_messages.first().text;
        const qsizetype rest = m_size - text.size();
        if (text.size() <= 2000)
            return;
        text = headAndTail(text, std::max<qsizetype>(1000, m_budget - rest - 100));
        m_report.questionCut = true;
    }

    void remove(qsizetype from, qsizetype count)
    {
        for (qsizetype i = from; i < from + count; ++i)
            m_size -= sizeOf(m_messages[i]);
        m_messages.remove(from, count);
    }

    QList<Message> &m_messages;
    TrimReport &m_report;
    qsizetype m_budget;
    qsizetype m_size;
};

} // namespace

qsizetype historySize(const QList<Message> &messages)
{
    qsizetype size = 0;
    for (const Message &message : messages)
        size += sizeOf(message);
    return size;
}

QList<Message> trimHistory(QList<Message> messages, qsizetype budget, TrimReport *report)
{
    TrimReport own;
    Trimmer(messages, budget, report ? *report : own).run();
    return messages;
}

QString cancelledResult()
{
    return noteLine(failureNote(QStringLiteral("it was not run, cancelled by the person.")));
}

QList<Message> validHistory(const QList<Message> &messages)
{
    QList<Message> valid;
    for (qsizetype i = 0; i < messages.size(); ++i) {
        const Message &message = messages[i];
        if (message.role == Message::Role::Tool)
            continue; // taken below, with its call
        if (message.text.isEmpty() && message.calls.isEmpty())
            continue;
        valid.append(message);
        if (message.calls.isEmpty())
            continue;
        QList<Message> results;
        for (qsizetype k = i + 1; k < messages.size() && messages[k].role == Message::Role::Tool;
             ++k)
            results.append(messages[k]);
        for (ToolCall &call : valid.last().calls) {
            const auto found =
                std::find_if(results.begin(), results.end(),
                             [&call](const Message &result) { return result.callId == call.id; });
            Message result{Message::Role::Tool, cancelledResult(), {}, call.id};
            if (found != results.end()) {
                result = *found;
                results.erase(found);
            }
            call = sendableCall(call);
            valid.append(result);
        }
    }
    return valid;
}

} // namespace sandglass
