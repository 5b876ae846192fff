// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outputfiles.h"

#include "app/diskfile.h"
#include "app/recordjson.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSet>

namespace sandglass {

namespace {

/// Reads a whole file in pieces of a bounded size.
std::optional<StreamText> readWhole(const QString &path, QByteArray &hashInHex)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return std::nullopt;
    StreamText text;
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (;;) {
        const QByteArray chunk = file.read(256 * 1024);
        if (chunk.isEmpty())
            break;
        hash.addData(chunk);
        text.append(chunk);
    }
    hashInHex = hash.result().toHex();
    return text;
}

/// Reads only head and tail of a file whose size and lines are known.
std::optional<StreamText> readEnds(const QString &path, const OutputRecord &end)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered) ||
        file.size() != end.bytes)
        return std::nullopt;
    StreamText text;
    const qint64 ends = StreamText::headSize + StreamText::tailSize;
    if (end.bytes <= ends) {
        text.append(file.readAll());
        return text;
    }
    const QByteArray head = file.read(StreamText::headSize + 1);
    file.seek(end.bytes - StreamText::tailSize);
    return StreamText::ofEnds(head, file.readAll(), end.bytes, end.lines);
}

/// Gives the records of long segments their head and tail, once for each segment.
class Restorer
{
public:
    Restorer(const QDir &folder, bool adopt)
        : m_folder(folder)
        , m_adopt(adopt)
    {}

    void noteLastName(const OutputRecord &record)
    {
        if (!record.was.isEmpty())
            m_lastNames[record.was] = record;
    }

    void restore(OutputRecord &record)
    {
        const auto *stream = std::get_if<StreamOutput>(&record.output);
        if (!stream || record.file.isEmpty() || !record.was.isEmpty() ||
            m_named.contains(record.file))
            return;
        m_named.insert(record.file);
        const auto last = m_lastNames.find(record.file);
        QString file;
        std::optional<StreamText> text = last != m_lastNames.end() ? finished(last->second, file)
                                                                   : growing(record, *stream, file);
        if (!text)
            return;
        text->name = stream->name;
        text->segment = record.segment;
        text->file = file;
        record.whole = std::move(text);
    }

    const QSet<QString> &named() const { return m_named; }
    const QList<OutputRecord> &adopted() const { return m_adopted; }

private:
    std::optional<StreamText> finished(const OutputRecord &end, QString &file)
    {
        const QString path = m_folder.filePath(end.file);
        // The app ended between the journal's line and the renaming.
        if (!QFileInfo::exists(path) && QFileInfo::exists(m_folder.filePath(end.was))) {
            if (!m_adopt || !replaceFile(m_folder.filePath(end.was), path)) {
                file = end.was;
                return readEnds(m_folder.filePath(end.was), end);
            }
        }
        file = end.file;
        return readEnds(path, end);
    }

    std::optional<StreamText> growing(const OutputRecord &record, const StreamOutput &stream,
                                      QString &file)
    {
        QByteArray hash;
        std::optional<StreamText> text = readWhole(m_folder.filePath(record.file), hash);
        file = record.file;
        if (!text || !m_adopt)
            return text;
        OutputRecord end = record;
        end.output = StreamOutput{stream.name, {}};
        end.was = record.file;
        end.file = QString::fromLatin1(hash) + QLatin1String(".txt");
        end.bytes = text->bytes;
        end.lines = text->lines;
        file = end.file;
        m_adopted << end;
        return text;
    }

    QDir m_folder;
    bool m_adopt;
    std::map<QString, OutputRecord> m_lastNames; ///< growing name to the record that ends it
    QSet<QString> m_named;
    QList<OutputRecord> m_adopted;
};

void removeStrays(const QDir &folder, const QSet<QString> &named)
{
    const QStringList strays = folder.entryList({QStringLiteral("*.part"), QStringLiteral("*.tmp")},
                                                QDir::Files | QDir::NoSymLinks);
    for (const QString &name : strays) {
        if (!named.contains(name))
            QFile::remove(folder.filePath(name));
    }
}

} // namespace

QString extensionFor(const QString &mime)
{
    static const std::map<QString, QString> known{
        {QStringLiteral("image/png"), QStringLiteral("png")},
        {QStringLiteral("image/jpeg"), QStringLiteral("jpg")},
        {QStringLiteral("image/gif"), QStringLiteral("gif")},
        {QStringLiteral("image/webp"), QStringLiteral("webp")},
        {QStringLiteral("image/svg+xml"), QStringLiteral("svg")},
        {QStringLiteral("application/pdf"), QStringLiteral("pdf")},
        {QStringLiteral("text/html"), QStringLiteral("html")},
        {QStringLiteral("text/plain"), QStringLiteral("txt")},
        {QStringLiteral("application/json"), QStringLiteral("json")},
    };
    const auto it = known.find(mime);
    if (it != known.end())
        return it->second;
    return mime.endsWith(QLatin1String("+json")) ? QStringLiteral("json") : QStringLiteral("bin");
}

QByteArray readOutput(const QString &folder, const QString &name, qint64 maxBytes)
{
    if (!isOutputName(name))
        return {};
    const QString path = folder + QLatin1Char('/') + name;
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    return file.read(maxBytes);
}

QList<OutputRecord> restoreOutputs(const QString &folder, std::vector<Record> &records, bool adopt)
{
    const QDir dir(folder);
    Restorer restorer(dir, adopt);
    for (const Record &record : records) {
        if (const auto *output = std::get_if<OutputRecord>(&record.body))
            restorer.noteLastName(*output);
    }
    for (Record &record : records) {
        if (auto *output = std::get_if<OutputRecord>(&record.body))
            restorer.restore(*output);
    }
    if (adopt)
        removeStrays(dir, restorer.named());
    return restorer.adopted();
}

} // namespace sandglass
