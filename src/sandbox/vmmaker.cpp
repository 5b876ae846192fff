// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/vmmaker.h"

#include "exe/error.h"
#include "exe/failure.h"
#include "sandbox/vmhost.h"
#include "sandbox/vmsetup.h"

#include <QLockFile>

#include <algorithm>
#include <chrono>

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds lockPause{100};
constexpr int labelAttempts = 5;
constexpr qsizetype keptLog = 4000;

VmComment baseComment(const QString &digest)
{
    VmComment comment;
    comment.kind = VmComment::Kind::Base;
    comment.digest = digest;
    return comment;
}

QString scratchNotice(const char *command)
{
    return QStringLiteral("The token for exe.dev may not run “%1”, so each conversation's VM is "
                          "made from scratch, which takes minutes instead of seconds. A token that "
                          "may run new, ls, rm, ssh, cp, pause, resume and comment makes it fast.")
        .arg(QLatin1String(command));
}

/// The limit of the account is what a person can do something about.
Failure makingFailure(const exedev::Error &error)
{
    const auto *refusal = dynamic_cast<const exedev::ApiError *>(&error);
    if (refusal && refusal->status == 422 && refusal->body.toLower().contains("limit"))
        return {ErrorKind::OutputLimit,
                QStringLiteral("exe.dev makes no more VMs for this account: its limit is reached. "
                               "The code was not run."),
                QStringLiteral("Delete sandboxes that aren't needed any more (paused ones count, "
                               "too), then run the cell again.")};
    Failure failure = exedev::failureOf(error);
    failure.text = QStringLiteral("No VM could be made for this conversation: ") + failure.text;
    return failure;
}

} // namespace

VmMaker::VmMaker(exedev::Client &client, Options options, Hooks hooks)
    : m_client(client)
    , m_options(std::move(options))
    , m_hooks(std::move(hooks))
{}

QString VmMaker::make(std::stop_token stop)
{
    m_call.stop = std::move(stop);
    try {
        return copyOrMake();
    } catch (const exedev::Error &error) {
        throw Error(makingFailure(error));
    }
}

QString VmMaker::copyOrMake()
{
    QLockFile lock(m_options.lockFile);
    m_hooks.onStep(SandboxState::Copying, {});
    take(lock);
    try {
        std::optional<Base> base = findBase();
        if (m_own)
            return adopt(*m_own);
        if (!base)
            base = makeBase();
        if (base)
            return copy(*base, lock);
    } catch (const exedev::PermissionDeniedError &error) {
        const QByteArray command = error.operation.toLatin1();
        if (command != "ls" && command != "cp" && command != "comment")
            throw;
        tell(QStringLiteral("sandbox"), scratchNotice(command.constData()));
    }
    lock.unlock();
    return makeFromScratch();
}

void VmMaker::take(QLockFile &lock)
{
    lock.setStaleLockTime(0); // a base takes minutes; that of a dead process is taken over
    while (!lock.tryLock(static_cast<int>(lockPause.count()))) {
        if (m_call.stop.stop_requested())
            throw Error(ErrorKind::Cancelled, QStringLiteral("Stopped before the code was run."));
        if (lock.error() != QLockFile::LockFailedError)
            throw Error(ErrorKind::File,
                        QStringLiteral("The file %1 can't be written, so no VM was made.")
                            .arg(m_options.lockFile),
                        QStringLiteral("Look whether the disk is full and whether you may write "
                                       "there."));
    }
}

std::optional<VmMaker::Base> VmMaker::findBase()
{
    const QString wanted = baseDigest(m_options.packages);
    std::vector<Base> bases;
    for (const exedev::Vm &vm : m_client.vms({}, m_call)) {
        const VmComment comment = VmComment::fromText(vm.comment());
        m_before << vm.name();
        if (comment.kind == VmComment::Kind::Sandbox && !comment.conversation.isEmpty() &&
            comment.conversation == m_options.comment.conversation &&
            comment.install == m_options.comment.install)
            m_own = vm.info();
        if (comment.kind == VmComment::Kind::Base)
            bases.push_back({vm.info(), comment.digest});
    }
    // The oldest: a younger one of the same comment is a copy that was broken off.
    std::sort(bases.begin(), bases.end(), [&](const Base &a, const Base &b) {
        const auto rank = [&](const Base &base) {
            return std::pair(base.digest != wanted, base.info.createdAt.value_or(QDateTime()));
        };
        return rank(a) < rank(b);
    });
    if (bases.empty() || m_own)
        return std::nullopt;
    if (bases.front().digest != wanted)
        tell(QStringLiteral("base_stale"),
             QStringLiteral("The base VM was made with other packages than the settings name. It "
                            "is used as it is; delete it, and the next sandbox makes another."));
    return bases.front();
}

std::optional<VmMaker::Base> VmMaker::makeBase()
{
    for (const char *command : {"comment", "cp"}) {
        if (!mayRun(QLatin1String(command))) {
            tell(QStringLiteral("sandbox"), scratchNotice(command));
            return std::nullopt;
        }
    }
    m_hooks.onStep(SandboxState::MakingBase, QStringLiteral("Making a VM"));
    exedev::CreateOptions options;
    VmComment comment = m_options.comment;
    comment.kind = VmComment::Kind::NewBase;
    comment.conversation.clear();
    options.comment = comment.toText();
    options.egress = QStringLiteral("all");
    exedev::Vm vm = m_client.create(options, m_call);
    setUp(vm);
    VmHost(m_client, vm.name(), m_options.kernelFolder).install(m_call);
    const QString digest = baseDigest(m_options.packages);
    label(vm, baseComment(digest).toText());
    vm.release();
    m_before << vm.name();
    try {
        vm.pause(true, m_call);
    } catch (const exedev::PermissionDeniedError &) {
        tell(QStringLiteral("sandbox"),
             QStringLiteral("The token for exe.dev may not run “pause”, so the base VM %1 and idle "
                            "sandboxes go on running.")
                 .arg(vm.name()));
    }
    return Base{vm.info(), digest};
}

/// The answer with its name never came, or the program was killed before it was written down.
QString VmMaker::adopt(const exedev::VmInfo &info)
{
    m_hooks.onStep(SandboxState::Starting, {});
    exedev::Vm vm = m_client.known(info);
    if (info.status == QLatin1String("paused"))
        vm.resume(exedev::Ready::Ssh, {}, m_call);
    else
        vm.waitUntilReady(exedev::Ready::Ssh, {}, m_call);
    setUp(vm); // it may have been broken off there
    return vm.name();
}

QString VmMaker::copy(const Base &base, QLockFile &lock)
{
    m_hooks.onStep(SandboxState::Copying, {});
    exedev::CopyOptions options;
    options.egress = m_options.egress;
    options.flush = base.info.status == QLatin1String("running");
    options.waitUntil = exedev::Ready::Created;
    exedev::Vm vm = [&] {
        try {
            return m_client.known(base.info).copy(options, m_call);
        } catch (const exedev::NetworkError &error) {
            if (!error.sent)
                throw;
            return lostCopy(base);
        }
    }();
    label(vm, m_options.comment.toText()); // until then it looks like a base
    lock.unlock();
    vm.waitUntilReady(exedev::Ready::Ssh, {}, m_call);
    vm.release();
    return vm.name();
}

/// The copy whose answer didn't come: it has the base's comment and wasn't there before.
exedev::Vm VmMaker::lostCopy(const Base &base)
{
    for (exedev::Vm &vm : m_client.vms({}, m_call)) {
        if (vm.comment() == base.info.comment && !m_before.contains(vm.name()))
            return std::move(vm);
    }
    throw Error(ErrorKind::NetworkEffectUnknown,
                QStringLiteral("The connection to exe.dev broke while it copied the base VM, and "
                               "no copy is there. The code was not run."),
                QStringLiteral("Run the cell again."));
}

/// Sets a comment, which does no harm twice.
void VmMaker::label(exedev::Vm &vm, const QString &comment)
{
    for (int attempt = 1;; ++attempt) {
        try {
            vm.setComment(comment, m_call);
            return;
        } catch (const exedev::NetworkError &) {
            if (attempt == labelAttempts)
                throw;
        } catch (const exedev::ApiError &error) {
            if (error.status < 500 || attempt == labelAttempts)
                throw;
        }
    }
}

QString VmMaker::makeFromScratch()
{
    m_hooks.onStep(SandboxState::MakingBase, QStringLiteral("Making a VM"));
    exedev::CreateOptions options;
    options.comment = m_options.comment.toText();
    options.egress = QStringLiteral("all");
    exedev::Vm vm = m_client.create(options, m_call);
    setUp(vm);
    if (m_options.egress != options.egress) {
        try {
            vm.setEgress(m_options.egress, m_call);
        } catch (const exedev::PermissionDeniedError &) {
            throw Error(ErrorKind::Permission,
                        QStringLiteral("The network of a VM that is made from scratch can't be cut "
                                       "off: the token for exe.dev may not run “egress”. The code "
                                       "was not run."),
                        QStringLiteral("Use a token that may run cp and comment, or let the "
                                       "sandbox reach the network."));
        }
    }
    vm.release();
    return vm.name();
}

void VmMaker::setUp(exedev::Vm &vm)
{
    QByteArray log;
    exedev::RunOptions options;
    options.capture = false;
    options.onStdoutBytes = [&](const QByteArray &bytes) {
        log = (log + bytes).right(keptLog);
    };
    options.onStdout = [&](const QString &line) {
        m_hooks.onStep(SandboxState::MakingBase, line.left(500));
    };
    const QStringList command =
        QStringList{QStringLiteral("sh"), QStringLiteral("-c"), QString::fromLatin1(vmSetupScript),
                    QStringLiteral("sh")} +
        m_options.packages;
    const int status = vm.run(command, options, m_call).exitCode;
    if (status != 0)
        throw Error(ErrorKind::SetupFailed,
                    QStringLiteral("The Python packages could not be installed in the new VM, "
                                   "which was removed again:\n%1")
                        .arg(QString::fromUtf8(log).trimmed()),
                    QStringLiteral("Look at the names of the packages in the settings, then run "
                                   "the cell again."));
}

/// Asks for something that can't succeed: the permission is looked at first.
bool VmMaker::mayRun(const QString &command)
{
    exedev::VmInfo nobody;
    nobody.name = QStringLiteral("sandglass-nobody-") + newUuid7();
    try {
        exedev::Vm vm = m_client.known(nobody);
        if (command == QLatin1String("cp")) {
            exedev::CopyOptions options;
            options.flush = false;
            vm.copy(options, m_call);
        } else {
            vm.setComment(QStringLiteral("x"), m_call);
        }
    } catch (const exedev::PermissionDeniedError &) {
        return false;
    } catch (const exedev::ApiError &error) {
        if (error.status != 422 && error.status != 404)
            throw;
    }
    return true;
}

void VmMaker::tell(const QString &kind, const QString &text) const
{
    m_hooks.onNotice({kind, text, {}});
}

} // namespace sandglass
