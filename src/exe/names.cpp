// SPDX-License-Identifier: MIT
#include "exe/names.h"

#include "exe/error.h"
#include "exe/errortext.h"

#include <QRandomGenerator>
#include <QRegularExpression>

#include <algorithm>

namespace exedev {

namespace {

// $ would accept a newline at the end.
bool matches(const QString &text, const QRegularExpression &pattern)
{
    return pattern.match(text).hasMatch();
}

} // namespace

bool isVmName(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("\\A[a-zA-Z0-9][a-zA-Z0-9-]*\\z"));
    return matches(text, pattern);
}

bool isProcessName(const QString &text)
{
    static const QRegularExpression pattern(
        QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\\z"));
    return matches(text, pattern);
}

bool isVariableName(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    return matches(text, pattern);
}

bool isSignal(const QString &text)
{
    static const QRegularExpression name(QStringLiteral("\\A(?:SIG)?[A-Z][A-Z0-9+-]*\\z"));
    static const QRegularExpression number(QStringLiteral("\\A[0-9]{1,3}\\z"));
    if (matches(text, number))
        return text.toInt() >= 1 && text.toInt() <= 127;
    return matches(text, name);
}

bool isToken(const QByteArray &text)
{
    return !text.isEmpty() && text.size() <= 8192 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

void requireVmName(const QString &text)
{
    if (!isVmName(text))
        throw InvalidArgumentError(
            QStringLiteral("“%1” can't be the name of a VM: only letters, digits and - are allowed")
                .arg(oneLine(text)));
}

void requireProcessName(const QString &text)
{
    if (!isProcessName(text))
        throw InvalidArgumentError(
            QStringLiteral(
                "“%1” can't be the name of a process: only up to 64 letters, digits, . _ "
                "and - are allowed")
                .arg(oneLine(text)));
}

void requireVariableName(const QString &text)
{
    if (!isVariableName(text))
        throw InvalidArgumentError(QStringLiteral("“%1” can't be the name of a variable: only "
                                                  "letters, digits and _ are allowed")
                                       .arg(oneLine(text)));
}

QString uniqueName(const QString &prefix)
{
    return prefix + QStringLiteral("%1").arg(QRandomGenerator::system()->generate64(), 16, 16,
                                             QLatin1Char('0'));
}

} // namespace exedev
