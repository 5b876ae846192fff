// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/safename.h"

#include "base/error.h"
#include "base/log.h"

#include <QSet>

#include <utility>

namespace sandglass {
namespace {

constexpr qsizetype MaxBytes = 255;    // NAME_MAX of every usual file system
constexpr qsizetype MaxExtension = 20; // characters; what is longer is no extension

bool isSeparator(QChar c)
{
    return c == QLatin1Char('/') || c == QLatin1Char('\\');
}

QString lastPart(const QString &path)
{
    qsizetype end = path.size();
    while (end > 0 && isSeparator(path.at(end - 1)))
        --end;
    qsizetype begin = end;
    while (begin > 0 && !isSeparator(path.at(begin - 1)))
        --begin;
    return path.mid(begin, end - begin);
}

/// Marks and overrides of writing direction: "exe.fdp" may look like "pdf.exe" with them.
bool turnsDirection(ushort c)
{
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

bool isForbidden(QChar c)
{
#ifdef Q_OS_WIN
    if (QStringLiteral("<>:\"|?*").contains(c))
        return true;
#endif
    const ushort u = c.unicode();
    return u < 0x20 || (u >= 0x7f && u < 0xa0) || u == 0x2028 || u == 0x2029;
}

QString withoutForbidden(const QString &text)
{
    QString kept;
    kept.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        if (c.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()) {
            kept += c;
            kept += text.at(++i);
        } else if (c.isSurrogate() || isForbidden(c)) {
            kept += QLatin1Char('_');
        } else if (!turnsDirection(c.unicode())) {
            kept += c;
        }
    }
    return kept;
}

/// Windows drops spaces and dots at the end, so that two names would become one.
QString trimmedName(QString text)
{
    text = text.trimmed();
    while (text.endsWith(QLatin1Char('.')) || (!text.isEmpty() && text.back().isSpace()))
        text.chop(1);
    return text;
}

bool isDevice(const QString &name)
{
    static const QSet<QString> devices{QStringLiteral("CON"),    QStringLiteral("PRN"),
                                       QStringLiteral("AUX"),    QStringLiteral("NUL"),
                                       QStringLiteral("CONIN$"), QStringLiteral("CONOUT$")};
    const QString stem = name.section(QLatin1Char('.'), 0, 0).trimmed().toUpper();
    if (devices.contains(stem))
        return true;
    if (stem.size() != 4 ||
        !(stem.startsWith(QLatin1String("COM")) || stem.startsWith(QLatin1String("LPT"))))
        return false;
    const ushort number = stem.at(3).unicode();
    return (number >= '0' && number <= '9') || number == 0xb9 || number == 0xb2 || number == 0xb3;
}

/// "archive.tar.gz" is divided into "archive" and ".tar.gz", "notes" into "notes" and "".
std::pair<QString, QString> divided(const QString &name)
{
    qsizetype dot = name.lastIndexOf(QLatin1Char('.'));
    if (dot <= 0 || name.size() - dot > MaxExtension || name.indexOf(QLatin1Char(' '), dot) >= 0)
        return {name, QString()};
    if (const qsizetype before = name.lastIndexOf(QLatin1Char('.'), dot - 1);
        before > 0 &&
        name.mid(before, dot - before).compare(QLatin1String(".tar"), Qt::CaseInsensitive) == 0)
        dot = before;
    return {name.left(dot), name.mid(dot)};
}

/// The longest beginning of `text` with at most `bytes` bytes of UTF-8, cut between characters.
QString cutToBytes(QString text, qsizetype bytes)
{
    text.truncate(qMax<qsizetype>(bytes, 0)); // no UTF-16 unit takes less than a byte
    while (text.toUtf8().size() > bytes || (!text.isEmpty() && text.back().isHighSurrogate()))
        text.chop(1);
    return text;
}

QString fitted(const QString &stem, const QString &ending)
{
    const qsizetype room = MaxBytes - ending.toUtf8().size();
    if (stem.toUtf8().size() <= room)
        return stem + ending;
    return trimmedName(cutToBytes(stem, room)) + ending;
}

} // namespace

QString safeName(const QString &given)
{
    QString name = withoutForbidden(lastPart(given)).normalized(QString::NormalizationForm_C);
    name = trimmedName(name);
    if (name.isEmpty())
        throw Error(
            ErrorKind::InvalidInput,
            QStringLiteral("“%1” can't be used as the name of a file: nothing of it is a name.")
                .arg(redacted(given, 80)),
            QStringLiteral("Rename the file and add it again."));
    if (name.startsWith(QLatin1Char('.')) || name.startsWith(QLatin1Char('-')) || isDevice(name))
        name.prepend(QLatin1Char('_'));
    const auto [stem, extension] = divided(name);
    return fitted(stem, extension);
}

QString numbered(const QString &name, const QStringList &taken)
{
    if (!taken.contains(name, Qt::CaseInsensitive))
        return name;
    QSet<QString> folded;
    for (const QString &other : taken)
        folded.insert(other.toCaseFolded());
    const auto [stem, extension] = divided(name);
    for (qsizetype number = 1;; ++number) { // ends: `taken` is finite
        const QString tried = fitted(stem, QStringLiteral(" (%1)").arg(number) + extension);
        if (!folded.contains(tried.toCaseFolded()))
            return tried;
    }
}

} // namespace sandglass
