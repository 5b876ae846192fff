// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

#include <QObject>

#include <map>

namespace sandglass {

/// Stream text with a bounded place in memory: head and tail here, all of it in a file.
struct StreamText
{
    StreamOutput::Name name = StreamOutput::Name::Stdout;
    QByteArray head;      ///< the first bytes, or all of them
    QByteArray tail;      ///< the last bytes where it is long; else empty
    qint64 bytes = 0;     ///< of the whole
    qint64 lines = 0;     ///< line ends in the whole
    QString file;         ///< name below outputs/, empty while short
};

/// An image or a long text lies below outputs/ and is read when it is seen.
struct ShownOutput
{
    std::variant<StreamText, DisplayData, ExecuteResult, ErrorOutput> value;
};

struct CellBlock
{
    CellRecord record;
    QList<ShownOutput> outputs;
    std::optional<CellResult> result; ///< nothing while it waits or runs
    QList<Notice> notices;
    bool clearAtNext = false;         ///< clear_output(wait=True) was said
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

/// The document: what a conversation shows, folded from its records. GUI thread (the command line's
/// main thread). Live steps and reopening go the same way, through apply().
class Conversation : public QObject
{
    Q_OBJECT

public:
    explicit Conversation(ConversationId id, QObject *parent = nullptr);

    const ConversationId &id() const { return m_id; }
    const QString &title() const { return m_title; }
    const std::vector<Block> &blocks() const { return m_blocks; }
    const QList<FileRecord> &files() const { return m_files; }
    /// Files that cells made or changed, the newest state of each.
    const QList<FileInfo> &sandboxFiles() const { return m_sandboxFiles; }
    /// The cell's block, or nullptr.
    const CellBlock *cell(const CellId &id) const;

    void apply(const Record &record);

Q_SIGNALS:
    void blockAdded(int index);
    void blockChanged(int index);
    void titleChanged();
    void filesChanged();

private:
    ConversationId m_id;
    QString m_title;
    std::vector<Block> m_blocks;
    std::map<CellId, int> m_cellIndex;
    std::map<BlockId, int> m_answerIndex;
    std::map<TurnId, int> m_turnIndex;
    QList<FileRecord> m_files;
    QList<FileInfo> m_sandboxFiles;
};

} // namespace sandglass
