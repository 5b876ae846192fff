// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/conversation.h"

#include "app/outputfold.h"

namespace sandglass {

namespace {

constexpr qsizetype maxNotices = 200;         ///< of one cell
constexpr qsizetype maxSandboxFiles = 10'000; ///< in the list of files that cells made

QString displayIdOf(const Output &output)
{
    if (const auto *display = std::get_if<DisplayData>(&output))
        return display->bundle.displayId;
    if (const auto *result = std::get_if<ExecuteResult>(&output))
        return result->bundle.displayId;
    return {};
}

} // namespace

Conversation::Conversation(ConversationId id, QObject *parent)
    : QObject(parent)
    , m_id(std::move(id))
{}

const CellBlock *Conversation::cell(const CellId &id) const
{
    const auto it = m_cellIndex.find(id);
    return it == m_cellIndex.end()
               ? nullptr
               : &std::get<CellBlock>(m_blocks[static_cast<size_t>(it->second)]);
}

CellBlock *Conversation::cellBlock(const CellId &id)
{
    return const_cast<CellBlock *>(cell(id));
}

FileRecord Conversation::file(const QString &name) const
{
    const auto it = std::find_if(m_files.begin(), m_files.end(),
                                 [&](const FileRecord &file) { return file.name == name; });
    return it == m_files.end() ? FileRecord() : *it;
}

bool Conversation::hasFile(const QString &name) const
{
    return m_sandboxFileIndex.contains(name) || !file(name).name.isEmpty();
}

QList<CellId> Conversation::unfinishedCells() const
{
    QList<CellId> cells;
    for (const auto &[id, index] : m_cellIndex) {
        if (!std::get<CellBlock>(m_blocks[static_cast<size_t>(index)]).result)
            cells << id;
    }
    return cells;
}

QList<TurnId> Conversation::unfinishedTurns() const
{
    QList<TurnId> turns;
    for (const auto &[id, index] : m_turnIndex) {
        if (!std::get<QuestionBlock>(m_blocks[static_cast<size_t>(index)]).end)
            turns << id;
    }
    return turns;
}

TurnId Conversation::lastTurn() const
{
    for (auto it = m_blocks.rbegin(); it != m_blocks.rend(); ++it) {
        if (const auto *question = std::get_if<QuestionBlock>(&*it))
            return question->record.turn;
    }
    return {};
}

void Conversation::apply(const Record &record)
{
    std::visit([this](const auto &body) { applyBody(body); }, record.body);
}

int Conversation::add(Block block)
{
    m_blocks.push_back(std::move(block));
    return static_cast<int>(m_blocks.size()) - 1;
}

void Conversation::applyBody(const MetaRecord &record)
{
    m_title = record.title;
    Q_EMIT titleChanged();
}

void Conversation::applyBody(const TurnRecord &record)
{
    if (m_turnIndex.contains(record.turn))
        return;
    m_pendingFiles.clear();
    const int index = add(QuestionBlock{record, {}});
    m_turnIndex[record.turn] = index;
    Q_EMIT blockAdded(index);
}

void Conversation::applyBody(const TextRecord &record)
{
    const auto it = m_answerIndex.find(record.block);
    if (it != m_answerIndex.end()) {
        std::get<AnswerBlock>(m_blocks[static_cast<size_t>(it->second)]).text += record.text;
        Q_EMIT blockChanged(it->second);
        return;
    }
    const int index = add(AnswerBlock{record.turn, record.block, record.text});
    m_answerIndex[record.block] = index;
    Q_EMIT blockAdded(index);
}

void Conversation::applyBody(const CellRecord &record)
{
    if (m_cellIndex.contains(record.cell))
        return;
    CellBlock block;
    block.record = record;
    const int index = add(std::move(block));
    m_cellIndex[record.cell] = index;
    Q_EMIT blockAdded(index);
}

void Conversation::applyBody(const OutputRecord &record)
{
    if (const auto *update = std::get_if<UpdateDisplayData>(&record.output)) {
        updateDisplays(record, update->bundle);
        return;
    }
    const auto it = m_cellIndex.find(record.cell);
    if (it == m_cellIndex.end())
        return;
    foldOutput(std::get<CellBlock>(m_blocks[static_cast<size_t>(it->second)]), record);
    const QString displayId = displayIdOf(record.output);
    if (!displayId.isEmpty())
        m_displays[displayId].insert(it->second);
    Q_EMIT blockChanged(it->second);
}

void Conversation::updateDisplays(const OutputRecord &record, const MimeBundle &bundle)
{
    // Display ids are the kernel's, so that an update may reach a cell that ended long ago.
    const QSet<int> indexes = m_displays.value(bundle.displayId);
    for (const int index : indexes) {
        if (updateDisplay(std::get<CellBlock>(m_blocks[static_cast<size_t>(index)]), record,
                          bundle))
            Q_EMIT blockChanged(index);
    }
}

void Conversation::applyBody(const DoneRecord &record)
{
    CellBlock *block = cellBlock(record.cell);
    if (!block || block->result)
        return;
    block->result = record.result;
    for (const FileInfo &file : record.result.files)
        addSandboxFile(file);
    Q_EMIT blockChanged(m_cellIndex[record.cell]);
    if (!record.result.files.isEmpty())
        Q_EMIT filesChanged();
}

void Conversation::addSandboxFile(const FileInfo &file)
{
    const auto it = m_sandboxFileIndex.constFind(file.name);
    if (it != m_sandboxFileIndex.constEnd()) {
        m_sandboxFiles[*it] = file;
    } else if (m_sandboxFiles.size() < maxSandboxFiles) {
        m_sandboxFileIndex.insert(file.name, m_sandboxFiles.size());
        m_sandboxFiles << file;
    }
}

void Conversation::applyBody(const TurnDoneRecord &record)
{
    const auto it = m_turnIndex.find(record.turn);
    if (it == m_turnIndex.end())
        return;
    auto &question = std::get<QuestionBlock>(m_blocks[static_cast<size_t>(it->second)]);
    if (question.end)
        return;
    question.end = record;
    m_usage.inputTokens += record.usage.inputTokens;
    m_usage.outputTokens += record.usage.outputTokens;
    Q_EMIT blockChanged(it->second);
}

void Conversation::applyBody(const FileRecord &record)
{
    m_files.removeIf([&](const FileRecord &file) { return file.name == record.name; });
    m_pendingFiles.removeAll(record.name);
    if (!record.removed) {
        m_files << record;
        m_pendingFiles << record.name;
    }
    Q_EMIT filesChanged();
}

void Conversation::applyBody(const NoticeRecord &record)
{
    if (CellBlock *block = cellBlock(record.cell)) {
        if (block->notices.size() >= maxNotices)
            return;
        block->notices << record.notice;
        Q_EMIT blockChanged(m_cellIndex[record.cell]);
        return;
    }
    Q_EMIT blockAdded(add(NoticeBlock{record}));
}

} // namespace sandglass
