// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/storedconversation.h"

#include "app/conversation.h"
#include "app/journal.h"
#include "app/openconversation.h"
#include "app/outputfiles.h"
#include "cli/printers.h"

#include <algorithm>

namespace sandglass::cli {

namespace {

constexpr qint64 maxRead = 64 * 1024 * 1024;

/// Gives the blocks of a document to a printer as the records that made them.
class Replay
{
public:
    Replay(Printer &printer, QString outputs, bool whole)
        : m_printer(printer)
        , m_outputs(std::move(outputs))
        , m_whole(whole)
    {}

    void operator()(const QuestionBlock &block)
    {
        endTurn();
        give(block.record);
        m_end = block.end;
    }

    void operator()(const AnswerBlock &block)
    {
        give(TextRecord{block.turn, block.block, block.text});
    }

    void operator()(const CellBlock &block)
    {
        give(block.record);
        for (const ShownOutput &output : block.outputs)
            shown(block.record.cell, output);
        for (const Notice &notice : block.notices)
            give(NoticeRecord{block.record.cell, block.record.turn, notice});
        if (block.result)
            give(DoneRecord{block.record.cell, *block.result});
    }

    void operator()(const NoticeBlock &block) { give(block.record); }

    void endTurn()
    {
        if (m_end)
            give(*m_end);
        m_end.reset();
    }

    void give(const RecordBody &body)
    {
        Record record;
        record.body = body;
        m_printer.record(record);
    }

private:
    void shown(const CellId &cell, const ShownOutput &output)
    {
        OutputRecord record;
        record.cell = cell;
        if (const auto *text = std::get_if<StreamText>(&output.value)) {
            record.output = StreamOutput{text->name, streamText(cell, *text)};
        } else if (const auto *error = std::get_if<ErrorOutput>(&output.value)) {
            record.output = *error;
        } else if (const auto *display = std::get_if<DisplayData>(&output.value)) {
            record.output = DisplayData{whole(display->bundle, output.files)};
        } else if (const auto *result = std::get_if<ExecuteResult>(&output.value)) {
            record.output =
                ExecuteResult{whole(result->bundle, output.files), result->executionCount};
        }
        give(record);
    }

    QByteArray streamText(const CellId &cell, const StreamText &text)
    {
        if (text.bytesLeftOut() <= 0)
            return text.head + text.tail;
        const QByteArray read = m_whole ? readOutput(m_outputs, text.file, maxRead) : QByteArray();
        if (!read.isEmpty() && read.size() < text.bytes)
            give(NoticeRecord{
                cell,
                {},
                Notice{QStringLiteral("truncated"),
                       QStringLiteral("Only the first 64 MiB of a long output are shown."),
                       {}}});
        if (!read.isEmpty())
            return read;
        return text.head + "\n… " + QByteArray::number(text.linesLeftOut()) + " lines (" +
               QByteArray::number(text.bytesLeftOut()) + " bytes) left out …\n" + text.tail;
    }

    MimeBundle whole(MimeBundle bundle, const std::map<QString, OutputRef> &files) const
    {
        for (const auto &[mime, ref] : files)
            bundle.data[mime] = readOutput(m_outputs, ref.file, maxRead);
        return bundle;
    }

    Printer &m_printer;
    QString m_outputs;
    bool m_whole;
    std::optional<TurnDoneRecord> m_end;
};

} // namespace

StoredConversation::StoredConversation(QString dataFolder, ConversationId id)
    : m_dataFolder(std::move(dataFolder))
    , m_id(std::move(id))
{}

bool StoredConversation::hasVm() const
{
    const QString folder = conversationFolder(m_dataFolder, m_id);
    const LoadedJournal loaded = Journal::load(folder + QStringLiteral("/journal.jsonl"));
    return std::any_of(loaded.records.begin(), loaded.records.end(), [](const Record &record) {
        return std::holds_alternative<SandboxRecord>(record.body);
    });
}

void StoredConversation::print(Console &console, bool json) const
{
    const QString folder = conversationFolder(m_dataFolder, m_id);
    const QString outputs = folder + QStringLiteral("/outputs");
    LoadedJournal loaded = Journal::load(folder + QStringLiteral("/journal.jsonl"));
    restoreOutputs(outputs, loaded.records, false);
    Conversation document(m_id);
    for (const Record &record : loaded.records)
        document.apply(record);

    TextPrinter::Style style;
    style.showQuestions = true;
    const std::unique_ptr<Printer> printer = makePrinter(console, m_id, json, style);
    Replay replay(*printer, outputs, json);
    for (const FileRecord &file : document.files())
        replay.give(file);
    for (const Block &block : document.blocks())
        std::visit(replay, block);
    replay.endTurn();
    printer->finish();
    if (loaded.torn || loaded.damaged > 0)
        printer->notice({QStringLiteral("damaged"),
                         QStringLiteral("Some steps of this conversation could not be read."),
                         {}});
}

} // namespace sandglass::cli
