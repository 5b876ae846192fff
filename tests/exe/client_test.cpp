// SPDX-License-Identifier: MIT
#include "exe/error.h"
#include "exe/server.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace exedev {
namespace {

using test::Server;
using test::text;

TEST(ClientTest, RefusesTokensAndAddressesThatCanNotBeRight)
{
    qunsetenv("EXE_TOKEN");
    EXPECT_THROW(Client{ClientOptions{}}, InvalidArgumentError);
    ClientOptions options;
    for (const char *token : {"a b", "line\n", "ü"}) {
        options.token = token;
        EXPECT_THROW(Client{options}, InvalidArgumentError) << token;
    }
    options.token = "exe1.x";
    for (const char *url : {"http://exe.dev", "http://10.0.0.1:80", "ftp://exe.dev", "exe.dev",
                            "https://user:key@exe.dev", "https://"}) {
        options.baseUrl = QUrl(text(url));
        EXPECT_THROW(Client{options}, InvalidArgumentError) << url;
    }
    for (const char *url : {"https://exe.dev", "https://exe.dev/", "http://127.0.0.1:1",
                            "http://localhost:1/x/", "http://[::1]:1"}) {
        options.baseUrl = QUrl(text(url));
        EXPECT_NO_THROW(Client{options}) << url;
    }
    options.maxRetries = -1;
    EXPECT_THROW(Client{options}, InvalidArgumentError);
}

TEST(ClientTest, TakesTheTokenFromTheEnvironment)
{
    Server server;
    qputenv("EXE_TOKEN", "all");
    ClientOptions options;
    options.baseUrl = server.baseUrl();
    EXPECT_TRUE(Client(options).vms().empty());
    qunsetenv("EXE_TOKEN");
}

TEST(ClientTest, AMovedVmIsRemovedOnceAndAReleasedOneStays)
{
    Server server;
    Client client = server.client();
    CreateOptions options;
    options.waitUntil = Ready::Created;
    QString kept;
    {
        Vm first = client.create(options);
        Vm second = std::move(first);
        Vm other = client.create(options);
        kept = other.name();
        other.release();
        second = std::move(other);
        EXPECT_EQ(server.names(), QStringList{kept});
    }
    EXPECT_EQ(server.names(), QStringList{kept});
    EXPECT_EQ(server.log("rm").size(), 1U);
}

TEST(ClientTest, TellsTheProgressOfATransfer)
{
    Server server;
    Client client = server.client();
    Vm vm = client.create();
    const QTemporaryDir folder;
    const QString local = folder.filePath(text("file"));
    const QByteArray noise = test::noise(500'000);
    {
        QFile file(local);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(noise);
    }
    std::vector<std::pair<qint64, qint64>> told;
    UploadOptions up;
    up.onProgress = [&](qint64 done, qint64 total) {
        told.emplace_back(done, total);
    };
    vm.upload(local, text("there"), up);
    ASSERT_GT(told.size(), 1U);
    for (size_t i = 1; i < told.size(); ++i)
        EXPECT_GE(told[i].first, told[i - 1].first);
    EXPECT_EQ(told.back().first, told.back().second);

    qint64 last = 0;
    DownloadOptions down;
    down.onProgress = [&](qint64 done, qint64 total) {
        EXPECT_EQ(total, -1);
        EXPECT_GE(done, last);
        last = done;
    };
    const QString back = folder.filePath(text("back"));
    vm.download(text("there"), back, down);
    EXPECT_EQ(last, noise.size());
    QFile file(back);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), noise);
}

TEST(ClientTest, AFileThatIsCutWhileItIsUploadedArrivesAsItWas)
{
    Server server;
    Client client = server.client();
    Vm vm = client.create();
    const QTemporaryDir folder;
    const QString local = folder.filePath(text("file"));
    const QByteArray noise = test::noise(2'000'000);
    {
        QFile file(local);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(noise);
    }
    UploadOptions options;
    options.onProgress = [&](qint64, qint64) {
        QFile::resize(local, 0);
    };
    vm.upload(local, text("there"), options);
    EXPECT_EQ(QFile(local).size(), 0);
    EXPECT_EQ(vm.readFile(text("there")), noise);
}

TEST(ClientTest, ALargeFileIsReadFromTheDiskInPartsAndNotedWhereItChanges)
{
    Server server;
    Client client = server.client();
    Vm vm = client.create();
    const QTemporaryDir folder;
    const QString local = folder.filePath(text("file"));
    const QByteArray noise = test::noise(9'000'000);
    for (const QByteArray &content : {noise, QByteArray("a line of text\n").repeated(600'000)}) {
        QFile file(local);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        vm.upload(local, text("there"));
        EXPECT_EQ(vm.readFile(text("there")), content);
    }
    QFile file(local);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(noise);
    file.close();
    UploadOptions options;
    options.onProgress = [&](qint64, qint64) {
        QFile::resize(local, 0);
    };
    EXPECT_THROW(vm.upload(local, text("never"), options), LocalFileError);
    EXPECT_THROW(vm.readFile(text("never")), FileNotFoundError);
}

TEST(ClientTest, BoundsWhatIsReadAndUnpacked)
{
    Server server;
    Client client = server.client();
    Vm vm = client.create();
    vm.run(text("mkdir d; head -c 100000 /dev/zero > d/zeros"));
    EXPECT_THROW(vm.readFile(text("d/zeros"), {}, 99'999), OutputLimitError);
    EXPECT_EQ(vm.readFile(text("d/zeros"), {}, 100'000).size(), 100'000);
    const QTemporaryDir folder;
    DownloadOptions options;
    options.maxBytes = 99'999;
    EXPECT_THROW(vm.download(text("d"), folder.filePath(text("d")), options), UnsafeArchiveError);
    const QString file = folder.filePath(text("zeros"));
    EXPECT_THROW(vm.download(text("d/zeros"), file, options), OutputLimitError);
    EXPECT_FALSE(QFile::exists(file));
    options.maxBytes = 100'000;
    vm.download(text("d/zeros"), file, options);
    EXPECT_EQ(QFile(file).size(), 100'000);
}

TEST(ClientTest, WhatCannotBeWrittenHereIsAnErrorOfItsOwn)
{
    Server server;
    Client client = server.client();
    Vm vm = client.create();
    vm.writeFile(text("f"), "x");
    EXPECT_THROW(vm.download(text("f"), text("/no/such/folder/f")), LocalFileError);
    EXPECT_THROW(vm.upload(text("/no/such/file"), text("f")), LocalFileError);
    EXPECT_THROW(vm.upload(text("/dev/null"), text("f")), LocalFileError);
    EXPECT_THROW(vm.writeFile(text("f"), "x", 010000), InvalidArgumentError);
}

} // namespace
} // namespace exedev
