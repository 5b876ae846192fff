// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <stop_token>

namespace exedev {
struct ClientOptions;
}

namespace sandglass {

/// What a piece of code gave. Of more than 32 MiB of text and images the first are kept.
struct CodeResult
{
    QString text;             ///< what it printed and showed, with the value of the last expression
    QList<QByteArray> images; ///< charts and other pictures as PNG files, in their order
    QString error;            ///< empty where it ran to its end; else a traceback or a sentence
    QStringList notes;        ///< sentences for the person, as that a VM had to be made anew
    bool isWhole = true;      ///< false where text or images are missing
    std::chrono::milliseconds duration{0}; ///< of the code; 0 where nobody saw its end
};

struct CodeSandboxOptions
{
    CodeSandboxOptions();

    QString egress = QStringLiteral("all"); ///< or "integrations": the internet is cut off
    QStringList packages; ///< what pip installs into the base VM; default: those of Sandglass
};

/// Python code in a VM of its own at exe.dev, from a program of yours: a notebook kernel whose
/// variables stay from call to call. The VM is made by the first runCode() and deleted when the
/// object dies. It is a copy of a base VM, which the first sandbox of an account makes (minutes)
/// and which is kept, paused, for those to come (seconds).
///
/// Calls block and need a QCoreApplication in the process, which needn't run. One thread at a time;
/// any number of objects. They throw Error of <sandglass-sandbox/error.h>, a std::exception whose
/// text is a sentence: Auth, Permission, SetupFailed, NotRunning, RateLimited,
/// NetworkEffectUnknown, OutputLimit (no more VMs for this account), File, InvalidInput,
/// Cancelled, …. The token may have to run new, ls, rm, ssh, cp, pause, resume and comment; without
/// cp, comment or ls each VM is made from scratch, without pause the base goes on running.
class CodeSandbox
{
public:
    /// Sends nothing yet. Lays the kernel's files out below the user's cache folder. Throws
    /// Error(InvalidInput) for a token or address that can't be right, Error(SetupFailed).
    explicit CodeSandbox(const exedev::ClientOptions &access, CodeSandboxOptions options = {});

    /// Deletes the VM; one that can't be deleted is named in a warning of the log. The longest wait
    /// is a minute.
    ~CodeSandbox();

    CodeSandbox(const CodeSandbox &) = delete;
    CodeSandbox &operator=(const CodeSandbox &) = delete;

    /// Runs code and waits for its end. Code that fails, takes longer than `timeout` (counted from
    /// its start) or ends the kernel isn't an exception but a result with an error. A stop request
    /// interrupts it like Ctrl-C, so that its variables stay. What was handed in is never run
    /// twice, also over lost connections. Throws Error where the code was not run.
    CodeResult runCode(const QString &code,
                       std::chrono::milliseconds timeout = std::chrono::minutes(5),
                       std::stop_token stop = {});

    /// Deletes the VM now and throws Error where that fails. The next runCode() makes another.
    void remove();

    /// The VM's name, for files and commands by exedev::Client::vm(); empty where there is none.
    QString vm() const;

private:
    struct Parts;

    void open();

    std::unique_ptr<Parts> m_parts;
};

} // namespace sandglass
