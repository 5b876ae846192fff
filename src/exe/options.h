// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <map>
#include <optional>

namespace exedev {

/// Until when create(), copy(), resume() and restart() wait.
enum class Ready {
    Created, ///< until the server has answered
    Ssh,     ///< until the VM runs commands
    Setup,   ///< until its setup script has succeeded, too
};

// The flags and their bounds are those that `ssh exe.dev help new`, `help cp`, … and the command
// line reference at https://exe.dev/docs tell. Waiting times, output limits, line pieces and how
// excluded names match are those of the official SDK (exedev 0.4.0).

/// What a new VM is. Sizes are a number (GB) or "8GB", "50G".
struct CreateOptions
{
    QString name;    ///< empty, so that the server picks one: names are global over all accounts
    QString comment; ///< at most 200 bytes; name the job in it, so that leftovers are found
    std::optional<int> cpu; ///< how many
    QString memory;
    QString disk;
    QString image;                  ///< of a container instead of the default one
    QString registryAuth;           ///< for a private registry
    QString setupScript;            ///< at most 10 KiB; the default image runs it at the first boot
    std::map<QString, QString> env; ///< for every command
    QStringList tags;
    QStringList integrations;
    QString egress; ///< "all" or "integrations"; empty for the server's default
    QString pool;
    bool noPool = false;
    bool standalone = false; ///< capacity of its own, billed by the second
    QString prompt;          ///< a task for the agent on the VM
    bool email = false;      ///< exe.dev mails about the new VM

    Ready waitUntil = Ready::Ssh;
    std::optional<std::chrono::milliseconds> timeout; ///< 60 s, or 600 s with Ready::Setup
    bool keepOnFailure = false; ///< a VM that doesn't become ready is kept; VmReadyError names it
};

/// What a copy of a VM is; what isn't given is as in the source.
struct CopyOptions
{
    QString name;
    bool copyTags = true;
    std::optional<int> cpu;
    QString memory;
    QString disk;
    QString egress;
    QString pool;
    bool standalone = false;
    bool flush = true; ///< first writes what waits for the source's disk, so that the copy has it

    Ready waitUntil = Ready::Ssh;
    std::optional<std::chrono::milliseconds> timeout;
    bool keepOnFailure = false;
};

struct ResizeOptions
{
    std::optional<int> cpu;
    QString memory;
    QString disk;         ///< the new total; a disk only grows
    bool restart = false; ///< CPUs and memory change at a restart
};

/// How a command runs.
struct RunOptions
{
    using OnLine = std::function<void(const QString &line)>;
    using OnBytes = std::function<void(const QByteArray &bytes)>;

    QString cwd;                                      ///< relative to the home directory
    std::map<QString, QString> env;                   ///< beside those of the VM
    bool check = false;                               ///< another status than 0 throws CommandError
    std::optional<std::chrono::milliseconds> timeout; ///< then it and its children are stopped

    /// In the calling thread, while the command runs: each line without its end, in pieces of at
    /// most 65536 characters. What they throw stops the command and comes out of run().
    OnLine onStdout;
    OnLine onStderr;
    OnBytes onStdoutBytes; ///< the same output as it comes in, of any kind
    OnBytes onStderrBytes;

    bool capture = true;                ///< whether the result has the output
    qint64 maxOutput = 8 * 1024 * 1024; ///< bytes of both outputs; more throws OutputLimitError
};

struct SpawnOptions
{
    QString name; ///< to find it by; empty for a random one
    QString cwd;
    std::map<QString, QString> env;
};

/// How much of a transfer is done, in bytes; `total` is -1 where it isn't known.
using OnProgress = std::function<void(qint64 done, qint64 total)>;

struct UploadOptions
{
    QStringList exclude; ///< ".git", "*.pyc", …: against the name of each file and folder
    OnProgress onProgress;
};

struct DownloadOptions
{
    OnProgress onProgress;
    qint64 maxBytes = qint64(64) * 1024 * 1024 * 1024; ///< of a file, or that a folder unpacks to
};

/// A token to be made. Without `cmds` it may run the server's default commands only.
struct ApiKeyOptions
{
    QString label;
    std::optional<QStringList> cmds; ///< "new", "share set-public", …
    QString exp;                     ///< "30d", "1y", "never"
    QString tag;                     ///< it sees only VMs with this tag
    QString vm;                      ///< a token for one VM's web server
};

} // namespace exedev
