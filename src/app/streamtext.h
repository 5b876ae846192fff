// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/output.h"

namespace sandglass {

/// Stream text with a bounded place in memory: head and tail here, all of it in a file.
struct StreamText
{
    static constexpr qsizetype headSize = 32 * 1024;
    static constexpr qsizetype tailSize = 64 * 1024; ///< at least; up to twice that while it grows

    StreamOutput::Name name = StreamOutput::Name::Stdout;
    int segment = 0;  ///< counts within the cell
    QByteArray head;  ///< the first bytes, or all of them
    QByteArray tail;  ///< the last bytes where it is long; else empty
    qint64 bytes = 0; ///< of the whole
    qint64 lines = 0; ///< line ends in the whole
    QString file;     ///< name below outputs/, empty while short

    /// Adds text at the end; what no longer fits is dropped from the start of the tail. Neither
    /// head nor tail is cut inside a UTF-8 character.
    void append(const QByteArray &text);

    /// A long text of which only the first and last bytes are at hand; both are cut back to whole
    /// characters, the head to headSize.
    static StreamText ofEnds(QByteArray first, QByteArray last, qint64 bytes, qint64 lines);

    qint64 bytesLeftOut() const { return bytes - head.size() - tail.size(); }
    qint64 linesLeftOut() const { return lines - head.count('\n') - tail.count('\n'); }

    friend bool operator==(const StreamText &, const StreamText &) = default;
};

} // namespace sandglass
