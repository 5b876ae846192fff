// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <map>

namespace sandglass {

/// An output as it stands after folding. Bytes named in `files` lie below outputs/ and are read
/// when they are seen; the bundle doesn't hold them.
struct ShownOutput
{
    std::variant<StreamText, DisplayData, ExecuteResult, ErrorOutput> value;
    std::map<QString, OutputRef> files; ///< MIME type to file
};

struct CellBlock
{
    CellRecord record;
    QList<ShownOutput> outputs;
    std::optional<CellResult> result; ///< nothing while it waits or runs
    QList<Notice> notices;
    bool clearAtNext = false; ///< clear_output(wait=True) was said
};

struct QuestionBlock
{
    TurnRecord record;
    std::optional<TurnDoneRecord> end;
};

struct AnswerBlock
{
    TurnId turn;
    BlockId block;
    QString text; ///< Markdown
};

struct NoticeBlock
{
    NoticeRecord record;
};

using Block = std::variant<QuestionBlock, AnswerBlock, CellBlock, NoticeBlock>;

/// The document: what a conversation shows, folded from its records. The thread that reads it, and
/// from then on the GUI thread (the command line's main thread). Live steps and reopening go the
/// same way, through apply().
class Conversation : public QObject
{
    Q_OBJECT

public:
    explicit Conversation(ConversationId id, QObject *parent = nullptr);

    const ConversationId &id() const { return m_id; }
    const QString &title() const { return m_title; }
    const std::vector<Block> &blocks() const { return m_blocks; }
    const QList<FileRecord> &files() const { return m_files; }
    /// The person's file of this name; one without a name where there is none.
    FileRecord file(const QString &name) const;
    /// Whether there is a file of this name, of either side.
    bool hasFile(const QString &name) const;
    /// Names of the files that were given since the last question.
    const QStringList &pendingFiles() const { return m_pendingFiles; }
    /// Files that cells made or changed, the newest state of each.
    const QList<FileInfo> &sandboxFiles() const { return m_sandboxFiles; }
    /// Tokens of all turns that ended.
    const Usage &usage() const { return m_usage; }
    /// The cell's block, or nullptr.
    const CellBlock *cell(const CellId &id) const;
    /// The cells that have no end yet, and the turns.
    QList<CellId> unfinishedCells() const;
    QList<TurnId> unfinishedTurns() const;
    /// The turn asked last; null before the first.
    TurnId lastTurn() const;

    /// Where its sandbox at exe.dev is; nothing for a conversation that has none there.
    const std::optional<SandboxRecord> &place() const { return m_place; }

    void apply(const Record &record);

Q_SIGNALS:
    void blockAdded(int index);
    void blockChanged(int index);
    void titleChanged();
    void filesChanged();

private:
    void applyBody(const MetaRecord &record);
    void applyBody(const TurnRecord &record);
    void applyBody(const TextRecord &record);
    void applyBody(const CellRecord &record);
    void applyBody(const OutputRecord &record);
    void applyBody(const DoneRecord &record);
    void applyBody(const TurnDoneRecord &record);
    void applyBody(const FileRecord &record);
    void applyBody(const NoticeRecord &record);
    void applyBody(const SandboxRecord &record) { m_place = record; }
    void applyBody(const UnknownRecord &) {}

    int add(Block block);
    CellBlock *cellBlock(const CellId &id);
    void updateDisplays(const OutputRecord &record, const MimeBundle &bundle);
    void addSandboxFile(const FileInfo &file);

    ConversationId m_id;
    QString m_title;
    std::vector<Block> m_blocks;
    std::map<CellId, int> m_cellIndex;
    std::map<BlockId, int> m_answerIndex;
    std::map<TurnId, int> m_turnIndex;
    QList<FileRecord> m_files;
    QStringList m_pendingFiles;
    QList<FileInfo> m_sandboxFiles;
    QHash<QString, qsizetype> m_sandboxFileIndex;
    Usage m_usage;
    std::optional<SandboxRecord> m_place;
    QHash<QString, QSet<int>> m_displays; ///< display id to the blocks that show it
};

} // namespace sandglass
