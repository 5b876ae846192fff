// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/streamtext.h"
#include "base/error.h"
#include "base/ids.h"
#include "llm/message.h"
#include "sandbox/output.h"

#include <QDateTime>

#include <map>
#include <optional>
#include <variant>

namespace sandglass {

/// One step of a conversation, as it stands in the journal, crosses threads and changes the
/// document: what is shown is what was recorded.

struct MetaRecord
{
    QString title;

    friend bool operator==(const MetaRecord &, const MetaRecord &) = default;
};

/// A question. `parent` is the turn before it; null for the first.
struct TurnRecord
{
    TurnId turn;
    TurnId parent;
    QString text;
    QStringList files; ///< names in the work folder
    QString model;     ///< what answers, for people: "Built-in (no AI)", "gpt-5.5"

    friend bool operator==(const TurnRecord &, const TurnRecord &) = default;
};

/// Text of an answer: appended to the block.
struct TextRecord
{
    TurnId turn;
    BlockId block;
    QString text;

    friend bool operator==(const TextRecord &, const TextRecord &) = default;
};

enum class CellOrigin { Model, Person, Rerun };

/// A cell, before it runs. `turn` is null for one that a person ran outside any turn.
struct CellRecord
{
    CellId cell;
    TurnId turn;
    QString call; ///< the tool call it answers; empty for a person's
    QString code;
    CellOrigin origin = CellOrigin::Model;

    friend bool operator==(const CellRecord &, const CellRecord &) = default;
};

/// Where bytes of an output lie: a name below outputs/.
struct OutputRef
{
    QString file;
    qint64 bytes = 0;

    friend bool operator==(const OutputRef &, const OutputRef &) = default;
};

/// An output as Jupyter sends it (update_display_data and clear_output too), to be folded.
struct OutputRecord
{
    CellId cell;
    Output output;    ///< of a stream: the new text
    int segment = 0;  ///< of a stream: the run of text it continues; counts within the cell
    QString file;     ///< of a long stream: the whole segment lies here below outputs/
    qint64 bytes = 0; ///< of the whole segment by now, where `file` is set
    qint64 lines = 0; ///< line ends in the whole segment, where `was` is set
    QString was;      ///< `file` is the last name of what was called so until now; no new text
    /// Of a bundle: MIME types whose bytes lie below outputs/. A live record has them in `output`
    /// as well, one that was read from the journal hasn't.
    std::map<QString, OutputRef> refs;
    /// Of a long stream read from the journal: head and tail of the whole segment.
    std::optional<StreamText> whole;

    friend bool operator==(const OutputRecord &, const OutputRecord &) = default;
};

struct DoneRecord
{
    CellId cell;
    CellResult result;

    friend bool operator==(const DoneRecord &, const DoneRecord &) = default;
};

/// The end of a turn; in the journal a `done` with `turn`.
struct TurnDoneRecord
{
    enum class Kind { Finished, Stopped, CellLimit, Failed };

    TurnId turn;
    Kind kind = Kind::Finished;
    std::optional<Failure> failure;
    Usage usage = {}; ///< of all requests of the turn

    friend bool operator==(const TurnDoneRecord &, const TurnDoneRecord &) = default;
};

/// A file from the person (kept below files/ and copied to the work folder, or mounted).
struct FileRecord
{
    QString name; ///< in the work folder
    qint64 size = 0;
    bool mounted = false; ///< a big file or a folder below data/, not copied
    QString source;       ///< for a mounted one: its place on this computer
    QString hint;         ///< what the model is told of it beside name and size; a folder's listing
    bool removed = false; ///< the person took it back

    friend bool operator==(const FileRecord &, const FileRecord &) = default;
};

struct NoticeRecord
{
    CellId cell; ///< may be null
    TurnId turn; ///< may be null
    Notice notice;

    friend bool operator==(const NoticeRecord &, const NoticeRecord &) = default;
};

/// The conversation's sandbox is at exe.dev (a local one has no such record); a new `boot` means
/// that variables from before are gone.
struct SandboxRecord
{
    QString vm; ///< empty where none was made yet
    QString boot;
    qint64 last = 0; ///< number of the last event whose outputs are all in the journal

    friend bool operator==(const SandboxRecord &, const SandboxRecord &) = default;
};

/// A type that this version doesn't know: kept as it is.
struct UnknownRecord
{
    QByteArray line;

    friend bool operator==(const UnknownRecord &, const UnknownRecord &) = default;
};

using RecordBody =
    std::variant<MetaRecord, TurnRecord, TextRecord, CellRecord, OutputRecord, DoneRecord,
                 TurnDoneRecord, FileRecord, NoticeRecord, SandboxRecord, UnknownRecord>;

struct Record
{
    qint64 seq = 0;
    QDateTime time; ///< UTC
    RecordBody body;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::Record)
