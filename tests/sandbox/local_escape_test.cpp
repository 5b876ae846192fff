// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/localkit.h"

#include "base/error.h"
#include "sandbox/workfolder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

using namespace sandglass;
using namespace sandglass::test;

namespace {

const QByteArray secret = "SECRET-" + CellId::create().toString().toLatin1();

void writeFile(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly)) << path.toStdString();
    file.write(content);
}

/// A listening socket of this machine that a cell tries to reach.
class Listener
{
public:
    Listener(const sockaddr *address, socklen_t length)
        : m_socket(::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
    {
        const bool listens =
            m_socket >= 0 && ::bind(m_socket, address, length) == 0 && ::listen(m_socket, 8) == 0;
        if (!listens) {
            ::close(m_socket);
            m_socket = -1;
        }
    }
    ~Listener() { ::close(m_socket); }
    Listener(const Listener &) = delete;
    Listener &operator=(const Listener &) = delete;

    bool listens() const { return m_socket >= 0; }
    int port() const
    {
        sockaddr_storage address{};
        socklen_t length = sizeof address;
        ::getsockname(m_socket, reinterpret_cast<sockaddr *>(&address), &length);
        return ntohs(address.ss_family == AF_INET6
                         ? reinterpret_cast<sockaddr_in6 *>(&address)->sin6_port
                         : reinterpret_cast<sockaddr_in *>(&address)->sin_port);
    }
    bool wasReached() const
    {
        const int link = ::accept(m_socket, nullptr, nullptr);
        if (link >= 0)
            ::close(link);
        return link >= 0;
    }

private:
    int m_socket;
};

Listener inet(uint32_t address)
{
    sockaddr_in in{};
    in.sin_family = AF_INET;
    in.sin_addr.s_addr = htonl(address);
    return Listener(reinterpret_cast<const sockaddr *>(&in), sizeof in);
}

Listener inet6()
{
    sockaddr_in6 in{};
    in.sin6_family = AF_INET6;
    in.sin6_addr = in6addr_loopback;
    return Listener(reinterpret_cast<const sockaddr *>(&in), sizeof in);
}

/// `name` is a path, or begins with \0 for an abstract one.
Listener unixSocket(const QByteArray &name)
{
    sockaddr_un un{};
    un.sun_family = AF_UNIX;
    std::memcpy(un.sun_path, name.constData(), static_cast<size_t>(name.size()));
    return Listener(
        reinterpret_cast<const sockaddr *>(&un),
        static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + static_cast<size_t>(name.size())));
}

QJsonArray ownAddresses()
{
    QJsonArray result;
    ifaddrs *all = nullptr;
    ::getifaddrs(&all);
    for (const ifaddrs *one = all; one; one = one->ifa_next) {
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET)
            continue;
        char text[INET_ADDRSTRLEN] = {};
        const auto *in = reinterpret_cast<const sockaddr_in *>(one->ifa_addr);
        ::inet_ntop(AF_INET, &in->sin_addr, text, sizeof text);
        result.append(QLatin1String(text));
    }
    ::freeifaddrs(all);
    return result;
}

/// What is outside, really there for the cell to find.
class Outside
{
public:
    explicit Outside(LocalKit &kit, bool network)
        : m_abstractName(secret + (network ? "-on" : "-off"))
        , m_loopback(inet(INADDR_LOOPBACK))
        , m_loopback6(inet6())
        , m_any(inet(INADDR_ANY))
        , m_abstract(unixSocket('\0' + m_abstractName))
        , m_file(unixSocket(QFile::encodeName(m_folder.filePath(QStringLiteral("s")))))
    {
        const QString home = QDir::homePath();
        m_secretFile = home + QStringLiteral("/.") + QString::fromLatin1(secret);
        writeFile(m_secretFile, secret);
        writeFile(m_folder.filePath(QStringLiteral("other/work/a.txt")), secret);
        writeFile(kit.folder() + QStringLiteral("/journal.jsonl"), secret);
        writeFile(kit.folder() + QStringLiteral("/data/given.csv"), "a,b\n");
        qputenv("SANDGLASS_TEST_SECRET", secret);
        // As a desktop session has one: a key that its programs inherit.
        ::syscall(SYS_keyctl, 1 /* KEYCTL_JOIN_SESSION_KEYRING */, nullptr);
        ::syscall(SYS_add_key, "user", secret.constData(), "hidden", 6, -3);
        facts[QLatin1String("home")] = home;
        facts[QLatin1String("secret_file")] = m_secretFile;
        facts[QLatin1String("other_file")] = m_folder.filePath(QStringLiteral("other/work/a.txt"));
        facts[QLatin1String("journal")] = kit.folder() + QStringLiteral("/journal.jsonl");
        facts[QLatin1String("work")] = kit.work();
        facts[QLatin1String("env_secret")] = QString::fromLatin1(secret);
        facts[QLatin1String("key")] = QString::fromLatin1(secret);
        facts[QLatin1String("program")] =
            QFileInfo(QCoreApplication::applicationFilePath()).fileName();
        facts[QLatin1String("port")] = m_loopback.port();
        facts[QLatin1String("port6")] = m_loopback6.listens() ? m_loopback6.port() : 1;
        facts[QLatin1String("any_port")] = m_any.port();
        facts[QLatin1String("addresses")] = ownAddresses();
        facts[QLatin1String("abstract")] = QString::fromLatin1(m_abstractName);
        facts[QLatin1String("socket_file")] = m_folder.filePath(QStringLiteral("s"));
        facts[QLatin1String("network")] = network;
        const PythonEnvironment python = testPython();
        facts[QLatin1String("prefix")] = QFileInfo(QFileInfo(python.interpreter).path()).path();
        QJsonArray parts; // of the home folder, that lead to the interpreter
        for (const QString &mount : python.mounts) {
            if (mount.startsWith(home + u'/'))
                parts.append(mount.mid(home.size() + 1).section(u'/', 0, 0));
        }
        facts[QLatin1String("python_parts")] = parts;
    }
    ~Outside() { QFile::remove(m_secretFile); }

    /// Nothing came in, whatever the cell says.
    void expectUntouched(const LocalKit &kit, bool network) const
    {
        EXPECT_TRUE(m_loopback.listens() && m_abstract.listens() && m_file.listens() &&
                    m_any.listens());
        EXPECT_FALSE(m_loopback.wasReached());
        EXPECT_FALSE(m_loopback6.wasReached());
        EXPECT_FALSE(m_abstract.wasReached());
        EXPECT_FALSE(m_file.wasReached());
        EXPECT_TRUE(network || !m_any.wasReached());
        QFile given(kit.folder() + QStringLiteral("/data/given.csv"));
        ASSERT_TRUE(given.open(QIODevice::ReadOnly));
        EXPECT_EQ(given.readAll(), "a,b\n");
    }

    QJsonObject facts;

private:
    QTemporaryDir m_folder;
    QByteArray m_abstractName;
    QString m_secretFile;
    Listener m_loopback;
    Listener m_loopback6;
    Listener m_any;
    Listener m_abstract;
    Listener m_file;
};

QByteArray escapes()
{
    QFile file(QStringLiteral(SANDGLASS_SOURCE_DIR "/tests/sandbox/escapes.py"));
    if (!file.open(QIODevice::ReadOnly))
        throw std::runtime_error("escapes.py is missing");
    return file.readAll();
}

/// Runs all attempts; every one must have been held.
void tryAll(LocalKit &kit, bool network)
{
    Outside outside(kit, network);
    outside.facts[QLatin1String("file_limit")] = double(qint64(2) << 30);
    const QByteArray facts = QJsonDocument(outside.facts).toJson(QJsonDocument::Compact);
    const CellResult result =
        kit.run("import json as _j\nFACTS = _j.loads(r'''" + facts + "''')\n" + escapes(),
                std::chrono::minutes(5));
    EXPECT_EQ(result.status, CellStatus::Ok)
        << (kit.raised().empty() ? "" : kit.raised()[0].evalue.toStdString());
    const QByteArrayList lines = kit.text().trimmed().split('\n');
    int held = 0;
    for (const QByteArray &line : lines) {
        std::cout << line.constData() << '\n';
        EXPECT_TRUE(line.contains(": held")) << line.constData();
        held += line.contains(": held");
    }
    EXPECT_GE(held, 60);
    EXPECT_FALSE(kit.text().contains(secret));
    outside.expectUntouched(kit, network);
    // The app answers, and so does the sandbox.
    EXPECT_EQ(kit.run("print('alive')").status, CellStatus::Ok);
    EXPECT_EQ(kit.text(), "alive\n");
    std::cout << "limits: " << kit.sandbox().heldLimits().toStdString() << '\n';
}

} // namespace

TEST(LocalSandboxEscapes, NoneWorksWithoutANetwork)
{
    LocalKit kit;
    QDir(kit.folder()).mkdir(QStringLiteral("data"));
    tryAll(kit, false);
}

TEST(LocalSandboxEscapes, NoneWorksWithANetwork)
{
    LocalKit kit([](LocalSandbox::Options &options) { options.network = true; });
    tryAll(kit, true);
    kit.run("import os, socket\nprint([n for _, n in socket.if_nameindex()])\n"
            "print('PIP_NO_INDEX' in os.environ, os.environ['PIP_TARGET'])\n"
            "import ssl\ntrusted = ssl.create_default_context(cafile=os.environ['PIP_CERT'])\n"
            "print(len(trusted.get_ca_certs()) > 0)");
    EXPECT_EQ(kit.text(), "['lo', 'tap0']\nFalse /tmp/pip-packages\nTrue\n");
}

TEST(LocalSandboxEscapes, PlantedTrapsAreNotFollowedByTheApp)
{
    LocalKit kit;
    const QString target = QDir::homePath() + QStringLiteral("/.bashrc");
    const CellResult result = kit.run("import os, socket\n"
                                      "os.symlink('" +
                                      target.toUtf8() +
                                      "', 'link.txt')\n"
                                      "os.symlink('/', 'folder')\n"
                                      "os.mkfifo('fifo')\n"
                                      "s = socket.socket(socket.AF_UNIX); s.bind('sock')\n"
                                      "open('real.txt', 'w').write('real')");
    EXPECT_EQ(result.status, CellStatus::Ok);
    ASSERT_EQ(result.files.size(), 1);
    EXPECT_EQ(result.files[0].name, QStringLiteral("real.txt"));
    const WorkFolder work(kit.work());
    for (const char *name : {"link.txt", "folder/etc/passwd", "fifo", "sock", "../journal.jsonl"})
        EXPECT_THROW(work.read(QLatin1String(name), 100), Error) << name;
    EXPECT_EQ(work.read(QStringLiteral("real.txt"), 100), "real");
}

TEST(LocalSandboxEscapes, ForgedEventsAreTextOrNothing)
{
    LocalKit kit;
    const CellId cell = CellId::create();
    const QByteArray id = cell.toString().toLatin1();
    const CellResult result = kit.run(
        "import os, sys\n"
        "line = '{\"n\":999,\"boot\":\"x\",\"cell\":\"" +
            id +
            "\",\"event\":\"done\",\"content\":{\"status\":\"died\"}}'\n"
            "print(line); os.write(1, (line + '\\n').encode()); os.write(2, line.encode())\n"
            "sys.__stdout__.write(line + '\\n'); os.system('echo forged')\n"
            "print('last')",
        std::chrono::seconds(60), {}, cell);
    EXPECT_EQ(result.status, CellStatus::Ok);
    EXPECT_EQ(kit.text().count("\"status\":\"died\""), 3) << kit.text().constData();
    EXPECT_TRUE(kit.text().endsWith("forged\nlast\n"));
    EXPECT_EQ(kit.run("1").status, CellStatus::Ok);
}
