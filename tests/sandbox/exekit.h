// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/server.h"
#include "sandbox/exesandbox.h"

#include <QTemporaryDir>

#include <condition_variable>
#include <mutex>

namespace sandglass::test {

/// A stand-in exe.dev whose VMs have the tests' Python: SANDGLASS_PYTHON, in ~/.venv as the base of
/// a real one has it.
class ExeServer
{
public:
    explicit ExeServer(const QStringList &options = {});

    exedev::test::Server &operator*() { return *m_server; }
    exedev::test::Server *operator->() { return m_server.get(); }

    QString home(const QString &vm); ///< the folder of a VM's home on this machine
    QByteArray read(const QString &vm, const QString &file);
    std::vector<nlohmann::json> vms(const QString &commentWord);

    /// How many lines of the log hold `text`, and were let in by the server.
    int count(const char *op, const std::string &text = {});

private:
    QTemporaryDir m_folder; // skel and a folder of programs
    std::unique_ptr<exedev::test::Server> m_server;
};

/// A real ExeSandbox, which keeps everything that it tells.
class ExeKit
{
public:
    explicit ExeKit(ExeServer &server,
                    const std::function<void(ExeSandbox::Options &)> &change = {});
    ~ExeKit();

    ExeSandbox &sandbox() { return *m_sandbox; }
    void open();  ///< a new object, as after a restart of the app: it goes on where this one was
    void close(); ///< as when the app ends

    CellResult run(const QByteArray &code, std::stop_token stop = {},
                   CellId cell = CellId::create(),
                   std::chrono::milliseconds timeout = std::chrono::seconds(60));

    QByteArray printed(const CellId &cell = {}) const; ///< stdout of a cell, or of the last one
    QList<Notice> notices(const QString &kind) const;
    QList<SandboxState> states() const;
    QStringList details() const;
    SandboxPlace place() const;
    QString vm() const { return place().vm; }
    CellId lastCell() const;

    bool waitForText(const QByteArray &piece, const CellId &cell = {});
    bool waitForState(SandboxState state);    ///< the last one told
    void forget();                            ///< what was shown so far
    void goBackTo(const SandboxPlace &place); ///< what the next object is told

    QString conversation;

private:
    bool waitUntil(const std::function<bool()> &condition);

    ExeSandbox::Options m_options;
    QTemporaryDir m_folder;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::pair<CellId, Output>> m_shown;
    QList<Notice> m_notices;
    QList<SandboxState> m_states;
    QStringList m_details;
    SandboxPlace m_place;
    CellId m_last;
    QList<CellId> m_cells;
    std::unique_ptr<ExeSandbox> m_sandbox; // last: its link thread uses the above
};

} // namespace sandglass::test
