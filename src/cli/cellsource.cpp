// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/cellsource.h"

#include "base/error.h"

#include <QFile>
#include <QStringDecoder>

#include <cstdio>

namespace sandglass::cli {

namespace {

constexpr qint64 maxCode = 16 * 1024 * 1024;

} // namespace

QString cellCode(const RunOptions::Cell &cell)
{
    if (cell.source == RunOptions::Cell::Source::Text)
        return cell.value;

    QFile file(cell.value);
    const bool isStdin = cell.source == RunOptions::Cell::Source::Stdin;
    const QString name = isStdin ? QStringLiteral("stdin") : cell.value;
    if (!(isStdin ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly)))
        throw Error(ErrorKind::File,
                    QStringLiteral("%1 could not be read: %2.").arg(name, file.errorString()),
                    QStringLiteral("Nothing was run."));
    QByteArray bytes = file.read(maxCode + 1);
    while (isStdin && bytes.size() <= maxCode && !file.atEnd()) {
        const QByteArray more = file.read(maxCode + 1 - bytes.size());
        if (more.isEmpty())
            break;
        bytes += more;
    }
    if (bytes.size() > maxCode)
        throw Error(ErrorKind::InvalidInput,
                    QStringLiteral("%1 is longer than 16 MiB, too long for a cell.").arg(name),
                    QStringLiteral("Nothing was run."));
    QStringDecoder decoder(QStringDecoder::Utf8);
    QString code = decoder(bytes);
    if (decoder.hasError())
        throw Error(ErrorKind::InvalidInput, QStringLiteral("%1 is not UTF-8 text.").arg(name),
                    QStringLiteral("Nothing was run. Save it as UTF-8."));
    return code;
}

} // namespace sandglass::cli
