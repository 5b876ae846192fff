// SPDX-License-Identifier: MIT
#include "exe/readiness.h"

#include "exe/error.h"
#include "exe/pause.h"
#include "exe/scripts.h"
#include "exe/setupprobe.h"

#include <QRegularExpression>

#include <algorithm>

namespace exedev {

namespace {

using std::chrono::milliseconds;

bool saysNotUpYet(const ApiError &error)
{
    static const QRegularExpression pattern(
        QStringLiteral("failed to connect|failed to dial|failed to create session|failed to run "
                       "command on VM"),
        QRegularExpression::CaseInsensitiveOption);
    return error.status == 422 && pattern.match(QString::fromUtf8(error.body)).hasMatch();
}

/// One VM on its way to readiness.
class Readiness
{
public:
    Readiness(Transport &transport, const QString &vm, Ready until)
        : m_transport(transport)
        , m_vm(vm)
        , m_isSetup(until == Ready::Setup)
    {
        m_probe.vm = vm;
        m_probe.remote = m_isSetup ? scriptCommand(setupProbe().constData()) : QByteArray("true");
        m_probe.capture = m_isSetup;
        m_probe.maxOutput = 1024 * 1024;
    }

    void wait(const Call &call, const Call &limited)
    {
        Backoff backoff;
        for (;;) {
            if (limited.deadline.hasExpired())
                giveUp(call);
            if (probed(call, limited))
                return;
            milliseconds pause = backoff.next();
            if (m_isPending)
                pause = std::max(pause, milliseconds(1000));
            pauseFor(std::min(pause, milliseconds(limited.deadline.remainingTime())), call);
        }
    }

private:
    /// True where it is ready; false where it isn't yet.
    bool probed(const Call &call, const Call &limited)
    {
        const auto fail = [&](const char *failure) {
            throw VmReadyError(m_vm, QLatin1String(failure), std::current_exception());
        };
        try {
            return isReady(m_transport.ssh(m_probe, limited));
        } catch (const OutputLimitError &) {
            fail("is not ready: its answer is too long");
        } catch (const ProtocolError &) {
            fail("is not ready: its answer makes no sense");
        } catch (const CommandTimeoutError &) {
            m_last = std::current_exception();
            giveUp(call);
        } catch (const CommandInterruptedError &) {
            m_last = std::current_exception();
        } catch (const NetworkError &) {
            m_last = std::current_exception();
        } catch (const PermissionDeniedError &) {
            fail("is not known to be ready: the token may not run ssh, which tells it");
        } catch (const ApiError &error) {
            if (!saysNotUpYet(error))
                fail("is not ready: the server refuses to run commands there");
            m_last = std::current_exception();
        }
        return false;
    }

    bool isReady(const CommandResult &result)
    {
        if (!result.ok())
            throw VmReadyError(m_vm, QStringLiteral("is not ready: the probe ended with status %1")
                                         .arg(result.exitCode));
        if (!m_isSetup)
            return true;
        const SetupState state = setupState(result.out);
        if (state.kind == SetupState::Kind::Failed)
            throw VmSetupError(m_vm, state.result, state.exitCode, state.signal, state.output);
        m_isPending = state.kind == SetupState::Kind::Pending;
        return !m_isPending;
    }

    [[noreturn]] void giveUp(const Call &call)
    {
        requireGoingOn(call); // the caller's own deadline comes first
        throw VmReadyError(m_vm,
                           m_isSetup
                               ? QStringLiteral("is not ready: its setup did not end in time")
                               : QStringLiteral("is not ready: the time to wait for it is over"),
                           m_last);
    }

    Transport &m_transport;
    const QString m_vm;
    const bool m_isSetup;
    SshRequest m_probe;
    bool m_isPending = false;
    std::exception_ptr m_last;
};

} // namespace

milliseconds readyTime(Ready until, const std::optional<milliseconds> &timeout)
{
    if (timeout && timeout->count() <= 0)
        throw InvalidArgumentError(QStringLiteral("The time to wait for a VM must be positive"));
    return timeout.value_or(until == Ready::Setup ? milliseconds(600'000) : milliseconds(60'000));
}

void waitUntilReady(Transport &transport, VmInfo &vm, Ready until, milliseconds time,
                    const Call &call)
{
    if (until == Ready::Created)
        return;
    Readiness(transport, vm.name, until).wait(call, within(call, time));
    vm.status = QStringLiteral("running");
}

} // namespace exedev
