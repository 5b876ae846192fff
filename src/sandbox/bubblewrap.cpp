// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/bubblewrap.h"

#include "sandbox/interpreter.h"
#include "sandbox/seccomp.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTimeZone>

namespace sandglass {

namespace {

constexpr char home[] = "/home/user";
constexpr char temporarySize[] = "536870912";

QByteArray bytes(const QString &path)
{
    return QFile::encodeName(path);
}

[[noreturn]] void refuse(const QString &text, const QString &remedy)
{
    throw Error(ErrorKind::SetupFailed, text, remedy);
}

QStringList pythonFolders(const SandboxLayout &layout)
{
    const QStringList folders = reducedMounts(layout.python.mounts);
    for (const QString &folder : folders) {
        // A Python whose prefix is the home folder would show all of it.
        if (exposesTooMuch(folder, QDir::homePath(), layout.work))
            refuse(QStringLiteral("The Python at %1 belongs to the folder %2, and cells would see "
                                  "everything in there.")
                       .arg(layout.python.interpreter, folder),
                   QStringLiteral("Choose a Python that has a folder of its own."));
    }
    return folders;
}

QByteArray timeZone()
{
    const QByteArray zone = QTimeZone::systemTimeZoneId();
    return zone.isEmpty() ? QByteArray("UTC") : zone;
}

} // namespace

BubblewrapCommand::BubblewrapCommand(const SandboxLayout &layout, int info, int block)
{
    for (const QString &folder : {layout.work, layout.data, layout.packages, layout.kernel}) {
        if (!QFileInfo(folder).isDir())
            refuse(QStringLiteral("The sandbox couldn't be started: the folder %1 isn't there.")
                       .arg(folder),
                   QStringLiteral("Install Sandglass again, or start a new conversation."));
    }
    addNamespaces(layout, info, block);
    addSystem();
    addAccounts(layout.network);
    addTemporary(layout);
    addPython(layout);
    addFolders(layout);
    addVariables(layout);
    m_files.push_back(sealedFile(seccompFilter()));
    add({"--seccomp", QByteArray::number(m_files.back().get())});
    // The tmpfs of / and /dev have no size: written full, they are our memory. The root comes last.
    add({"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", workInside});

    m_files.push_back(sealedFile(m_options.join('\0') + '\0'));
    // By descriptor, so that no process list shows the paths.
    m_words = {bytes(bubblewrapPath()),
               "--args",
               QByteArray::number(m_files.back().get()),
               "--",
               bytes(layout.python.interpreter),
               "-I",
               "/run/sandglass/host.py"};
}

std::vector<int> BubblewrapCommand::descriptors() const
{
    std::vector<int> result = m_passed;
    for (const Descriptor &file : m_files)
        result.push_back(file.get());
    return result;
}

void BubblewrapCommand::add(std::initializer_list<QByteArray> words)
{
    for (const QByteArray &word : words)
        m_options += word;
}

void BubblewrapCommand::bindIfThere(const QByteArray &path)
{
    if (QFileInfo::exists(QFile::decodeName(path)))
        add({"--ro-bind", path, path});
}

void BubblewrapCommand::dataFile(const QByteArray &content, const QByteArray &path)
{
    m_files.push_back(sealedFile(content));
    add({"--perms", "0444", "--ro-bind-data", QByteArray::number(m_files.back().get()), path});
}

void BubblewrapCommand::setVariable(const char *name, const QByteArray &value)
{
    add({"--setenv", name, value});
}

void BubblewrapCommand::addNamespaces(const SandboxLayout &layout, int info, int block)
{
    // --disable-userns asks for the user namespace by name. --as-pid-1: else bubblewrap itself
    // stays inside as process 1, with its memory and descriptors open to the cells.
    add({"--unshare-user", "--unshare-all", "--disable-userns", "--die-with-parent",
         "--new-session", "--clearenv", "--cap-drop", "ALL", "--as-pid-1", "--uid", "1000", "--gid",
         "1000", "--hostname", "sandbox"});
    if (!layout.network)
        return;
    add({"--info-fd", QByteArray::number(info), "--block-fd", QByteArray::number(block)});
    m_passed = {info, block};
}

QByteArrayList systemFolders()
{
    QByteArrayList options{"--ro-bind", "/usr", "/usr"};
    for (const char *name : {"bin", "sbin", "lib", "lib32", "lib64", "libx32"}) {
        const QByteArray path = QByteArray("/") + name;
        const QFileInfo folder(QFile::decodeName(path));
        if (folder.isSymLink())
            options += {"--symlink", bytes(QFile::symLinkTarget(folder.filePath())), path};
        else if (folder.exists())
            options += {"--ro-bind", path, path};
    }
    return options;
}

void BubblewrapCommand::addSystem()
{
    m_options += systemFolders();
    // As root /proc/sys would be writable: its files ask for the uid of the machine only.
    add({"--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"});
    add({"--size", temporarySize, "--tmpfs", "/dev/shm"});
    // Never /etc as a whole, and of /etc/ssl not private/.
    for (const char *name :
         {"ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "fonts", "ssl/certs",
          "ssl/openssl.cnf", "pki/tls/certs", "pki/ca-trust/extracted", "ca-certificates.conf",
          "mime.types", "locale.alias", "magic"})
        bindIfThere(QByteArray("/etc/") + name);
    const QString zone = QFileInfo(QStringLiteral("/etc/localtime")).canonicalFilePath();
    if (zone.startsWith(QLatin1String("/usr/")))
        add({"--symlink", bytes(zone), "/etc/localtime"});
    bindIfThere("/var/cache/fontconfig");
}

QByteArray BubblewrapCommand::systemAuthorities()
{
    for (const char *path :
         {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"}) {
        if (QFileInfo::exists(QLatin1String(path)))
            return path;
    }
    return {};
}

void BubblewrapCommand::addAccounts(bool network)
{
    dataFile("root:x:0:0:root:/nonexistent:/usr/sbin/nologin\n"
             "user:x:1000:1000:user:/home/user:/bin/sh\n"
             "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
             "/etc/passwd");
    dataFile("root:x:0:\nuser:x:1000:\nnogroup:x:65534:\n", "/etc/group");
    dataFile("passwd: files\ngroup: files\nhosts: files dns\n", "/etc/nsswitch.conf");
    dataFile("127.0.0.1 localhost sandbox\n::1 localhost\n", "/etc/hosts");
    dataFile("5a4e64676c6173735a4e64676c617373\n", "/etc/machine-id");
    if (network)
        dataFile("nameserver 10.0.2.3\n", "/etc/resolv.conf");
}

void BubblewrapCommand::addTemporary(const SandboxLayout &layout)
{
    add({"--size", temporarySize, "--tmpfs",  "/tmp",     "--size",    "268435456", "--tmpfs",
         home,     "--size",      "16777216", "--perms",  "0700",      "--tmpfs",   "/run/kernel",
         "--size", "16777216",    "--tmpfs",  "/run/mpl", "--symlink", "/tmp",      "/var/tmp"});
    if (layout.python.matplotlibCache.isEmpty())
        return;
    const QDir cache(layout.python.matplotlibCache);
    const QStringList names = cache.entryList(QDir::Files | QDir::NoSymLinks);
    for (const QString &name : names)
        add({"--ro-bind", bytes(cache.filePath(name)), "/run/mpl/" + bytes(name)});
}

void BubblewrapCommand::addPython(const SandboxLayout &layout)
{
    const QStringList folders = pythonFolders(layout);
    for (const QString &folder : folders)
        add({"--ro-bind", bytes(folder), bytes(folder)});
}

void BubblewrapCommand::addFolders(const SandboxLayout &layout)
{
    add({"--ro-bind", bytes(layout.kernel), "/run/sandglass", "--ro-bind", bytes(layout.packages),
         "/opt/packages", "--bind", bytes(layout.work), workInside});
    // One mount for the folder: were only its files mounted, a cell could rename it and put
    // another in its place.
    const QByteArray data = QByteArray(workInside) + "/data";
    add({"--ro-bind", bytes(layout.data), data});
    for (const DataMount &mount : layout.mounts)
        add({"--ro-bind", bytes(mount.source), data + '/' + bytes(mount.name)});
}

void BubblewrapCommand::addVariables(const SandboxLayout &layout)
{
    const QByteArray programs = bytes(QFileInfo(layout.python.interpreter).absolutePath());
    setVariable("PATH", programs + ":/usr/bin:/bin");
    setVariable("HOME", home);
    setVariable("USER", "user");
    setVariable("LOGNAME", "user");
    setVariable("LANG", "C.UTF-8");
    setVariable("TZ", timeZone());
    setVariable("TMPDIR", "/tmp");
    setVariable("MPLCONFIGDIR", "/run/mpl");
    setVariable("IPYTHONDIR", "/tmp/ipython");
    setVariable("JUPYTER_RUNTIME_DIR", "/run/kernel");
    setVariable("XDG_RUNTIME_DIR", "/run/kernel");
    setVariable("PYTHONDONTWRITEBYTECODE", "1");
    setVariable("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    setVariable("SANDGLASS_PACKAGES", "/opt/packages");
    setVariable("SANDGLASS_GRACE", QByteArray::number(qint64(layout.grace.count())));
    if (!layout.network) {
        setVariable("PIP_NO_INDEX", "1");
        return;
    }
    setVariable("PIP_TARGET", "/tmp/pip-packages");
    // pip and requests bring authorities of their own, which don't know a company's.
    const QByteArray authorities = systemAuthorities();
    if (!authorities.isEmpty()) {
        for (const char *name : {"PIP_CERT", "REQUESTS_CA_BUNDLE", "SSL_CERT_FILE"})
            setVariable(name, authorities);
    }
}

} // namespace sandglass
