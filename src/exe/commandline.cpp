// SPDX-License-Identifier: MIT
#include "exe/commandline.h"

#include "exe/error.h"
#include "exe/quoting.h"

#include <algorithm>

namespace exedev {

CommandLine::CommandLine(const QByteArray &path)
    : m_path(path)
{}

CommandLine &CommandLine::flag(const char *name)
{
    m_flags.append(name);
    return *this;
}

CommandLine &CommandLine::flag(const char *name, bool value)
{
    m_flags.append(value ? QByteArray(name) : QByteArray(name) + "=false");
    return *this;
}

CommandLine &CommandLine::flag(const char *name, const QString &value)
{
    m_flags.append(QByteArray(name) + '=' + quoted(value.toUtf8()));
    return *this;
}

CommandLine &CommandLine::each(const char *name, const QStringList &all)
{
    for (const QString &value : all)
        flag(name, value);
    return *this;
}

CommandLine &CommandLine::list(const char *name, const QStringList &all)
{
    for (const QString &value : all) {
        if (value.isEmpty() || value.contains(u','))
            throw InvalidArgumentError(
                QStringLiteral("A value for %1 is empty or has a comma in it")
                    .arg(QLatin1String(name)));
    }
    if (all.isEmpty())
        throw InvalidArgumentError(
            QStringLiteral("There is no value for %1").arg(QLatin1String(name)));
    return flag(name, all.join(u','));
}

CommandLine &CommandLine::word(const QString &value)
{
    m_words.append(value.toUtf8());
    return *this;
}

QByteArray CommandLine::text() const
{
    QByteArray line = m_path;
    for (const QByteArray &flag : m_flags)
        line += ' ' + flag;
    // Without it a comment such as -x is read as a flag.
    if (std::any_of(m_words.begin(), m_words.end(),
                    [](const QByteArray &word) { return word.startsWith('-'); }))
        line += " --";
    if (!m_words.isEmpty())
        line += ' ' + quotedWords(m_words);
    if (line.contains('\0'))
        throw InvalidArgumentError(QStringLiteral("A value for “%1” has a NUL character in it")
                                       .arg(QLatin1String(m_path)));
    if (!fits(line))
        throw InvalidArgumentError(
            QStringLiteral("The values for “%1” are longer than the %2 bytes that can be sent")
                .arg(QLatin1String(m_path))
                .arg(longestCommand));
    return line;
}

QByteArray sshLine(const QString &vm, const QByteArray &remote)
{
    return "ssh " + quoted(vm.toUtf8()) + ' ' + quoted(remote);
}

} // namespace exedev
