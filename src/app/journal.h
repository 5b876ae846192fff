// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

#include <QElapsedTimer>
#include <QFile>

#include <stop_token>
#include <vector>

namespace sandglass {

/// What a journal file said.
struct LoadedJournal
{
    std::vector<Record> records;
    qint64 goodBytes = 0;   ///< up to the end of the last whole line
    bool endsInLine = true; ///< false: the last line is whole but for its line end
    bool torn = false;      ///< the last line was cut off; it isn't in `records`
    int damaged = 0;        ///< lines that make no sense; skipped, left in the file
    bool newer = false;     ///< a newer version wrote some of it
};

/// The append-only file of a conversation's records. One thread at a time (Recorder's mutex). What
/// can't be written stays in memory up to a cap and is tried again at later steps, so that nothing
/// is missing from the middle when the disk has room again.
class Journal
{
public:
    explicit Journal(QString path);

    /// Reads a journal; a missing one is empty. Throws Error: File where it can't be read at all,
    /// Cancelled.
    static LoadedJournal load(const QString &path, std::stop_token stop = {});

    /// Opens for appending after what load() found good: a torn end is cut away.
    /// Throws Error(File).
    void open(const LoadedJournal &loaded);

    /// Writes the lines of one step with one write(). False where that failed.
    bool append(const QByteArray &lines);

    /// Everything written so far is on the disk after this.
    bool sync();

    bool isSaving() const { return m_waiting.isEmpty() && !m_lost; }
    const QString &errorText() const { return m_error; }

private:
    bool writeWaiting();

    QString m_path;
    QFile m_file;
    qint64 m_good = 0; ///< bytes of whole steps in the file
    QByteArray m_waiting;
    bool m_lost = false; ///< more than the cap waited: the rest of the conversation isn't kept
    QElapsedTimer m_lastTry;
    QString m_error;
};

} // namespace sandglass
