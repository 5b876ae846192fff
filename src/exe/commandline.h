// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QString>
#include <QStringList>

namespace exedev {

/// The most bytes that the server takes as one command.
constexpr qsizetype longestCommand = 65536;

/// One command of exe.dev as the text that is sent: path, flags, then positional words. Pure.
/// What can't be sent throws InvalidArgumentError.
class CommandLine
{
public:
    /// `path` is "new", "share show", …
    explicit CommandLine(const QByteArray &path);

    CommandLine &flag(const char *name);                         ///< --name
    CommandLine &flag(const char *name, bool value);             ///< --name or --name=false
    CommandLine &flag(const char *name, const QString &value);   ///< --name=value
    CommandLine &each(const char *name, const QStringList &all); ///< once for each value
    CommandLine &list(const char *name, const QStringList &all); ///< once, with commas
    CommandLine &word(const QString &value);

    const QByteArray &path() const { return m_path; }

    /// The whole line. Throws InvalidArgumentError for a NUL or more than longestCommand bytes.
    QByteArray text() const;

private:
    QByteArray m_path;
    QByteArrayList m_flags;
    QByteArrayList m_words;
};

/// The line that runs `remote`, a command for the VM's shell, on the VM `vm`. Pure.
QByteArray sshLine(const QString &vm, const QByteArray &remote);

/// True where `line` can be sent in one request.
inline bool fits(const QByteArray &line)
{
    return line.size() <= longestCommand;
}

} // namespace exedev
