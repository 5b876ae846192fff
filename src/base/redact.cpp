// SPDX-License-Identifier: MIT
#include "base/log.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <mutex>
#include <vector>

namespace sandglass {

namespace {

constexpr qsizetype longestRead = 256 * 1024; // characters of a text that are looked at
constexpr qsizetype shortestSecret = 6;       // a shorter one would hide ordinary words

struct KnownSecrets
{
    std::mutex mutex;
    std::vector<Secret> values;
};

/// The one state of the process here: a log has to hide what any part of the program knows.
KnownSecrets &knownSecrets()
{
    static KnownSecrets secrets;
    return secrets;
}

void hideKnown(QString &text)
{
    KnownSecrets &secrets = knownSecrets();
    const std::lock_guard lock(secrets.mutex);
    for (const Secret &secret : secrets.values) {
        const QByteArray &bytes = secret.exposed();
        for (const QByteArray &form : {bytes, bytes.toPercentEncoding(), bytes.toBase64()})
            text.replace(QString::fromUtf8(form), QStringLiteral("…"));
    }
}

void hideKeyLike(QString &text)
{
    // Keys of providers and of exe.dev, and JSON web tokens.
    static const QRegularExpression keys(QStringLiteral(
        R"((?<![A-Za-z0-9])(?:sk|pk|rk|gsk|xai|hf|ghp|gho|ghu|ghs|ghr|glpat|xox[a-z]|github_pat)[-_][A-Za-z0-9_-]{8,}(?:[.][A-Za-z0-9_-]+)*)"
        R"(|(?<![A-Za-z0-9])exe[01][.][A-Za-z0-9_.=-]+)"
        R"(|(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{16,})"
        R"(|(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,}(?:[.][A-Za-z0-9_-]+)+)"));
    static const QRegularExpression schemes(
        QStringLiteral(R"((\b(?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{6,})"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression fields(
        QStringLiteral(
            R"((\b(?:authorization|x-api-key|api[-_]?key|access[-_]?token|password|passwd|secret)["']?\s*[:=]\s*["']?)(?!bearer\b|basic\b)[^\s"',;&]+)"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression userInfo(QStringLiteral(R"((://)[^\s/@]+@)"));
    text.replace(keys, QStringLiteral("…"));
    text.replace(schemes, QStringLiteral("\\1…"));
    text.replace(fields, QStringLiteral("\\1…"));
    text.replace(userInfo, QStringLiteral("\\1…@"));
}

/// Control characters could move a terminal's cursor or forge a line; marks of writing direction
/// could make a text read differently from what it is.
bool mustEscape(char32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff ||
           (c >= 0xd800 && c <= 0xdfff);
}

QString escape(char32_t c)
{
    switch (c) {
    case '\n':
        return QStringLiteral("\\n");
    case '\r':
        return QStringLiteral("\\r");
    case '\t':
        return QStringLiteral("\\t");
    default:
        return c < 0x100 ? QStringLiteral("\\x%1").arg(uint(c), 2, 16, QLatin1Char('0'))
                         : QStringLiteral("\\u%1").arg(uint(c), 4, 16, QLatin1Char('0'));
    }
}

} // namespace

QString redacted(const QString &text, int maxLength)
{
    QString head = text.left(longestRead);
    if (head.size() < text.size()) {
        // What was cut may have been the end of a key, which then isn't recognised: its word goes.
        const qsizetype space = head.lastIndexOf(QRegularExpression(QStringLiteral("\\s")));
        head.truncate(std::max<qsizetype>(space, 0));
        head += QLatin1String(" …");
    }
    hideKnown(head);
    hideKeyLike(head);
    QString line;
    const auto points = head.toUcs4();
    for (const uint point : points) {
        const char32_t c = point;
        const QString next = mustEscape(c) ? escape(c) : QString::fromUcs4(&c, 1);
        if (line.size() + next.size() > maxLength) {
            line.truncate(std::max(0, maxLength - 1));
            if (!line.isEmpty() && line.back().isHighSurrogate())
                line.chop(1);
            return maxLength > 0 ? line + u'…' : QString();
        }
        line += next;
    }
    return line;
}

void hideInLogs(const Secret &secret)
{
    if (secret.exposed().size() < shortestSecret)
        return;
    KnownSecrets &secrets = knownSecrets();
    const std::lock_guard lock(secrets.mutex);
    const bool known =
        std::any_of(secrets.values.begin(), secrets.values.end(),
                    [&](const Secret &other) { return other.exposed() == secret.exposed(); });
    if (!known)
        secrets.values.push_back(secret);
}

} // namespace sandglass
