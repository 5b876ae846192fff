// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session.h"
#include "base/worker.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>

#include <atomic>
#include <functional>
#include <future>

namespace sandglass {

/// Spins the event loop until `condition` holds; false after `limitMs`.
inline bool waitFor(const std::function<bool()> &condition, int limitMs = 20'000)
{
    QElapsedTimer timer;
    timer.start();
    QTimer tick; // what a condition looks at may change without an event here
    tick.start(5);
    while (!condition()) {
        if (timer.elapsed() > limitMs)
            return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

/// What a cell does in FakeSandbox; it may call the given functions from any thread.
struct FakeCell
{
    std::function<void(const Output &)> output;
    std::function<void(const Notice &)> notice;
    CellRequest request;
    std::stop_token stop;
    std::function<bool()> isKilled;
};

using CellScript = std::function<CellResult(const FakeCell &)>;

/// A sandbox whose cells are scripts; output comes from a thread of its own, as the real one's
/// does.
class FakeSandbox : public Sandbox
{
public:
    explicit FakeSandbox(CellScript script)
        : m_script(std::move(script))
    {}

    CellResult execute(const CellRequest &request, std::stop_token stop) override
    {
        Q_EMIT stateChanged(SandboxState::Running, {});
        std::promise<CellResult> result;
        m_link.post([&](std::stop_token) {
            try {
                FakeCell cell;
                cell.request = request;
                cell.stop = stop;
                cell.isKilled = [this] {
                    return m_killed.load();
                };
                cell.output = [this, id = request.cell](const Output &o) {
                    Q_EMIT output(id, o);
                };
                cell.notice = [this, id = request.cell](const Notice &n) {
                    Q_EMIT notice(id, n);
                };
                result.set_value(m_script(cell));
            } catch (...) {
                result.set_exception(std::current_exception());
            }
        });
        CellResult value = result.get_future().get();
        Q_EMIT stateChanged(value.variablesLost ? SandboxState::Dead : SandboxState::Ready, {});
        return value;
    }

    void restart() override
    {
        ++restarts;
        Q_EMIT stateChanged(SandboxState::None, {});
    }

    void kill() override { m_killed = true; }

    int restarts = 0;

private:
    std::atomic<bool> m_killed = false;
    CellScript m_script;
    Worker m_link{QStringLiteral("link")};
};

/// A model that gives scripted replies, one after the other.
class FakeModel : public Model
{
public:
    using Script = std::function<ModelReply(const ModelRequest &, const ModelEvents &,
                                            std::stop_token, int number)>;

    explicit FakeModel(Script script)
        : m_script(std::move(script))
    {}

    ModelReply reply(const ModelRequest &request, const ModelEvents &events,
                     std::stop_token stop) override
    {
        return m_script(request, events, stop, m_number++);
    }

    QStringList models(std::stop_token) override { return {QStringLiteral("fake")}; }

private:
    Script m_script;
    int m_number = 0;
};

inline StreamOutput out(const QByteArray &text)
{
    return {StreamOutput::Name::Stdout, text};
}
inline StreamOutput err(const QByteArray &text)
{
    return {StreamOutput::Name::Stderr, text};
}

inline CellResult okResult(int count = 1)
{
    CellResult result;
    result.status = CellStatus::Ok;
    result.executionCount = count;
    return result;
}

/// A reply of `text` and, where `code` isn't empty, one call that runs it.
inline ModelReply replyOf(const ModelEvents &events, const QString &text,
                          const QByteArray &json = {},
                          const QString &callId = QStringLiteral("call_1"))
{
    if (!text.isEmpty())
        events.onText(text);
    ModelReply reply;
    reply.text = text;
    if (!json.isEmpty()) {
        reply.calls << ToolCall{callId, QStringLiteral("run_python"), json, true};
        reply.finish = ModelReply::Finish::ToolCalls;
    }
    return reply;
}

} // namespace sandglass
