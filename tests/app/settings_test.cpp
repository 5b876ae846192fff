// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include "app/installid.h"
#include "base/error.h"
#include "base/ids.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <thread>
#include <vector>

namespace sandglass {

namespace {

class SettingsTest : public testing::Test
{
protected:
    SettingsTest()
    {
        clearEnvironment();
        for (const char *name : {"SANDGLASS_PYTHON", "SANDGLASS_DATA"})
            qunsetenv(name);
    }
    ~SettingsTest() override { clearEnvironment(); }

    static void clearEnvironment()
    {
        for (const char *name :
             {"MODEL", "CELL_TIMEOUT", "MEMORY_LIMIT", "OPENAI_BASE_URL", "SANDGLASS_EXE_URL",
              "SANDBOX_EGRESS", "PAUSE_AFTER_MINUTES", "DELETE_AFTER_DAYS", "PACKAGES",
              "SANDGLASS_GATEWAY_URL", "SANDGLASS_RELAY_VM"})
            qunsetenv(name);
    }

    void write(const QByteArray &text)
    {
        QFile file(m_data.filePath(QStringLiteral("settings.ini")));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    Settings load() { return loadSettings(m_data.path(), &m_complaints); }

    QTemporaryDir m_data;
    QStringList m_complaints;
};

} // namespace

TEST_F(SettingsTest, AreTheDefaultsWhereThereIsNoFile)
{
    Settings defaults;
    defaults.dataFolder = m_data.path();
    EXPECT_EQ(load(), defaults);
    EXPECT_TRUE(m_complaints.isEmpty());
}

TEST_F(SettingsTest, ComeBackAsTheyWereSaved)
{
    Settings settings = load();
    settings.chosenProvider = Settings::Provider::OpenAi;
    settings.provider = Settings::Provider::OpenAi;
    settings.baseUrl = QUrl(QStringLiteral("http://localhost:8080/v1"));
    settings.model = QStringLiteral("a, b; \"ü\" %20");
    settings.python = QStringLiteral("/opt/py thon/bin/python3");
    settings.exeUrl = QUrl(QStringLiteral("http://localhost:8081"));
    settings.hasExeToken = true;
    settings.sandbox = Settings::SandboxKind::Exe;
    settings.egress = Settings::Egress::Integrations;
    settings.pauseAfter = std::chrono::seconds(100);
    settings.deleteAfter = std::chrono::hours(36);
    settings.atQuit = Settings::AtQuit::Leave;
    settings.packages = {QStringLiteral("ipykernel"), QStringLiteral("pandas[excel]>=2,<3")};
    settings.exeNotesShown = true;
    settings.gatewayUrl = QUrl(QStringLiteral("http://169.254.169.254/gateway/llm/openai"));
    settings.gatewayModel = QStringLiteral("gpt-6");
    settings.relayVm = QStringLiteral("my-relay");
    settings.network = true;
    settings.cellTimeout = std::chrono::seconds(7);
    settings.maxCells = 3;
    settings.memoryLimit = 1LL << 30;
    settings.taskLimit = 64;
    settings.fileLimit = 5 << 20;
    settings.workLimit = 6 << 20;
    saveSettings(settings);
    EXPECT_EQ(load(), settings);
    EXPECT_TRUE(m_complaints.isEmpty());
}

TEST_F(SettingsTest, WritesOnlyWhatDiffersFromTheDefaults)
{
    Settings settings = load();
    settings.model = QStringLiteral("m");
    saveSettings(settings);
    QFile file(m_data.filePath(QStringLiteral("settings.ini")));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().trimmed(), "[General]\nmodel=m");
    settings.model.clear();
    saveSettings(settings);
    EXPECT_TRUE(load().model.isEmpty());
}

TEST_F(SettingsTest, PutTheEnvironmentOnTopAndNeverIntoTheFile)
{
    write("[General]\nmodel=from-file\n");
    qputenv("MODEL", "from-env");
    qputenv("CELL_TIMEOUT", "12");
    qputenv("MEMORY_LIMIT", "2G");
    qputenv("PACKAGES", " numpy  pandas>=2,<3\n");
    qputenv("PAUSE_AFTER_MINUTES", "0.5");
    qputenv("DELETE_AFTER_DAYS", "7");
    qputenv("SANDBOX_EGRESS", "integrations");
    Settings settings = load();
    EXPECT_EQ(settings.packages,
              QStringList({QStringLiteral("numpy"), QStringLiteral("pandas>=2,<3")}));
    EXPECT_EQ(settings.pauseAfter.count(), 30);
    EXPECT_EQ(settings.deleteAfter.count(), 7 * 24 * 3600);
    EXPECT_EQ(settings.egress, Settings::Egress::Integrations);
    EXPECT_EQ(settings.model, QStringLiteral("from-env"));
    EXPECT_EQ(settings.gatewayModel, QStringLiteral("from-env"));
    EXPECT_EQ(settings.cellTimeout.count(), 12);
    EXPECT_EQ(settings.memoryLimit, 2LL << 30);
    settings.network = true;
    saveSettings(settings);
    clearEnvironment();
    const Settings later = load();
    EXPECT_EQ(later.packages, Settings::defaultPackages());
    EXPECT_EQ(later.pauseAfter, std::chrono::minutes(30));
    EXPECT_EQ(later.deleteAfter, std::chrono::hours(72));
    EXPECT_EQ(later.egress, Settings::Egress::All);
    EXPECT_EQ(later.gatewayModel, QStringLiteral("gpt-5.5"));
    EXPECT_EQ(later.model, QStringLiteral("from-file"));
    EXPECT_EQ(later.cellTimeout.count(), 300);
    EXPECT_EQ(later.memoryLimit, 0);
    EXPECT_TRUE(later.network);
}

TEST_F(SettingsTest, KeepTheDefaultAndSaySoWhereAValueMakesNoSense)
{
    write("[General]\nprovider=oracle\nbase_url=ftp://x/\nnetwork=perhaps\ncell_timeout=0\n"
          "max_cells=-1\nmemory_limit=12 apples\ntask_limit=99999999999999\n");
    qputenv("CELL_TIMEOUT", "soon");
    Settings defaults;
    defaults.dataFolder = m_data.path();
    EXPECT_EQ(load(), defaults);
    EXPECT_EQ(m_complaints.size(), 8);
}

TEST_F(SettingsTest, SurviveAFileOfGarbage)
{
    QByteArray garbage;
    for (int i = 0; i < 100'000; ++i)
        garbage += static_cast<char>(i * 7919 % 251);
    write(garbage);
    EXPECT_EQ(load().maxCells, 20);
}

TEST_F(SettingsTest, ThrowWhereTheyCannotBeSaved)
{
    Settings settings = load();
    settings.dataFolder = m_data.filePath(QStringLiteral("file"));
    QFile file(settings.dataFolder);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    settings.model = QStringLiteral("m");
    EXPECT_THROW(saveSettings(settings), Error);
}

TEST_F(SettingsTest, ChooseTheProviderByFlagThenSettingThenEnvironment)
{
    using Provider = Settings::Provider;
    const Settings plain = load();
    EXPECT_EQ(plain.provider, Provider::Builtin);
    EXPECT_EQ(withProvider(plain, {}, true).provider, Provider::OpenAi);
    EXPECT_EQ(withProvider(plain, {}, true).baseUrl,
              QUrl(QStringLiteral("https://api.openai.com/v1")));
    EXPECT_EQ(withProvider(plain, Provider::Builtin, true).provider, Provider::Builtin);
    Settings chosen = plain;
    chosen.chosenProvider = Provider::Builtin;
    EXPECT_EQ(withProvider(chosen, {}, true).provider, Provider::Builtin);
    EXPECT_EQ(withProvider(chosen, Provider::OpenAi, false).provider, Provider::OpenAi);
    qputenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1");
    EXPECT_EQ(load().provider, Provider::OpenAi);
    EXPECT_EQ(load().baseUrl, QUrl(QStringLiteral("http://127.0.0.1:1/v1")));
    write("[General]\nprovider=builtin\n");
    EXPECT_EQ(load().provider, Provider::Builtin);
}

TEST_F(SettingsTest, TakeAnAddressInTheClearForExeDevOnlyWhereItIsThisMachine)
{
    const QUrl own(QStringLiteral("https://exe.dev"));
    for (const char *good : {"https://exe.example", "http://127.0.0.1:8080", "http://[::1]:1"}) {
        qputenv("SANDGLASS_EXE_URL", good);
        EXPECT_EQ(load().exeUrl, QUrl(QString::fromLatin1(good)));
        EXPECT_TRUE(m_complaints.isEmpty());
    }
    for (const char *bad : {"http://exe.dev", "exe.dev", "ftp://x", "https://me:key@exe.dev"}) {
        m_complaints.clear();
        qputenv("SANDGLASS_EXE_URL", bad);
        EXPECT_EQ(load().exeUrl, own) << bad;
        EXPECT_EQ(m_complaints.size(), 1) << bad;
    }
}

TEST_F(SettingsTest, SayWhichVariableMakesNoSenseAndWhatItMustBe)
{
    EXPECT_FALSE(environmentFault());
    const std::pair<const char *, std::vector<const char *>> cases[] = {
        {"SANDBOX_EGRESS", {"none", "All", "integration", "all,integrations"}},
        {"PAUSE_AFTER_MINUTES", {"soon", "0", "-1", "nan", "inf", "1e9", "0.001"}},
        {"DELETE_AFTER_DAYS", {"x", "0", "-3", "99999"}},
        {"CELL_TIMEOUT", {"0", "1.5", "x"}},
        {"PACKAGES", {" ", "--index-url=http://x", "numpy,pandas", "./x", "git+https://x/y"}},
        {"SANDGLASS_GATEWAY_URL",
         {"llm", "http://llm.int.exe.xyz", "https://me:key@x", "ftp://x", "https://x/?a=b"}},
        {"SANDGLASS_RELAY_VM", {"-x", "a b", "a;b"}},
    };
    for (const auto &[name, values] : cases) {
        for (const char *value : values) {
            qputenv(name, value);
            const std::optional<Failure> fault = environmentFault();
            ASSERT_TRUE(fault) << name << value;
            EXPECT_EQ(fault->kind, ErrorKind::InvalidInput);
            EXPECT_TRUE(fault->text.startsWith(QLatin1String(name) + u'=')) << name;
            EXPECT_TRUE(fault->remedy.startsWith(QStringLiteral("It must be "))) << name;
            m_complaints.clear();
            Settings defaults;
            defaults.dataFolder = m_data.path();
            EXPECT_EQ(load(), defaults) << name << value;
            EXPECT_EQ(m_complaints.size(), 1) << name << value;
        }
        clearEnvironment();
    }
}

TEST_F(SettingsTest, TakeAGatewayInTheClearWhereItIsTheVmOrItsHost)
{
    for (const char *good : {"https://llm.example", "http://127.0.0.1:8080", "http://localhost:1",
                             "http://169.254.169.254/gateway/llm/openai"}) {
        qputenv("SANDGLASS_GATEWAY_URL", good);
        EXPECT_EQ(load().gatewayUrl, QUrl(QString::fromLatin1(good)));
        EXPECT_FALSE(environmentFault());
    }
}

TEST_F(SettingsTest, HaveOneIdForAnInstallationWhoeverAsksFirst)
{
    const QString folder = m_data.filePath(QStringLiteral("new"));
    std::vector<QString> ids(8);
    std::vector<std::thread> threads;
    for (QString &id : ids)
        threads.emplace_back([&id, folder] { id = installId(folder); });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_TRUE(isUuid7(ids[0]));
    for (const QString &id : ids)
        EXPECT_EQ(id, ids[0]);
    EXPECT_EQ(QDir(folder).entryList(QDir::Files), QStringList(QStringLiteral("install-id")));
    EXPECT_NE(installId(m_data.path()), ids[0]);

    QFile file(folder + QStringLiteral("/install-id"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("x i=1");
    file.close();
    EXPECT_THROW(installId(folder), Error); // another one would disown this installation's VMs
}

TEST(DataFolder, IsWhatTheEnvironmentNames)
{
    qputenv("SANDGLASS_DATA", "relative");
    EXPECT_EQ(defaultDataFolder(), QDir(QStringLiteral("relative")).absolutePath());
    qunsetenv("SANDGLASS_DATA");
    EXPECT_TRUE(defaultDataFolder().endsWith(QStringLiteral("/sandglass")));
}

TEST(SizeText, IsReadInBinaryUnits)
{
    const std::pair<const char *, std::optional<qint64>> cases[] = {
        {"0", 0},           {"123", 123},
        {"1K", 1024},       {"500M", 500LL << 20},
        {"2g", 2LL << 30},  {"2 GiB", 2LL << 30},
        {"2GB", 2LL << 30}, {"1T", 1LL << 40},
        {" 7 ", 7},         {"7B", 7},
        {"", {}},           {"-1", {}},
        {"1.5G", {}},       {"G", {}},
        {"1P", {}},         {"999999999999999T", {}},
        {"1 2", {}},        {"0x10", {}},
    };
    for (const auto &[text, size] : cases)
        EXPECT_EQ(sizeFromText(QString::fromLatin1(text)), size) << text;
}

} // namespace sandglass
