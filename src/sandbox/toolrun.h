// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <stop_token>

namespace sandglass {

/// A tool (pip, uv, an interpreter) to run to its end, outside any sandbox.
struct ToolRun
{
    QString program; ///< absolute path
    QStringList arguments;
    QProcessEnvironment environment;
    QString folder; ///< to run in; empty: the file system's root
    std::chrono::seconds timeout{3600};
};

struct ToolEnd
{
    bool crashed = false;
    int exitCode = 0;
    QByteArray output; ///< stdout, its first 4 MiB
    QByteArray lines;  ///< stdout and stderr as they came, the last 64 KiB

    bool ok() const { return !crashed && exitCode == 0; }
};

/// Our environment for Python tools: without what would lead them to other modules or targets
/// (PYTHONPATH, VIRTUAL_ENV, PIP_TARGET…); network settings (proxy, index, certificates) stay.
QProcessEnvironment toolEnvironment();

/// Runs it and waits; no event loop is needed. Only its own three descriptors are open in it, and
/// stdin is empty. `line` gets each line of its output without the end. On stop it is killed with
/// all it started. It doesn't outlive the calling thread. Any thread.
/// Throws Error: SetupFailed where it can't be started, Cancelled, TimedOut.
ToolEnd runTool(const ToolRun &run, const std::function<void(const QString &line)> &line,
                const std::stop_token &stop);

} // namespace sandglass
