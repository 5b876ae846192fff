// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelendpoint.h"
#include "base/error.h"

#include <QString>
#include <QStringList>
#include <QUrl>

#include <chrono>
#include <optional>

namespace sandglass {

/// Everything a person can set but keys. A value: workers get copies.
struct Settings
{
    enum class Provider {
        Builtin,
        OpenAi,
        Gateway, ///< exe.dev's own, by way of a VM there
    };
    enum class SandboxKind { Local, Exe };
    enum class Egress { All, Integrations };
    enum class AtQuit { Ask, Pause, Leave };
    enum class Looks { System, Light, Dark };

    static constexpr int leastZoom = 50;
    static constexpr int mostZoom = 300;

    QString dataFolder;                     ///< absolute
    std::optional<Provider> chosenProvider; ///< what the person set, if they did
    Provider provider = Provider::Builtin;  ///< what answers: see withProvider()
    QUrl baseUrl;                           ///< of the OpenAI style API, with /v1
    QString model;                          ///< empty: the first that the server names
    QList<ModelEndpoint> endpoints; ///< those that the person set up; see also knownEndpoints()

    QUrl exeUrl{QStringLiteral("https://exe.dev")}; ///< http only where it is this machine
    bool hasExeToken = false; ///< one was given: never forgotten, whatever a keychain says
    SandboxKind sandbox = SandboxKind::Local; ///< of new conversations
    Egress egress = Egress::All;              ///< what a sandbox at exe.dev reaches
    std::chrono::seconds pauseAfter = std::chrono::minutes(30); ///< without a cell
    std::chrono::seconds deleteAfter = std::chrono::hours(72);  ///< without a cell
    AtQuit atQuit = AtQuit::Ask;              ///< what becomes of sandboxes at exe.dev that run
    QStringList packages = defaultPackages(); ///< of the base that sandboxes are copied from
    bool exeNotesShown = false; ///< what a person should know of exe.dev was said once
    QUrl gatewayUrl{QStringLiteral("https://llm.int.exe.xyz")}; ///< without /v1; seen from a VM
    QString gatewayModel{QStringLiteral("gpt-5.5")};
    QString relayVm; ///< the person's own VM to ask the gateway from; empty: one is made

    QString python;       ///< interpreter chosen by the person; empty: the managed one
    bool network = false; ///< cells reach the network
    std::chrono::seconds cellTimeout{300};
    int maxCells = 20;      ///< for one reply
    qint64 memoryLimit = 0; ///< bytes; 0: min(4 GiB, half of the machine's)
    int taskLimit = 256;
    qint64 fileLimit = 2LL << 30;  ///< bytes of one file that a cell writes
    qint64 workLimit = 10LL << 30; ///< bytes of the whole work folder
    Looks looks = Looks::System;
    int zoom = 100; ///< percent of the system's font size

    /// The code interpreter's usual ones.
    static QStringList defaultPackages();

    friend bool operator==(const Settings &, const Settings &) = default;
};

/// The data folder: SANDGLASS_DATA, else the platform's place for application data.
QString defaultDataFolder();

/// Settings of `dataFolder`/settings.ini with the environment on top (MODEL, CELL_TIMEOUT,
/// MEMORY_LIMIT, PACKAGES, SANDBOX_EGRESS, PAUSE_AFTER_MINUTES, DELETE_AFTER_DAYS, OPENAI_BASE_URL,
/// SANDGLASS_PYTHON, SANDGLASS_EXE_URL, SANDGLASS_GATEWAY_URL, SANDGLASS_RELAY_VM). What can't be
/// read keeps its default and is said in `complaints`. `provider` is the chosen one, else OpenAi
/// where the environment names a server, else Builtin; a root that has a key from the environment
/// calls withProvider().
Settings loadSettings(const QString &dataFolder, QStringList *complaints = nullptr);

/// The first variable of the environment that makes no sense, for a program that had better not go
/// on without what it says.
std::optional<Failure> environmentFault();

/// The same settings with what answers: a command line's `flag`, else the person's choice, else
/// OpenAi where the environment names a server or `hasOpenAiKey` (OPENAI_API_KEY was set), else the
/// built-in model. OpenAi without a base URL gets OpenAI's own.
Settings withProvider(Settings settings, std::optional<Settings::Provider> flag, bool hasOpenAiKey);

/// Writes what the person chose and differs from the defaults, whole or not at all. Values that the
/// environment put on top of the file are left as the file has them. Throws Error(File).
void saveSettings(const Settings &settings);

/// The file in `dataFolder` that all of this stands in.
QString settingsFile(const QString &dataFolder);

/// The endpoints that were set up, and the one that answers now where it isn't among them.
QList<ModelEndpoint> knownEndpoints(const Settings &settings);

/// "512M", "2G", "2 GiB", "1000000" in bytes, binary units; nothing where it makes no sense.
std::optional<qint64> sizeFromText(const QString &text);

/// "openai", "builtin", "gateway"; nothing for another word.
std::optional<Settings::Provider> providerFromText(const QString &text);

/// "local", "exe"; nothing for another word.
std::optional<Settings::SandboxKind> sandboxFromText(const QString &text);

} // namespace sandglass
