// SPDX-License-Identifier: MIT
#include "exe/errortext.h"

#include "exe/documents.h"

#include <QRegularExpression>

namespace exedev {

namespace {

constexpr qsizetype longestText = 200;

bool isBidiMark(char16_t c)
{
    return c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

bool isControl(char16_t c)
{
    return c < 0x20 || (c >= 0x7f && c <= 0x9f);
}

QString errorOf(const nlohmann::json &document)
{
    if (!document.is_object() || !document.contains("error") || !document["error"].is_string())
        return {};
    return QString::fromStdString(document["error"].get_ref<const std::string &>());
}

} // namespace

QString oneLine(const QString &text)
{
    // CSI, OSC up to its end, and escapes of two bytes.
    static const QRegularExpression escapes(QStringLiteral(
        "\\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)?|[@-Z\\\\-_])"));
    QString cleaned = text;
    cleaned.remove(escapes);
    QString line;
    bool pendingBlank = false;
    for (const QChar c : cleaned) {
        if (c.isSpace()) {
            pendingBlank = !line.isEmpty();
            continue;
        }
        if (isControl(c.unicode()) || isBidiMark(c.unicode()))
            continue;
        if (pendingBlank)
            line += u' ';
        pendingBlank = false;
        line += c;
    }
    if (line.size() <= longestText)
        return line;
    line.truncate(longestText - 1);
    if (line.back().isHighSurrogate())
        line.chop(1);
    return line + QChar(0x2026);
}

QString errorText(const QByteArray &body)
{
    const auto found = documents(body);
    if (!found)
        return {};
    QString other;
    for (const nlohmann::json &document : *found) {
        const QString error = oneLine(errorOf(document));
        if (isErrorDocument(document) && !error.isEmpty())
            return error;
        if (other.isEmpty())
            other = error;
    }
    return other;
}

} // namespace exedev
