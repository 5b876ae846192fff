// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/vmhost.h"

#include "base/ids.h"

#include <QFileInfo>

namespace sandglass {

namespace {

// Exit codes of resources/kernel/sandglass_host/client.py, and of python() below.
constexpr int refused = 3;
constexpr int otherBoot = 4;
constexpr int noHost = 5;
constexpr int notStarted = 6;
constexpr int unknown = 7;
constexpr int noFiles = 97;
constexpr int noPython = 98;

constexpr qsizetype longestArgument = 40'000; ///< base64 of a request; what is longer is a file
constexpr qsizetype keptComplaint = 4000;

exedev::VmInfo named(const QString &vm)
{
    exedev::VmInfo info;
    info.name = vm;
    return info;
}

[[noreturn]] void failToStart(int status, const QByteArray &said)
{
    if (status == noPython)
        throw Error(ErrorKind::SetupFailed,
                    QStringLiteral("The VM has no Python environment in ~/.venv, so no code can "
                                   "run there."),
                    QStringLiteral("Delete this sandbox; if new ones are like it, delete the base "
                                   "VM too, so that it is made again."));
    const QString text = QString::fromUtf8(said.right(keptComplaint)).trimmed();
    throw Error(ErrorKind::SetupFailed,
                QStringLiteral("The kernel could not be started in the VM (%1).")
                    .arg(text.isEmpty() ? QStringLiteral("exit status %1").arg(status) : text),
                QStringLiteral("Restart the VM, or delete this sandbox and run the cell again."));
}

} // namespace

VmHost::VmHost(exedev::Client &client, const QString &vm, QString kernelFolder)
    : m_vm(client.known(named(vm)))
    , m_kernelFolder(std::move(kernelFolder))
{}

QString VmHost::remoteFolder() const
{
    return QStringLiteral(".sandglass/kernel/") + QFileInfo(m_kernelFolder).fileName();
}

QString VmHost::python(const QString &arguments) const
{
    return QStringLiteral("h=%1/host.py; p=.venv/bin/python; [ -f $h ] || exit %2; [ -x $p ] || "
                          "exit %3; exec $p -I -S $h %4")
        .arg(remoteFolder())
        .arg(noFiles)
        .arg(noPython)
        .arg(arguments);
}

void VmHost::follow(const QString &boot, qint64 from, const exedev::RunOptions::OnBytes &onBytes,
                    const exedev::Call &call)
{
    const QString line = python(QStringLiteral("follow %1 %2")
                                    .arg(boot.isEmpty() ? QStringLiteral("none") : boot)
                                    .arg(from));
    QByteArray said;
    exedev::RunOptions options;
    options.capture = false;
    options.onStdoutBytes = onBytes;
    options.onStderrBytes = [&](const QByteArray &bytes) {
        said = (said + bytes).right(keptComplaint);
    };
    int status = m_vm.run(line, options, call).exitCode;
    if (status == noFiles) {
        install(call);
        status = m_vm.run(line, options, call).exitCode;
    }
    if (status != noHost)
        failToStart(status, said);
}

VmHost::Answer VmHost::submit(const QByteArray &request, const exedev::Call &call)
{
    QString arguments = QStringLiteral("submit ") + QString::fromLatin1(request.toBase64());
    if (arguments.size() > longestArgument) {
        const QString file = QStringLiteral(".sandglass/request-") + newUuid7();
        m_vm.writeFile(file, request, 0600, call);
        arguments = QStringLiteral("submit --file ") + file;
    }
    exedev::RunOptions options;
    options.maxOutput = 64 * 1024;
    const exedev::CommandResult result = m_vm.run(python(arguments), options, call);
    switch (result.exitCode) {
    case 0:
        return Answer::Accepted;
    case otherBoot:
        return Answer::OtherBoot;
    case noHost:
    case noFiles:
        return Answer::NoHost;
    case unknown:
        return Answer::Unknown;
    case refused:
        throw Error(ErrorKind::Protocol,
                    QStringLiteral("The kernel in the VM refused the request (%1).")
                        .arg(result.outText().left(500).simplified()));
    default:
        failToStart(result.exitCode, result.err);
    }
}

void VmHost::install(const exedev::Call &call)
{
    // It appears under its name whole, whatever breaks off.
    const QString fresh = QStringLiteral(".sandglass/new-") + newUuid7();
    exedev::UploadOptions upload;
    upload.exclude = {QStringLiteral("__pycache__")};
    m_vm.upload(m_kernelFolder, fresh, upload, call);
    exedev::RunOptions options;
    options.check = true;
    m_vm.run(QStringLiteral("mkdir -p .sandglass/kernel && { [ -d %1 ] || mv %2 %1; }; rm -rf %2; "
                            "[ -f %1/host.py ]")
                 .arg(remoteFolder(), fresh),
             options, call);
}

} // namespace sandglass
