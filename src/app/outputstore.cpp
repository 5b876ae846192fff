// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outputstore.h"

#include "app/diskfile.h"
#include "app/outputfiles.h"
#include "app/outputjson.h"

#include <QDir>

namespace sandglass {

namespace {

QString streamWord(StreamOutput::Name name)
{
    return name == StreamOutput::Name::Stdout ? QStringLiteral("stdout") : QStringLiteral("stderr");
}

} // namespace

OutputStore::OutputStore(QString folder)
    : m_folder(std::move(folder))
{}

void OutputStore::begin(const CellId &cell, int segment)
{
    m_cells[cell].nextSegment = segment;
}

OutputStore::Added OutputStore::add(const CellId &cell, const Output &output)
{
    CellState &state = m_cells[cell];
    if (const auto *clearOutput = std::get_if<ClearOutput>(&output)) {
        state.clearAtNext = clearOutput->wait;
        if (!clearOutput->wait)
            clear(state);
    } else if (std::exchange(state.clearAtNext, false)) {
        clear(state);
    }
    if (const auto *stream = std::get_if<StreamOutput>(&output))
        return addStream(cell, state, *stream);
    OutputRecord record;
    record.cell = cell;
    record.output = output;
    if (auto *display = std::get_if<DisplayData>(&record.output))
        return addBundle(state, record, display->bundle);
    if (auto *update = std::get_if<UpdateDisplayData>(&record.output))
        return addBundle(state, record, update->bundle);
    if (auto *result = std::get_if<ExecuteResult>(&record.output))
        return addBundle(state, record, result->bundle);
    state.open.reset();
    if (++state.bundles > maxBundles && std::holds_alternative<ErrorOutput>(output))
        return {};
    return {record, record, {}};
}

OutputStore::Added OutputStore::addStream(const CellId &cell, CellState &state,
                                          const StreamOutput &output)
{
    Added added;
    if (state.open != output.name) {
        const bool full = state.segments >= maxSegments || state.shownText >= maxShownText;
        if (full && state.last.contains(output.name)) {
            added.notice =
                cap(state, QStringLiteral(
                               "This cell changes between its output streams and figures so often "
                               "that their order is no longer kept: more text is added to the last "
                               "piece of its stream. No text is lost."));
        } else {
            close(cell, state, output.name);
        }
        state.open = output.name;
    }
    Segment &segment = segmentFor(state, output.name);
    const bool wasInFile = segment.part != nullptr;
    grow(state, segment, output.text);
    if (!segment.part && !segment.lost && segment.bytes > maxInline)
        startPart(cell, output.name, segment);
    OutputRecord record;
    record.cell = cell;
    record.output = output;
    record.segment = segment.number;
    if (segment.part && !segment.lost) {
        record.file = segment.partName;
        record.bytes = segment.bytes;
    }
    added.shown = record;
    // Once a segment has its file the journal says so, and no more until its end.
    if (!segment.part || !wasInFile)
        added.kept = record;
    if (added.kept && segment.part)
        std::get<StreamOutput>(added.kept->output).text.clear();
    if (segment.lost && segment.bytes > maxInline)
        added.kept.reset();
    return added;
}

OutputStore::Segment &OutputStore::segmentFor(CellState &state, StreamOutput::Name name)
{
    const auto it = state.last.find(name);
    if (it != state.last.end())
        return it->second;
    Segment &segment = state.last[name];
    segment.number = state.nextSegment++;
    ++state.segments;
    return segment;
}

void OutputStore::grow(CellState &state, Segment &segment, const QByteArray &text)
{
    constexpr qint64 inMemory = StreamText::headSize + 2 * StreamText::tailSize;
    state.shownText -= std::min(segment.bytes, inMemory);
    segment.bytes += text.size();
    state.shownText += std::min(segment.bytes, inMemory);
    segment.lines += text.count('\n');
    if (segment.lost)
        return;
    if (!segment.part) {
        segment.text += text;
        return;
    }
    segment.hash->addData(text);
    if (segment.part->write(text) != text.size()) {
        fail(segment.part->errorString());
        segment.lost = true;
    }
}

bool OutputStore::startPart(const CellId &cell, StreamOutput::Name name, Segment &segment)
{
    segment.partName =
        QStringLiteral("%1-%2-%3.part").arg(cell.toString(), streamWord(name)).arg(segment.number);
    segment.part = std::make_unique<QFile>(m_folder + QLatin1Char('/') + segment.partName);
    segment.hash = std::make_unique<QCryptographicHash>(QCryptographicHash::Sha256);
    segment.hash->addData(segment.text);
    if (!makeFolder() ||
        !segment.part->open(QIODevice::WriteOnly | QIODevice::Unbuffered | QIODevice::NewOnly) ||
        segment.part->write(segment.text) != segment.text.size()) {
        fail(segment.part->errorString());
        segment.lost = true;
    }
    segment.text = {};
    return !segment.lost;
}

void OutputStore::close(const CellId &cell, CellState &state, StreamOutput::Name name)
{
    const auto it = state.last.find(name);
    if (it == state.last.end())
        return;
    Segment &segment = it->second;
    if (segment.part && !segment.lost) {
        OutputRecord record;
        record.cell = cell;
        record.output = StreamOutput{name, {}};
        record.segment = segment.number;
        record.was = segment.partName;
        record.file = QString::fromLatin1(segment.hash->result().toHex()) + QLatin1String(".txt");
        record.bytes = segment.bytes;
        record.lines = segment.lines;
        state.closed << record;
    }
    state.last.erase(it);
}

void OutputStore::clear(CellState &state)
{
    for (auto &[name, segment] : state.last) {
        if (segment.part)
            segment.part->remove();
    }
    for (const OutputRecord &record : std::as_const(state.closed))
        QFile::remove(m_folder + QLatin1Char('/') + record.was);
    state.last.clear();
    state.closed.clear();
    state.open.reset();
    state.segments = 0;
    state.bundles = 0;
    state.shownText = 0;
}

OutputStore::Added OutputStore::addBundle(CellState &state, OutputRecord record, MimeBundle &bundle)
{
    const bool update = std::holds_alternative<UpdateDisplayData>(record.output);
    state.open.reset();
    if (!update && ++state.bundles > maxBundles) {
        return {{},
                {},
                cap(state, QStringLiteral(
                               "This cell shows more than %1 figures and values; more of them are "
                               "not kept. Show fewer, or clear the output in between.")
                               .arg(maxBundles))};
    }
    Added added;
    for (const auto &[mime, bytes] : bundle.data) {
        if (isTextMime(mime) && bytes.size() <= maxInline)
            continue;
        if (state.fileBytes + bytes.size() > maxCellBytes) {
            return {{},
                    {},
                    cap(state,
                        QStringLiteral("The figures of this cell fill 4 GiB; more of them are not "
                                       "kept."))};
        }
        state.fileBytes += bytes.size();
        const QString file = storeBytes(bytes, extensionFor(mime));
        if (!file.isEmpty())
            record.refs[mime] = {file, bytes.size()};
    }
    added.kept = record;
    added.shown = std::move(record);
    return added;
}

QString OutputStore::storeBytes(const QByteArray &bytes, const QString &extension)
{
    const QString name =
        QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex()) +
        QLatin1Char('.') + extension;
    const QString path = m_folder + QLatin1Char('/') + name;
    if (QFileInfo(path).size() == bytes.size() && QFileInfo::exists(path))
        return name;
    QFile file(path + QLatin1String(".tmp"));
    if (!makeFolder() || !file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) ||
        file.write(bytes) != bytes.size()) {
        fail(file.errorString());
        file.remove();
        return {};
    }
    file.close();
    if (!replaceFile(file.fileName(), path)) {
        fail(QStringLiteral("%1 can't be renamed").arg(file.fileName()));
        return {};
    }
    m_unsynced << name;
    return name;
}

QList<OutputRecord> OutputStore::finish(const CellId &cell)
{
    const auto it = m_cells.find(cell);
    if (it == m_cells.end())
        return {};
    CellState &state = it->second;
    close(cell, state, StreamOutput::Name::Stdout);
    close(cell, state, StreamOutput::Name::Stderr);
    state.open.reset();
    return std::exchange(state.closed, {});
}

void OutputStore::rename(const QList<OutputRecord> &records)
{
    for (const OutputRecord &record : records) {
        if (!replaceFile(m_folder + QLatin1Char('/') + record.was,
                         m_folder + QLatin1Char('/') + record.file))
            fail(QStringLiteral("%1 can't be renamed").arg(record.was));
        m_unsynced << record.file;
    }
}

QList<CellId> OutputStore::growing() const
{
    QList<CellId> cells;
    for (const auto &[cell, state] : m_cells) {
        if (!state.last.empty() || !state.closed.isEmpty())
            cells << cell;
    }
    return cells;
}

void OutputStore::sync()
{
    for (const QString &name : std::exchange(m_unsynced, {}))
        syncToDisk(m_folder + QLatin1Char('/') + name);
    syncToDisk(m_folder);
}

std::optional<Notice> OutputStore::cap(CellState &state, const QString &text)
{
    if (std::exchange(state.capSaid, true))
        return std::nullopt;
    return Notice{QStringLiteral("output_limit"), text, {}};
}

bool OutputStore::makeFolder()
{
    return QDir().mkpath(m_folder);
}

void OutputStore::fail(const QString &error)
{
    if (m_error.isEmpty())
        m_error = error;
}

QString OutputStore::takeError()
{
    return std::exchange(m_error, {});
}

} // namespace sandglass
