// SPDX-License-Identifier: GPL-3.0-or-later
// Model endpoints, what is picked of them, and how the window was left.
#include "app/modelpick.h"
#include "app/windowstate.h"
#include "base/error.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace sandglass {

namespace {

const QUrl here(QStringLiteral("http://localhost:11434/v1"));
const QUrl there(QStringLiteral("https://api.example.com/v1"));

void write(const QTemporaryDir &folder, const QByteArray &text)
{
    QFile file(folder.filePath(QStringLiteral("settings.ini")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

TEST(Endpoints, ComeBackAsTheyWereSavedAndNeverWithAKey)
{
    const QTemporaryDir folder;
    Settings settings = loadSettings(folder.path());
    settings.endpoints = {{QStringLiteral("Über, \"x\""), here, {}, false},
                          {{}, there, QStringLiteral("big=1"), true}};
    settings.looks = Settings::Looks::Dark;
    settings.zoom = 130;
    saveSettings(settings);
    EXPECT_EQ(loadSettings(folder.path()), settings);
    settings.endpoints.removeFirst();
    saveSettings(settings);
    EXPECT_EQ(loadSettings(folder.path()), settings);
}

TEST(Endpoints, AreLeftOutAndSaidWhereTheyMakeNoSense)
{
    const QTemporaryDir folder;
    write(folder, "[endpoints]\nsize=3\n1\\base_url=file:///etc\n2\\base_url=https://x.example/v1\n"
                  "2\\has_key=true\n3\\name=no address\n");
    QStringList complaints;
    const Settings settings = loadSettings(folder.path(), &complaints);
    ASSERT_EQ(settings.endpoints.size(), 1);
    EXPECT_TRUE(settings.endpoints[0].hasKey);
    EXPECT_EQ(complaints.size(), 2);
}

TEST(Endpoints, AreNoMoreThanFifty)
{
    const QTemporaryDir folder;
    QByteArray text = "[endpoints]\nsize=100000000\n";
    for (int i = 1; i <= 60; ++i)
        text += QByteArray::number(i) + "\\base_url=https://x.example/v1\n";
    write(folder, text);
    EXPECT_EQ(loadSettings(folder.path()).endpoints.size(), 50);
}

TEST(Endpoints, IncludeTheServerThatAnswersNow)
{
    Settings settings;
    settings.provider = Settings::Provider::OpenAi;
    settings.baseUrl = there;
    settings.endpoints = {{QStringLiteral("Mine"), here, {}, false}};
    EXPECT_EQ(knownEndpoints(settings).size(), 2);
    settings.baseUrl = here;
    EXPECT_EQ(knownEndpoints(settings).size(), 1);
    settings.provider = Settings::Provider::Builtin;
    settings.baseUrl = there;
    EXPECT_EQ(knownEndpoints(settings).size(), 1);
}

TEST(BaseUrl, IsReadAsPeopleTypeIt)
{
    const auto read = [](const char *text) {
        return baseUrlFromText(QString::fromUtf8(text)).toString();
    };
    EXPECT_EQ(read(" https://api.example.com/v1 "), QStringLiteral("https://api.example.com/v1"));
    EXPECT_EQ(read("localhost:11434/v1"), QStringLiteral("http://localhost:11434/v1"));
    EXPECT_EQ(read("127.0.0.1:8000/v1"), QStringLiteral("http://127.0.0.1:8000/v1"));
    EXPECT_EQ(read("api.example.com/v1"), QStringLiteral("https://api.example.com/v1"));
    EXPECT_EQ(read("ftp://x/"), QString());
    EXPECT_EQ(read("file:///etc/passwd"), QString());
    EXPECT_EQ(read(""), QString());
    EXPECT_EQ(read("http://"), QString());
}

TEST(Origin, IsSchemeHostAndPort)
{
    const auto same = [](const char *a, const char *b) {
        return isSameOrigin(QUrl(QString::fromLatin1(a)), QUrl(QString::fromLatin1(b)));
    };
    EXPECT_TRUE(same("https://a.example/v1", "https://a.example:443/other"));
    EXPECT_TRUE(same("http://A.example/v1", "http://a.example/v1"));
    EXPECT_FALSE(same("http://a.example/v1", "https://a.example/v1"));
    EXPECT_FALSE(same("https://a.example/v1", "https://b.example/v1"));
    EXPECT_FALSE(same("http://a.example:1/v1", "http://a.example:2/v1"));
}

TEST(ModelPick, StaysWhileItsEndpointIsThere)
{
    const ModelPick pick{Settings::Provider::OpenAi, here, QStringLiteral("own choice")};
    const QList<ModelEndpoint> old{{{}, here, QStringLiteral("a"), false}};
    EXPECT_EQ(pickAfter(pick, old, {{{}, here, QStringLiteral("b"), false}}), pick);
    EXPECT_EQ(pickAfter({}, old, {}), ModelPick());
}

TEST(ModelPick, FollowsTheModelOfItsEndpoint)
{
    const ModelPick pick{Settings::Provider::OpenAi, here, QStringLiteral("a")};
    const QList<ModelEndpoint> old{{{}, here, QStringLiteral("a"), false}};
    const QList<ModelEndpoint> next{{{}, here, QStringLiteral("b"), false}};
    EXPECT_EQ(pickAfter(pick, old, next).model, QStringLiteral("b"));
}

TEST(ModelPick, GoesToTheFirstEndpointOrTheExamplesWhereItsOwnIsGone)
{
    const ModelPick pick{Settings::Provider::OpenAi, here, QStringLiteral("a")};
    const QList<ModelEndpoint> old{{{}, here, QStringLiteral("a"), false}};
    EXPECT_EQ(pickAfter(pick, old, {{{}, there, QStringLiteral("m"), true}}),
              (ModelPick{Settings::Provider::OpenAi, there, QStringLiteral("m")}));
    EXPECT_EQ(pickAfter(pick, old, {}), ModelPick());
}

TEST(WindowState, ComesBackAsItWasSavedBesideTheSettings)
{
    const QTemporaryDir folder;
    Settings settings = loadSettings(folder.path());
    settings.zoom = 120;
    saveSettings(settings);
    const WindowState state{QByteArray("\x01\xd9\0geometry", 11), 300, false, 222, true};
    saveWindowState(folder.path(), state);
    EXPECT_EQ(loadWindowState(folder.path()), state);
    EXPECT_EQ(loadSettings(folder.path()), settings);
    settings.zoom = 100;
    saveSettings(settings);
    EXPECT_EQ(loadWindowState(folder.path()), state);
}

TEST(WindowState, KeepsItsDefaultsWhereTheFileMakesNoSense)
{
    const QTemporaryDir folder;
    write(folder, "[window]\nsidebar_width=-5\nfiles_width=1e9\nsidebar_shown=perhaps\ngeometry=" +
                      QByteArray(100'000, 'A') + "\n");
    EXPECT_EQ(loadWindowState(folder.path()), WindowState());
}

TEST(WindowState, SaysWhereItCannotBeKept)
{
    EXPECT_THROW(saveWindowState(QStringLiteral("/proc/nowhere"), {}), Error);
}

} // namespace sandglass
