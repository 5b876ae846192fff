// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/lines.h"
#include "sandbox/output.h"

#include <nlohmann/json_fwd.hpp>

#include <QByteArray>
#include <QSet>

#include <chrono>
#include <functional>
#include <optional>
#include <variant>

namespace sandglass {

/// The first line of each connection to a kernel host.
struct KernelHello
{
    QString boot;      ///< UUID of this run of the host: numbers count within it
    qint64 next = 1;   ///< number that the next event will have
    qint64 oldest = 1; ///< number of the first event that is still kept
};

/// What the kernel itself does: "starting", "ready", "busy", "idle", "restarting", "dead".
struct KernelStatus
{
    QString state;
    std::optional<DeathCause> cause; ///< for "dead"
};

/// New and changed files as the sandbox sees them: a hint, never a reason to open a path.
struct KernelFileList
{
    QList<FileInfo> files;
};

/// One thing that the host told.
struct KernelEvent
{
    using Content =
        std::variant<KernelHello, Output, Notice, KernelStatus, KernelFileList, CellResult>;

    qint64 number = 0; ///< 0 for hello
    CellId cell;       ///< null where it belongs to none
    Content content;
};

/// Reads what a kernel host writes: lines of at most 256 KiB, larger events in parts. Pure, one
/// thread. The host is trusted no more than the code it runs: sizes, shapes, numbers and ids are
/// checked, and a cell that was never sent has no events.
class KernelReader
{
public:
    using OnEvent = std::function<void(const KernelEvent &)>;

    static constexpr qsizetype maxLine = 256 * 1024;
    static constexpr qsizetype maxEvent = 65 * 1024 * 1024; ///< 64 MiB of content, and its frame

    /// Goes on after event `last` of the run `boot`, where the host is still that run.
    explicit KernelReader(const QString &boot = {}, qint64 last = 0);

    /// From now on events of this cell are taken.
    void addCell(const CellId &cell);

    /// Gives every event that `bytes` completes to `onEvent`, in order. Throws Error(Protocol) or
    /// Error(OutputLimit): what comes after that can't be trusted, the host has to be ended.
    void feed(const QByteArray &bytes, const OnEvent &onEvent);

    const QString &boot() const { return m_boot; }
    qint64 last() const { return m_last; } ///< number of the last event that came

private:
    void line(const QByteArray &line, const OnEvent &onEvent);
    void part(const nlohmann::json &object, const OnEvent &onEvent);
    void event(const nlohmann::json &object, qint64 partOf, const OnEvent &onEvent);
    void foreignCell(const QString &name, const OnEvent &onEvent);

    LineReader m_lines;
    QSet<QString> m_cells;
    QString m_boot;
    qint64 m_last = 0;
    bool m_greeted = false;
    int m_foreign = 0;
    qint64 m_partOf = 0; // number of the event whose parts come, 0 for none
    qint64 m_partNext = 0;
    QByteArray m_parts;
};

/// Requests to a host, each one line. Code is UTF-8; what isn't becomes U+FFFD. One with a `boot`
/// is refused by every other run of the host.
QByteArray executeCommand(const CellId &cell, const QByteArray &code,
                          std::chrono::milliseconds timeout, const QString &boot = {});
QByteArray interruptCommand();
QByteArray interruptCommand(const CellId &cell, const QString &boot); ///< only where that one runs
QByteArray revokeCommand(const CellId &cell, const QString &boot); ///< one that didn't come may not
QByteArray restartCommand(const QString &boot = {});
QByteArray filesCommand();
QByteArray eventsCommand(qint64 from);
QByteArray acknowledgeCommand(qint64 last, const QString &boot); ///< events up to `last` are kept
QByteArray shutdownCommand(const QString &boot = {});

} // namespace sandglass
