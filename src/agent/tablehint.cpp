// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/tablehint.h"

#include <QRegularExpression>
#include <QStringDecoder>
#include <QStringList>

#include <map>

namespace sandglass {

namespace {

constexpr qsizetype maxHead = 64 * 1024;
constexpr int maxRows = 200;

struct Text
{
    QString encoding; ///< as Python names it
    QString text;
};

Text decoded(const QByteArray &head)
{
    if (head.startsWith("\xff\xfe") || head.startsWith("\xfe\xff"))
        return {QStringLiteral("utf-16"), QString(QStringDecoder(QStringDecoder::Utf16)(head))};
    QStringDecoder utf8(QStringDecoder::Utf8);
    const QString text = utf8(head); // a character cut at the end is no error yet
    if (!utf8.hasError())
        return {head.startsWith("\xef\xbb\xbf") ? QStringLiteral("utf-8-sig")
                                                : QStringLiteral("utf-8"),
                text};
    return {QStringLiteral("cp1252"), QString::fromLatin1(head)};
}

/// Fields of each row; quotes are heeded at the start of a field only.
QList<int> widths(const QString &text, QChar delimiter)
{
    QList<int> rows;
    int fields = 1;
    bool isQuoted = false;
    bool atStart = true;
    bool hasText = false;
    for (qsizetype i = 0; i < text.size() && rows.size() < maxRows; ++i) {
        const QChar c = text[i];
        if (isQuoted) {
            isQuoted = c != QLatin1Char('"');
            continue;
        }
        if (c == QLatin1Char('"') && (atStart || text[i - 1] == QLatin1Char('"'))) {
            isQuoted = true;
            atStart = false;
            hasText = true;
        } else if (c == delimiter) {
            ++fields;
            atStart = hasText = true;
        } else if (c == QLatin1Char('\n') || c == QLatin1Char('\r')) {
            if (hasText)
                rows.append(fields);
            fields = 1;
            atStart = true;
            hasText = false;
        } else {
            atStart = false;
            hasText = true;
        }
    }
    if (hasText && rows.size() < maxRows)
        rows.append(fields);
    return rows;
}

/// The share of the rows that have the commonest number of fields; 0 where that is one field.
double evenness(const QString &text, QChar delimiter, bool *isRagged)
{
    std::map<int, int> counts;
    const QList<int> rows = widths(text, delimiter);
    for (const int width : rows)
        ++counts[width];
    std::map<int, int>::const_iterator best = counts.end();
    for (auto it = counts.cbegin(); it != counts.cend(); ++it) {
        if (best == counts.cend() || it->second >= best->second)
            best = it;
    }
    if (best == counts.cend() || best->first < 2)
        return 0;
    *isRagged = counts.size() > 1;
    return double(best->second) / double(rows.size());
}

bool hasDecimalComma(const QString &text, QChar delimiter)
{
    if (delimiter == QLatin1Char(','))
        return false;
    const QString side = delimiter == QLatin1Char('|') ? QStringLiteral("\\|") : QString(delimiter);
    const QString form =
        QStringLiteral("(?:^|[%1\"])\\s*-?\\d+(?:\\.\\d{3})*%2\\d+\\s*(?:$|[%1\"])");
    const auto count = [&](const QString &mark) {
        int n = 0;
        auto matches = QRegularExpression(form.arg(side, mark), QRegularExpression::MultilineOption)
                           .globalMatch(text);
        for (; matches.hasNext(); matches.next())
            ++n;
        return n;
    };
    return count(QStringLiteral(",")) > count(QStringLiteral("\\."));
}

} // namespace

QString tableHint(const QString &name, const QByteArray &head)
{
    static const QRegularExpression ending(QStringLiteral("\\.(csv|tsv|tab|txt|psv|dat)$"),
                                           QRegularExpression::CaseInsensitiveOption);
    if (!ending.match(name).hasMatch() || head.isEmpty())
        return {};
    const Text text = decoded(head.left(maxHead));
    QChar delimiter = QLatin1Char(',');
    double best = 0;
    bool isRagged = false;
    for (const char candidate : {';', '\t', '|', ','}) {
        bool ragged = false;
        const double even = evenness(text.text, QLatin1Char(candidate), &ragged);
        if (even > best) {
            best = even;
            delimiter = QLatin1Char(candidate);
            isRagged = ragged;
        }
    }
    QStringList options;
    if (best >= 0.4 && delimiter != QLatin1Char(','))
        options.append(
            QStringLiteral("sep='%1'")
                .arg(delimiter == QLatin1Char('\t') ? QStringLiteral("\\t") : QString(delimiter)));
    if (text.encoding != QLatin1String("utf-8"))
        options.append(QStringLiteral("encoding='%1'").arg(text.encoding));
    if (best >= 0.4 && hasDecimalComma(text.text, delimiter))
        options.append(QStringLiteral("decimal=','"));
    QString hint;
    if (!options.isEmpty())
        hint = QLatin1String("read with ") + options.join(QLatin1String(", "));
    if (best >= 0.4 && isRagged)
        hint += QLatin1String(hint.isEmpty() ? "" : "; ") +
                QLatin1String("rows have unequal numbers of fields");
    return hint;
}

} // namespace sandglass
