// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

#include <QCryptographicHash>
#include <QFile>

#include <map>
#include <memory>

namespace sandglass {

/// The files below outputs/ of a conversation: images by content hash, long stream text in a file
/// for each segment. One thread at a time (Recorder's mutex). It also decides which segment stream
/// text belongs to and caps what one cell can pile up in memory.
class OutputStore
{
public:
    /// Stream segments and other outputs of one cell; past them text goes on in the last segment of
    /// its stream, and other outputs are dropped.
    static constexpr int maxSegments = 1000;
    static constexpr int maxBundles = 2000;
    /// What the segments of one cell may keep in memory together.
    static constexpr qint64 maxShownText = 8 * 1024 * 1024;
    /// Longest text of a segment, or of one MIME type, that stands in the journal itself.
    static constexpr qsizetype maxInline = 64 * 1024;
    /// What the files of one cell may hold together.
    static constexpr qint64 maxCellBytes = 4LL << 30;

    struct Added
    {
        std::optional<OutputRecord> shown; ///< as it goes to the document, with its bytes
        std::optional<OutputRecord> kept;  ///< what goes into the journal; nothing: a file has it
        std::optional<Notice> notice;      ///< something was capped, said once a cell
    };

    explicit OutputStore(QString folder); ///< the path of outputs/; made when it is needed

    /// The outputs of a cell come anew; segments count from `segment` on, which no record of it
    /// has yet.
    void begin(const CellId &cell, int segment);

    /// Takes an output as the sandbox gave it.
    Added add(const CellId &cell, const Output &output);

    /// The cell is done: its growing files get their last names. The records are to be journaled
    /// first; rename() then does it.
    QList<OutputRecord> finish(const CellId &cell);
    void rename(const QList<OutputRecord> &records);
    /// Cells that have growing files.
    QList<CellId> growing() const;

    /// Puts files that finish() puts in their place on the disk, with fsync.
    void sync();

    /// Why the last write failed; empty where none did since the last call.
    QString takeError();

private:
    struct Segment
    {
        int number = 0;
        qint64 bytes = 0;
        qint64 lines = 0;
        QByteArray text; ///< until it goes to a file
        std::unique_ptr<QFile> part;
        std::unique_ptr<QCryptographicHash> hash;
        QString partName;
        bool lost = false; ///< its file couldn't be written
    };

    struct CellState
    {
        int nextSegment = 0;
        int segments = 0;
        int bundles = 0;
        qint64 shownText = 0;
        qint64 fileBytes = 0;
        bool clearAtNext = false;
        bool capSaid = false;
        std::optional<StreamOutput::Name> open;     ///< the last output is this stream
        std::map<StreamOutput::Name, Segment> last; ///< the newest segment of each stream
        QList<OutputRecord> closed; ///< files that no longer grow, to be renamed at the end
    };

    Added addStream(const CellId &cell, CellState &state, const StreamOutput &output);
    Added addBundle(CellState &state, OutputRecord record, MimeBundle &bundle);
    Segment &segmentFor(CellState &state, StreamOutput::Name name);
    void grow(CellState &state, Segment &segment, const QByteArray &text);
    bool startPart(const CellId &cell, StreamOutput::Name name, Segment &segment);
    void close(const CellId &cell, CellState &state, StreamOutput::Name name);
    void clear(CellState &state);
    QString storeBytes(const QByteArray &bytes, const QString &extension);
    std::optional<Notice> cap(CellState &state, const QString &text);
    bool makeFolder();
    void fail(const QString &error);

    QString m_folder;
    std::map<CellId, CellState> m_cells;
    QStringList m_unsynced;
    QString m_error;
};

} // namespace sandglass
