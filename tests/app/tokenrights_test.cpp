// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tokenrights.h"

#include "base/error.h"
#include "exe/server.h"

#include <gtest/gtest.h>

#include <set>

namespace sandglass {
namespace {

using exedev::test::Server;

/// A server with one VM, which no check may touch.
class TokenRightsTest : public testing::Test
{
protected:
    TokenRightsTest()
    {
        exedev::Vm vm = m_server.client().create();
        vm.release();
        m_server.clear();
        m_before = m_server.state();
    }

    TokenRights check(const QByteArray &spec)
    {
        m_server.addToken(spec);
        exedev::ClientOptions options = m_server.options();
        options.token = spec.left(spec.indexOf(':') < 0 ? spec.size() : spec.indexOf(':'));
        exedev::Client client(options);
        return tokenRights(client, {});
    }

    /// What stays the same of the VMs, whatever was tried.
    void expectUntouched()
    {
        const nlohmann::json now = m_server.state();
        ASSERT_EQ(now.size(), m_before.size());
        for (const char *key : {"name", "status", "comment", "tags", "egress"})
            EXPECT_EQ(now[0][key], m_before[0][key]) << key;
        for (const nlohmann::json &entry : m_server.log()) {
            const bool isHarmless = entry["op"] == "ls" || entry["op"] == "rm";
            EXPECT_TRUE(entry["status"] == 403 || entry["status"] == 422 ||
                        (isHarmless && entry["status"] == 200))
                << entry.dump();
        }
    }

    Server m_server;
    nlohmann::json m_before;
};

TEST_F(TokenRightsTest, AreWholeWithThePermissionsOfTheCommandThatIsShown)
{
    EXPECT_EQ(newTokenCommand(),
              QStringLiteral("ssh exe.dev ssh-key generate-api-key --label=code-interpreter "
                             "--tag=code-sandbox "
                             "--cmds=new,ls,rm,ssh,cp,pause,resume,comment --exp=1y"));
    const QByteArray commands = tokenCommands().join(u',').toUtf8();
    EXPECT_EQ(check("full:cmds=" + commands + ":tag=code-sandbox"), TokenRights());
    EXPECT_EQ(check("every"), TokenRights());
    std::set<std::string> tried;
    for (const nlohmann::json &entry : m_server.log())
        tried.insert(entry["op"].get<std::string>());
    for (const QString &command : tokenCommands())
        EXPECT_TRUE(tried.count(command.toStdString())) << command.toStdString();
    expectUntouched();
}

TEST_F(TokenRightsTest, NameEachMissingCommandAndWhatIsLost)
{
    for (const QString &left : tokenCommands()) {
        QStringList others = tokenCommands();
        others.removeOne(left);
        const TokenRights rights =
            check("no-" + left.toUtf8() + ":cmds=" + others.join(u',').toUtf8());
        EXPECT_EQ(rights.missing, QStringList(left));
        ASSERT_EQ(rights.losses().size(), 1);
        EXPECT_TRUE(rights.losses()[0].contains(u'“' + left + u'”'));
        EXPECT_EQ(rights.canMakeSandboxes(),
                  left != QLatin1String("new") && left != QLatin1String("ssh"));
    }
    expectUntouched();
}

TEST_F(TokenRightsTest, LackAllButTheDefaultsInATokenMadeWithoutCommands)
{
    const TokenRights rights = check("plain:cmds=default");
    EXPECT_EQ(rights.missing.size(), 6);
    EXPECT_FALSE(rights.canMakeSandboxes());
    expectUntouched();
}

TEST_F(TokenRightsTest, AreNotJudgedWhereTheServerIsInTrouble)
{
    const auto kindOf = [this](const QByteArray &spec) {
        try {
            check(spec);
        } catch (const Error &error) {
            return error.kind();
        }
        return ErrorKind::InvalidInput;
    };
    EXPECT_EQ(kindOf("old:expired"), ErrorKind::Auth);
    m_server.fault(500, "pause");
    EXPECT_EQ(kindOf("good"), ErrorKind::Protocol);
    m_server.fault("drop_after", "cp");
    EXPECT_EQ(kindOf("better"), ErrorKind::NetworkEffectUnknown);
}

} // namespace
} // namespace sandglass
