// SPDX-License-Identifier: MIT
#pragma once

#include "call.h"
#include "options.h"
#include "process.h"
#include "result.h"
#include "values.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <variant>
#include <vector>

namespace exedev {

/// One VM. One that create() or copy() gave is removed when this object dies, unless release() was
/// called; one that was looked up is left alone. Its description is as exe.dev last told it.
///
/// Every call blocks, takes a Call, and may throw, beside what it names: InvalidArgumentError (then
/// nothing was sent), AuthenticationError, PermissionDeniedError, NotFoundError, RateLimitError,
/// ApiError, NetworkError, ProtocolError, CancelledError, TimeoutError. The permission that a token
/// needs stands in brackets. Not for two threads at once; several Vm objects may share a VM.
///
/// Sources: commands, their flags and answers from the command line reference at
/// https://exe.dev/docs; permissions from https://exe.dev/docs/https-api; how `ssh` streams, from
/// https://exe.dev/docs/https-api-run-on-vm and the official SDK (exedev 0.4.0). That SDK's
/// behaviour alone are the framed stream, when a VM counts as ready, the scripts that files and
/// commands go by, and that the disk is flushed before a copy, pause or restart.
class Vm
{
public:
    /// For Client.
    Vm(std::shared_ptr<Transport> transport, VmInfo info, bool isOwned);
    ~Vm();

    Vm(Vm &&other) noexcept;
    Vm &operator=(Vm &&other) noexcept;
    Vm(const Vm &) = delete;
    Vm &operator=(const Vm &) = delete;

    const VmInfo &info() const { return m_info; }
    const QString &name() const { return m_info.name; }
    const QString &status() const { return m_info.status; }
    const QString &comment() const { return m_info.comment; }

    /// Where a port is reached: 8000 by default, else 1 to 65535 (exe.dev forwards 3000 to 9999).
    /// `path` begins with "/". Throws InvalidArgumentError.
    QString url(std::optional<int> port = {}, const QString &path = QStringLiteral("/")) const;

    /// From now on the VM outlives this object.
    void release() { m_isOwned = false; }
    bool isOwned() const { return m_isOwned; }

    /// Removes the VM. [rm]
    void remove(const Call &call = {});

    /// Asks for the description again. [ls]
    void refresh(const Call &call = {});

    /// Waits until the VM runs commands. Default 60 s, with Ready::Setup 600 s. Throws
    /// VmReadyError, VmSetupError. [ssh]
    void waitUntilReady(Ready until = Ready::Ssh,
                        std::optional<std::chrono::milliseconds> timeout = {},
                        const Call &call = {});

    // --- commands [ssh] ---

    /// Runs a command once, in a login shell in the home directory, without input. A text is a line
    /// for the shell; a list is quoted word by word. Any length. Throws CommandError (with
    /// `check`), CommandTimeoutError, OutputLimitError, CommandInterruptedError, VmNotRunningError.
    /// Stopped or timed out, it and all that it started are killed within 0.25 s.
    CommandResult run(const QString &line, const RunOptions &options = {}, const Call &call = {});
    CommandResult run(const QStringList &words, const RunOptions &options = {},
                      const Call &call = {});

    /// Starts a command that runs on by itself. Throws Error where one of that name runs.
    Process spawn(const QString &line, const SpawnOptions &options = {}, const Call &call = {});
    Process spawn(const QStringList &words, const SpawnOptions &options = {},
                  const Call &call = {});

    /// A process that anybody spawned. Throws ProcessLookupError.
    Process process(const QString &name, const Call &call = {});
    std::vector<Process> processes(const Call &call = {});

    // --- files [ssh] --- Paths on the VM are relative to the home directory.

    /// Writes a file in place, and the folders above it. `mode` such as 0755.
    void writeFile(const QString &path, const QByteArray &data, std::optional<int> mode = {},
                   const Call &call = {});

    /// The content of a file. Throws FileNotFoundError, IsADirectoryError, OutputLimitError.
    QByteArray readFile(const QString &path, const Call &call = {},
                        qint64 maxBytes = qint64(1024) * 1024 * 1024);

    /// Copies a file with its mode, or what is in a folder. Large ones are read from the disk in
    /// parts, a folder is packed into a temporary file first. Throws LocalFileError, also where a
    /// file changes meanwhile.
    void upload(const QString &local, const QString &remote, const UploadOptions &options = {},
                const Call &call = {});

    /// Copies a file, or what is in a folder. Nothing is written outside `local`. Throws
    /// FileNotFoundError, LocalFileError, UnsafeArchiveError.
    void download(const QString &remote, const QString &local, const DownloadOptions &options = {},
                  const Call &call = {});

    // --- life ---

    /// A copy of its disk, which deletes itself as this one may. Throws VmReadyError. [cp, ssh]
    Vm copy(const CopyOptions &options = {}, const Call &call = {});

    /// Keeps memory and processes. `flush` first writes what waits for its disk. [pause]
    void pause(bool flush = true, const Call &call = {});

    /// Gives true where it had to boot, so that memory and processes are gone. [resume, ssh]
    bool resume(Ready until = Ready::Ssh, std::optional<std::chrono::milliseconds> timeout = {},
                const Call &call = {});

    /// Processes are gone, files stay. [restart, ssh]
    void restart(bool flush = true, Ready until = Ready::Ssh,
                 std::optional<std::chrono::milliseconds> timeout = {}, const Call &call = {});

    ResizeResult resize(const ResizeOptions &options, const Call &call = {}); ///< [resize]
    void rename(const QString &name, const Call &call = {});                  ///< [rename]
    void setComment(const QString &text, const Call &call = {});              ///< [comment]
    void setEgress(const QString &policy, const Call &call = {});             ///< [egress]
    void tag(const QStringList &tags, const Call &call = {});                 ///< [tag]
    void untag(const QStringList &tags, const Call &call = {});               ///< [tag]

    /// `range` is "24h", "7d", "30d" or empty. [stat]
    Stats stats(const QString &range = {}, const Call &call = {});

    // --- its web server ---

    ShareInfo shareShow(const Call &call = {});           ///< [share show]
    ShareInfo sharePublic(const Call &call = {});         ///< to anyone [share set-public]
    ShareInfo sharePrivate(const Call &call = {});        ///< [share set-private]
    ShareInfo sharePort(const Call &call = {});           ///< which port [share port]
    ShareInfo sharePort(int port, const Call &call = {}); ///< 1 to 65535 [share port]

private:
    using Command = std::variant<QString, QStringList>;

    CommandResult runCommand(const Command &command, const RunOptions &options, const Call &call);
    Process spawnCommand(const Command &command, const SpawnOptions &options, const Call &call);
    void flushDisk(const Call &call);
    void changeTags(bool remove, const QStringList &tags, const Call &call);
    void end() noexcept;

    std::shared_ptr<Transport> m_transport;
    VmInfo m_info;
    bool m_isOwned = false;
};

} // namespace exedev
