// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "sandbox/localsandbox.h"

#include <QTemporaryDir>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace sandglass::test {

/// The Python of the tests: SANDGLASS_PYTHON, which must name one that can run the kernel host.
PythonEnvironment testPython();

/// One thing that a sandbox showed, and when.
struct Shown
{
    CellId cell;
    Output output;
    std::chrono::steady_clock::time_point at;
};

/// A real LocalSandbox in a folder of its own, which keeps everything that it tells.
class LocalKit
{
public:
    explicit LocalKit(const std::function<void(LocalSandbox::Options &)> &change = {});

    LocalSandbox &sandbox() { return *m_sandbox; }
    QString folder() const { return m_folder.path(); }
    QString work() const { return m_folder.filePath(QStringLiteral("work")); }
    void destroySandbox() { m_sandbox.reset(); }

    /// Runs a cell and waits.
    CellResult run(const QByteArray &code,
                   std::chrono::milliseconds timeout = std::chrono::seconds(60),
                   std::stop_token stop = {}, CellId cell = CellId::create());

    std::vector<Shown> shown() const;
    QByteArray text(const CellId &cell = {}) const; ///< stdout of a cell, or of the last one
    QByteArray errors() const;                      ///< stderr of the last cell
    std::vector<ErrorOutput> raised() const;        ///< by the last cell
    QList<Notice> notices() const;
    CellId lastCell() const;

    /// Waits until a cell's stdout, or that of the last one, contains `piece`.
    bool waitForText(const QByteArray &piece, const CellId &cell = {});
    bool waitForNotice(const QString &kind);

    /// Keep nothing of what is shown but count it.
    void onlyCount() { m_onlyCount = true; }
    qint64 counted() const;

private:
    void take(const CellId &cell, const Output &output);

    QTemporaryDir m_folder;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Shown> m_shown;
    QList<Notice> m_notices;
    CellId m_last;
    bool m_onlyCount = false;
    qint64 m_counted = 0;
    std::unique_ptr<LocalSandbox> m_sandbox; // last: its link thread calls take()
};

} // namespace sandglass::test
