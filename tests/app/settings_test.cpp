// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include "base/error.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace sandglass {

namespace {

class SettingsTest : public testing::Test
{
protected:
    SettingsTest()
    {
        for (const char *name : {"MODEL", "CELL_TIMEOUT", "MEMORY_LIMIT", "SANDGLASS_PYTHON",
                                 "OPENAI_BASE_URL", "SANDGLASS_DATA", "SANDGLASS_EXE_URL"})
            qunsetenv(name);
    }
    ~SettingsTest() override
    {
        for (const char *name :
             {"MODEL", "CELL_TIMEOUT", "MEMORY_LIMIT", "OPENAI_BASE_URL", "SANDGLASS_EXE_URL"})
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
    Settings settings = load();
    EXPECT_EQ(settings.model, QStringLiteral("from-env"));
    EXPECT_EQ(settings.cellTimeout.count(), 12);
    EXPECT_EQ(settings.memoryLimit, 2LL << 30);
    settings.network = true;
    saveSettings(settings);
    qunsetenv("MODEL");
    qunsetenv("CELL_TIMEOUT");
    qunsetenv("MEMORY_LIMIT");
    const Settings later = load();
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
