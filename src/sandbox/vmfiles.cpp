// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/vmfiles.h"

#include "base/ids.h"
#include "exe/error.h"
#include "exe/failure.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

namespace sandglass {

namespace {

constexpr int nameTaken = 95; // exit codes of the lines below
constexpr int notThere = 96;

/// Throws where a name, which may come from the VM, leads out of the work folder.
void requireInside(const QString &name)
{
    for (const QString &part : name.split(u'/')) {
        if (part.isEmpty() || part == QLatin1String(".") || part == QLatin1String("..") ||
            part.contains(QChar(u'\0')))
            throw Error(ErrorKind::InvalidInput,
                        QStringLiteral("“%1” is no name of a file in the work folder.").arg(name));
    }
}

/// Everything that the library throws, told as this room does.
template <class Act>
auto told(const QString &what, const Act &act)
{
    try {
        return act();
    } catch (const exedev::FileNotFoundError &) {
        throw Error(ErrorKind::NotFound,
                    QStringLiteral("%1: there is no such file in the sandbox.").arg(what));
    } catch (const exedev::LocalFileError &error) {
        throw Error(ErrorKind::File, QStringLiteral("%1: %2.").arg(what, error.text()),
                    QStringLiteral("Look whether the disk is full and whether you may write "
                                   "there."));
    } catch (const exedev::Error &error) {
        Failure failure = exedev::failureOf(error);
        failure.text = what + QStringLiteral(": ") + failure.text;
        throw Error(failure);
    }
}

exedev::Call callOf(std::stop_token stop)
{
    exedev::Call call;
    call.stop = std::move(stop);
    return call;
}

} // namespace

VmFiles::VmFiles(const exedev::ClientOptions &access, std::function<QString()> vm, QString scratch)
    : m_client(access)
    , m_vm(std::move(vm))
    , m_scratch(std::move(scratch))
{}

exedev::Vm VmFiles::theVm()
{
    exedev::VmInfo info;
    info.name = m_vm();
    if (info.name.isEmpty())
        throw Error(ErrorKind::NotRunning,
                    QStringLiteral("This conversation has no sandbox yet, so there are no files "
                                   "in it."),
                    QStringLiteral("Run a cell first."));
    return m_client.known(info);
}

/// Does it, after the VM was resumed where that is needed.
void VmFiles::awake(exedev::Vm &vm, const exedev::Call &call,
                    const std::function<void(exedev::Vm &)> &act)
{
    try {
        act(vm);
    } catch (const exedev::VmNotRunningError &) {
        vm.resume(exedev::Ready::Ssh, {}, call);
        act(vm);
    }
}

void VmFiles::put(const QString &localPath, const QString &name, const CopyProgress &progress,
                  std::stop_token stop)
{
    requireInside(name);
    if (m_vm().isEmpty())
        return;
    const exedev::Call call = callOf(std::move(stop));
    const QString incoming = QStringLiteral(".sandglass/in-") + newUuid7();
    const QString target = QStringLiteral("work/") + name;
    told(QStringLiteral("“%1” could not be brought to the sandbox").arg(name), [&] {
        exedev::Vm vm = theVm();
        exedev::UploadOptions options;
        options.onProgress = [&](qint64 done, qint64 total) {
            if (progress)
                progress(done, total);
        };
        awake(vm, call,
              [&](exedev::Vm &there) { there.upload(localPath, incoming, options, call); });
        exedev::RunOptions check;
        const QStringList move{
            QStringLiteral("sh"),
            QStringLiteral("-c"),
            QStringLiteral("mkdir -p -- \"${2%/*}\" && if [ -e \"$2\" ] || [ -L \"$2\" ]; then "
                           "diff -rq -- \"$1\" \"$2\" >/dev/null 2>&1; same=$?; "
                           "rm -rf -- \"$1\"; [ \"$same\" = 0 ] || exit %1; "
                           "else mv -- \"$1\" \"$2\"; fi")
                .arg(nameTaken),
            QStringLiteral("sh"),
            incoming,
            target};
        const int status = vm.run(move, check, call).exitCode;
        if (status == nameTaken)
            throw Error(ErrorKind::InvalidInput,
                        QStringLiteral("The sandbox has another file “%1” already, which was left "
                                       "as it is.")
                            .arg(name),
                        QStringLiteral("Attach the file under another name, or remove the one in "
                                       "the sandbox first."));
        if (status != 0)
            throw Error(ErrorKind::File,
                        QStringLiteral("“%1” could not be put into the work folder of the sandbox.")
                            .arg(name),
                        QStringLiteral("Look whether the disk of the VM is full."));
    });
}

void VmFiles::fetch(exedev::Vm &vm, const QString &name, const QString &folder,
                    const CopyProgress &progress, const exedev::Call &call)
{
    requireInside(name);
    const QString local = folder + u'/' + name;
    if (!QDir().mkpath(QFileInfo(local).path()))
        throw Error(ErrorKind::File,
                    QStringLiteral("The folder for “%1” can't be made.").arg(name));
    told(QStringLiteral("“%1” could not be saved").arg(name), [&] {
        exedev::DownloadOptions options;
        options.onProgress = [&](qint64 done, qint64 total) {
            if (progress)
                progress(done, total < 0 ? 0 : total);
        };
        awake(vm, call, [&](exedev::Vm &there) {
            there.download(QStringLiteral("work/") + name, local, options, call);
        });
    });
}

void VmFiles::save(const QString &name, const QString &targetPath, const CopyProgress &progress,
                   std::stop_token stop)
{
    const QTemporaryDir staging(m_scratch + QStringLiteral("/saving-XXXXXX"));
    exedev::Vm vm = theVm();
    fetch(vm, name, staging.path(), progress, callOf(stop));
    WorkFolder(staging.path()).copyOut(name, targetPath, {}, stop);
}

QList<SavedFile> VmFiles::saveAll(const QStringList &names, const QString &folder,
                                  const CopyProgress &progress, std::stop_token stop)
{
    QList<SavedFile> all;
    exedev::Vm vm = theVm();
    for (qsizetype i = 0; i < names.size(); ++i) {
        SavedFile file;
        file.name = names[i];
        try {
            const QTemporaryDir staging(m_scratch + QStringLiteral("/saving-XXXXXX"));
            fetch(vm, names[i], staging.path(), {}, callOf(stop));
            all << WorkFolder(staging.path())
                       .saveAll({names[i]}, folder, WorkFolder::Existing::Number, {}, stop);
        } catch (const Error &error) {
            file.failure = error.failure();
            all << file;
        }
        if (progress)
            progress(i + 1, names.size());
    }
    return all;
}

bool VmFiles::remove(const QString &name, std::stop_token stop)
{
    requireInside(name);
    if (m_vm().isEmpty())
        return false;
    const exedev::Call call = callOf(std::move(stop));
    int status = 0;
    told(QStringLiteral("“%1” could not be removed from the sandbox").arg(name), [&] {
        exedev::Vm vm = theVm();
        const QStringList remove{
            QStringLiteral("sh"), QStringLiteral("-c"),
            QStringLiteral("[ -e \"$1\" ] || [ -L \"$1\" ] || exit %1; rm -f -- \"$1\"")
                .arg(notThere),
            QStringLiteral("sh"), QStringLiteral("work/") + name};
        awake(vm, call, [&](exedev::Vm &there) { status = there.run(remove, {}, call).exitCode; });
    });
    if (status != 0 && status != notThere)
        throw Error(ErrorKind::File,
                    QStringLiteral("“%1” could not be removed from the sandbox.").arg(name));
    return status == 0;
}

} // namespace sandglass
