// SPDX-License-Identifier: MIT
#include "exe/error.h"
#include "exe/server.h"

#include <gtest/gtest.h>

#include <QProcess>
#include <QTemporaryDir>

#include <future>

namespace exedev {
namespace {

using test::Server;
using test::text;

class TlsTest : public testing::Test
{
protected:
    void SetUp() override
    {
        ASSERT_EQ(
            QProcess::execute(text("openssl"),
                              {text("req"), text("-x509"), text("-newkey"), text("rsa:2048"),
                               text("-nodes"), text("-keyout"), m_folder.filePath(text("key")),
                               text("-out"), m_folder.filePath(text("cert")), text("-days"),
                               text("2"), text("-subj"), text("/CN=stand-in"), text("-addext"),
                               text("subjectAltName=IP:127.0.0.1,DNS:localhost")}),
            0);
        qputenv("SSL_CERT_FILE", m_folder.filePath(text("cert")).toUtf8());
        m_server = std::make_unique<Server>(QStringList{
            text("--tls"), m_folder.filePath(text("cert")), m_folder.filePath(text("key"))});
    }

    void TearDown() override { qunsetenv("SSL_CERT_FILE"); }

    QTemporaryDir m_folder;
    std::unique_ptr<Server> m_server;
};

TEST_F(TlsTest, ConnectionsAreKeptAndSharedBetweenThreads)
{
    ASSERT_EQ(m_server->baseUrl().scheme(), text("https"));
    Client client = m_server->client();
    Vm vm = client.create();
    std::vector<std::future<bool>> all;
    for (int i = 0; i < 4; ++i)
        all.push_back(std::async(std::launch::async, [&, i] {
            bool isGood = true;
            for (int n = 0; n < 5; ++n)
                isGood = isGood && client.vm(vm.name()).run(QStringLiteral("echo %1").arg(i)).out ==
                                       QByteArray::number(i) + '\n';
            return isGood;
        }));
    for (auto &one : all)
        EXPECT_TRUE(one.get());
    vm.writeFile(text("big"), QByteArray(300'000, 'x'));
    EXPECT_EQ(vm.readFile(text("big")).size(), 300'000);
}

TEST_F(TlsTest, AnUnknownAuthorityIsRefusedBeforeAnythingIsSent)
{
    Client client = m_server->client();
    qunsetenv("SSL_CERT_FILE");
    try {
        client.vms();
        FAIL();
    } catch (const NetworkError &error) {
        EXPECT_FALSE(error.sent);
    }
}

} // namespace
} // namespace exedev
