// SPDX-License-Identifier: MIT
#pragma once

#include "exe/options.h"
#include "exe/transport.h"

#include <QByteArrayList>
#include <QIODevice>
#include <QString>
#include <QStringList>

#include <functional>
#include <initializer_list>
#include <map>
#include <variant>

namespace exedev {

/// A path on a VM as scripts take it: relative to the home directory, never read as an option.
/// Throws InvalidArgumentError for an empty one or a NUL.
QByteArray remotePath(const QString &path);

/// A command with its surroundings as one line for the VM's login shell. Throws
/// InvalidArgumentError.
QByteArray commandLine(const std::variant<QString, QStringList> &command, const QString &folder,
                       const std::map<QString, QString> &environment);

/// Runs scripts of this library on one VM, and moves file contents. Made for one call.
class Shell
{
public:
    Shell(Transport &transport, QString vm);

    /// Runs a script to its end. Another status than 0 or one of `accepted` throws CommandError.
    CommandResult script(const char *script, const QByteArrayList &arguments, const Call &call,
                         std::initializer_list<int> accepted = {});

    /// As script(); the output isn't captured but given to `onOut`.
    CommandResult streamed(const char *script, const QByteArrayList &arguments,
                           const SshRequest::Sink &onOut, const Call &call,
                           std::initializer_list<int> accepted);

    /// scriptCommand() for a script with a command line among its arguments. One that is too long
    /// is written to a file first, which the line then reads and deletes.
    QByteArray fitted(const QByteArray &line,
                      const std::function<QByteArray(const QByteArray &)> &make, const Call &call);

    /// Writes a file; `mode` is octal digits or empty.
    void write(const QByteArray &path, const QByteArray &data, const QByteArray &mode,
               const Call &call, const OnProgress &onProgress = {});

    /// The same from an open device that can be read anywhere, a part at a time. Throws
    /// LocalFileError where it changes meanwhile.
    void write(const QByteArray &path, QIODevice &data, const QByteArray &mode, const Call &call,
               const OnProgress &onProgress = {});

private:
    void writeParts(const QByteArray &folder, QIODevice &content, const Call &call,
                    const std::function<void(int done, int count)> &onDone);
    void removeParts(const QByteArray &folder, const Call &call);
    CommandResult require(CommandResult result, std::initializer_list<int> accepted);

    Transport &m_transport;
    const QString m_vm;
};

} // namespace exedev
