// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/journal.h"

#include "app/diskfile.h"
#include "app/recordjson.h"

#include <QFileInfo>

namespace sandglass {

namespace {

constexpr qsizetype maxWaiting = 16 * 1024 * 1024;
constexpr qint64 retryAfterMs = 1000;
constexpr qint64 chunkSize = 1024 * 1024;

/// Cuts a journal into lines and remembers where they ended; a line over the cap is skipped.
class LineLoader
{
public:
    void feed(const QByteArray &chunk)
    {
        qsizetype from = 0;
        while (from < chunk.size()) {
            const qsizetype end = chunk.indexOf('\n', from);
            const qsizetype to = end < 0 ? chunk.size() : end;
            if (m_line.size() + (to - from) <= maxRecordLine)
                m_line.append(chunk.constData() + from, to - from);
            else
                m_tooLong = true;
            m_read += to - from + (end >= 0);
            if (end >= 0)
                endLine();
            from = to + 1;
        }
    }

    LoadedJournal finish()
    {
        if (m_line.isEmpty() && !m_tooLong)
            return std::move(m_loaded);
        ReadLine last = recordFromLine(m_line);
        if (!m_tooLong && last.kind == ReadLine::Kind::Good) {
            // Only its line end is missing.
            m_loaded.records.push_back(std::move(last.record));
            m_loaded.goodBytes = m_read;
            m_loaded.endsInLine = false;
        } else {
            m_loaded.torn = true;
        }
        return std::move(m_loaded);
    }

private:
    void endLine()
    {
        ReadLine read = m_tooLong ? ReadLine() : recordFromLine(m_line);
        if (read.kind == ReadLine::Kind::Good)
            m_loaded.records.push_back(std::move(read.record));
        else if (read.kind == ReadLine::Kind::Newer)
            m_loaded.newer = true;
        else if (!m_line.isEmpty() || m_tooLong)
            ++m_loaded.damaged;
        m_loaded.goodBytes = m_read;
        m_line.clear();
        m_tooLong = false;
    }

    LoadedJournal m_loaded;
    QByteArray m_line;
    qint64 m_read = 0;
    bool m_tooLong = false;
};

} // namespace

Journal::Journal(QString path)
    : m_path(std::move(path))
    , m_file(m_path)
{}

LoadedJournal Journal::load(const QString &path, std::stop_token stop)
{
    QFile file(path);
    if (!file.exists())
        return {};
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        throw Error(
            ErrorKind::File,
            QStringLiteral("This conversation can't be opened: its journal %1 can't be read (%2).")
                .arg(path, file.errorString()),
            QStringLiteral("Check the permissions of that file and of the folder it is in."));
    }
    LineLoader loader;
    for (;;) {
        if (stop.stop_requested())
            throw Error(ErrorKind::Cancelled, path);
        const QByteArray chunk = file.read(chunkSize);
        if (chunk.isEmpty())
            break;
        loader.feed(chunk);
    }
    if (file.error() != QFileDevice::NoError) {
        throw Error(
            ErrorKind::File,
            QStringLiteral("This conversation can't be opened: reading its journal %1 failed (%2).")
                .arg(path, file.errorString()));
    }
    return loader.finish();
}

void Journal::open(const LoadedJournal &loaded)
{
    const auto fail = [this] {
        throw Error(
            ErrorKind::File,
            QStringLiteral("This conversation can't be saved: %1 can't be written (%2).")
                .arg(m_path, m_file.errorString()),
            QStringLiteral("Check that the disk has room and that the folder may be written."));
    };
    if (!m_file.open(QIODevice::ReadWrite | QIODevice::Unbuffered))
        fail();
    m_file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    m_good = loaded.goodBytes;
    if (!m_file.resize(m_good) || !m_file.seek(m_good))
        fail();
    if (!loaded.endsInLine && !append("\n"))
        fail();
}

bool Journal::append(const QByteArray &lines)
{
    if (m_lost)
        return false;
    const bool failing = !m_waiting.isEmpty();
    m_waiting += lines;
    if (failing && m_lastTry.isValid() && m_lastTry.elapsed() < retryAfterMs &&
        m_waiting.size() < maxWaiting)
        return false;
    if (writeWaiting())
        return true;
    m_lastTry.start();
    if (m_waiting.size() >= maxWaiting) {
        m_waiting.clear();
        m_lost = true;
    }
    return false;
}

bool Journal::writeWaiting()
{
    if (!m_file.isOpen()) {
        m_error = m_file.errorString();
        return false;
    }
    const qint64 written = m_file.write(m_waiting);
    if (written == m_waiting.size()) {
        m_good += written;
        m_waiting.clear();
        return true;
    }
    m_error = m_file.errorString();
    // Half a step must not stand in front of the next try. Where even this fails, the next load
    // drops the torn line.
    if (!m_file.resize(m_good) || !m_file.seek(m_good))
        m_lost = true;
    return false;
}

bool Journal::sync()
{
    if (!m_file.isOpen())
        return false;
    if (!m_waiting.isEmpty() && !m_lost && !writeWaiting())
        return false;
    return syncToDisk(m_file, &m_error);
}

} // namespace sandglass
