// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/sweepcommand.h"

#include "base/worker.h"
#include "cli/jsontext.h"
#include "cli/terminaltext.h"

#include <nlohmann/json.hpp>

#include <QEventLoop>

#include <exception>

namespace sandglass::cli {

SweepCommand::SweepCommand(SweepOptions options, SandboxKeeper::Options keeper, Console &console,
                           Interrupts &interrupts)
    : m_options(options)
    , m_keeper(std::move(keeper))
    , m_console(console)
    , m_interrupts(interrupts)
{
    // At least a second: none at all would mean never.
    if (m_options.hours)
        m_keeper.rules.deleteAfter =
            std::chrono::seconds(std::max<qint64>(1, qint64(*m_options.hours * 3600)));
}

int SweepCommand::run()
{
    std::vector<SandboxKeeper::Entry> entries;
    QList<SandboxKeeper::Done> done;
    std::exception_ptr failure;
    QEventLoop loop;
    Worker worker(QStringLiteral("sweep"));
    QObject::connect(&m_interrupts, &Interrupts::interrupted, &loop, [&] { worker.stop(); });
    worker.post([&](std::stop_token stop) {
        try {
            SandboxKeeper keeper(m_keeper);
            entries = keeper.list(stop);
            if (!m_options.dryRun)
                done = keeper.sweep(stop);
        } catch (const Error &) {
            failure = std::current_exception();
        }
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
    });
    loop.exec();
    if (failure)
        std::rethrow_exception(failure);
    if (m_options.dryRun)
        tellDue(entries);
    bool isGood = true;
    for (const SandboxKeeper::Done &one : done) {
        tellDone(one);
        isGood = isGood && !one.failure;
    }
    tellOthers(entries);
    const bool isAnyDue = std::any_of(entries.begin(), entries.end(), [](const auto &entry) {
        return entry.due != KeepAct::Nothing;
    });
    if (!isAnyDue && !m_options.json)
        m_console.say(QStringLiteral("Nothing is to be done: no sandbox of this installation has "
                                     "served its time."));
    if (m_interrupts.wasInterrupted())
        return Cancelled;
    return isGood && m_console.isGood() ? Done : Failed;
}

void SweepCommand::tellDue(const std::vector<SandboxKeeper::Entry> &entries)
{
    for (const SandboxKeeper::Entry &entry : entries) {
        if (entry.due == KeepAct::Delete)
            tell(entry.info.name, QStringLiteral("would be removed"), "stale");
        else if (entry.due == KeepAct::Pause)
            tell(entry.info.name, QStringLiteral("would be paused"), "idle");
    }
}

void SweepCommand::tellDone(const SandboxKeeper::Done &done)
{
    const bool isPause = done.act == KeepAct::Pause;
    if (done.failure)
        tell(done.vm, done.failure->text + u' ' + done.failure->remedy, "failed");
    else
        tell(done.vm, isPause ? QStringLiteral("paused") : QStringLiteral("removed"),
             isPause ? "paused" : "removed");
}

void SweepCommand::tellOthers(const std::vector<SandboxKeeper::Entry> &entries)
{
    for (const SandboxKeeper::Entry &entry : entries) {
        const VmComment &comment = entry.use.comment;
        if (comment.kind == VmComment::Kind::Sandbox && comment.install != m_keeper.rules.install)
            tell(entry.info.name, QStringLiteral("another installation's, left alone"), "other");
    }
}

void SweepCommand::tell(const QString &name, const QString &text, const char *state)
{
    if (!m_options.json) {
        const QString line = name + QStringLiteral("  ") + text.simplified() + u'\n';
        m_console.out(TerminalText::cleaned(line.toUtf8(), false));
        return;
    }
    nlohmann::ordered_json json;
    json["name"] = jsonString(name);
    json["state"] = state;
    if (QByteArrayView(state) == "failed")
        json["reason"] = jsonString(text.trimmed());
    m_console.out(terminalSafeLine(json));
}

} // namespace sandglass::cli
