// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/history.h"

#include "agent/history.h"
#include "agent/resulttext.h"
#include "app/lostcells.h"
#include "llm/question.h"
#include "llm/toolresult.h"

#include <nlohmann/json.hpp>

namespace sandglass {

namespace {

/// What a cell showed, as the model is told it.
QString resultOf(const CellBlock &cell)
{
    if (!cell.result)
        return cancelledResult();
    ResultText text;
    for (const ShownOutput &output : cell.outputs) {
        if (const auto *stream = std::get_if<StreamText>(&output.value)) {
            // What lies between is far from the end, which is all that a model gets to see.
            text.add(StreamOutput{stream->name, stream->head});
            text.add(StreamOutput{stream->name, stream->tail});
        } else if (const auto *display = std::get_if<DisplayData>(&output.value)) {
            DisplayData whole = *display;
            for (const auto &entry : output.files)
                whole.bundle.data[entry.first]; // its kind counts, not its bytes
            text.add(whole);
        } else if (const auto *result = std::get_if<ExecuteResult>(&output.value)) {
            ExecuteResult whole = *result;
            for (const auto &entry : output.files)
                whole.bundle.data[entry.first];
            text.add(whole);
        } else if (const auto *error = std::get_if<ErrorOutput>(&output.value)) {
            text.add(*error);
        }
    }
    return text.finish(*cell.result);
}

/// Builds the messages block by block.
class HistoryBuilder
{
public:
    explicit HistoryBuilder(const Conversation &conversation)
        : m_conversation(conversation)
    {}

    void add(const QuestionBlock &question)
    {
        flushText();
        QList<AttachedFile> files;
        for (const QString &name : question.record.files)
            files << attached(name);
        m_messages << Message{
            Message::Role::User, m_notes + questionText(question.record.text, files), {}, {}};
        m_notes.clear();
    }

    void add(const AnswerBlock &answer)
    {
        flushText();
        m_text = answer.text;
    }

    void add(const CellBlock &cell)
    {
        if (cell.record.origin == CellOrigin::Model && !cell.record.turn.isNull()) {
            addCall(cell);
            return;
        }
        const bool isOk = cell.result && cell.result->status == CellStatus::Ok;
        if (cell.record.origin == CellOrigin::Rerun && isOk)
            return; // it is here already; a notice tells that variables are back
        // As a call of its own, so that code and result stay as they are; after a message of the
        // person, because an answer can't come first.
        flushText();
        addNote(cell.record.origin == CellOrigin::Rerun
                    ? QStringLiteral("The next cell was run again for its variables.")
                    : QStringLiteral("The person ran the next cell, not you."));
        m_messages << Message{Message::Role::User, std::exchange(m_notes, {}).trimmed(), {}, {}};
        addCall(cell);
    }

    void add(const NoticeBlock &notice)
    {
        const QString &kind = notice.record.notice.kind;
        if (kind == kernelNotice || kind == restoredNotice)
            addNote(notice.record.notice.text);
    }

    void addNote(const QString &note) { m_notes += noteLine(note) + QLatin1Char('\n'); }

    QList<Message> finish()
    {
        flushText();
        return std::move(m_messages);
    }

private:
    void addCall(const CellBlock &cell)
    {
        const nlohmann::json arguments{{"code", cell.record.code.toStdString()}};
        ToolCall call;
        call.id = cell.record.call.isEmpty() ? cell.record.cell.toString() : cell.record.call;
        call.name = QStringLiteral("run_python");
        call.arguments = QByteArray::fromStdString(
            arguments.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
        m_messages << Message{Message::Role::Assistant, std::exchange(m_text, {}), {call}, {}};
        m_messages << Message{Message::Role::Tool, resultOf(cell), {}, call.id};
    }

    void flushText()
    {
        if (!m_text.isEmpty())
            m_messages << Message{Message::Role::Assistant, std::exchange(m_text, {}), {}, {}};
    }

    AttachedFile attached(const QString &name) const
    {
        const FileRecord record = m_conversation.file(name);
        return {name, record.size, record.mounted ? QStringLiteral("read-only") : record.hint};
    }

    const Conversation &m_conversation;
    QList<Message> m_messages;
    QString m_text;
    QString m_notes;
};

} // namespace

QList<Message> modelHistory(const Conversation &conversation, const TurnRecord &question,
                            const QStringList &notes)
{
    HistoryBuilder builder(conversation);
    for (const Block &block : conversation.blocks())
        std::visit([&](const auto &value) { builder.add(value); }, block);
    for (const QString &note : notes)
        builder.addNote(note);
    builder.add(QuestionBlock{question, {}});
    return validHistory(builder.finish());
}

} // namespace sandglass
