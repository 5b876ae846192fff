// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelendpoint.h"

#include <QString>
#include <QStringList>
#include <QUrl>

#include <chrono>
#include <optional>

namespace sandglass {

/// Everything a person can set but keys. A value: workers get copies.
struct Settings
{
    enum class Provider { Builtin, OpenAi };
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

    friend bool operator==(const Settings &, const Settings &) = default;
};

/// The data folder: SANDGLASS_DATA, else the platform's place for application data.
QString defaultDataFolder();

/// Settings of `dataFolder`/settings.ini with the environment on top (MODEL, CELL_TIMEOUT,
/// MEMORY_LIMIT, SANDGLASS_PYTHON, OPENAI_BASE_URL, SANDGLASS_EXE_URL). What can't be read keeps
/// its default and is said in `complaints`. `provider` is the chosen one, else OpenAi where the
/// environment names a server, else Builtin; a root that has a key from the environment calls
/// withProvider().
Settings loadSettings(const QString &dataFolder, QStringList *complaints = nullptr);

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

/// "openai", "builtin"; nothing for another word.
std::optional<Settings::Provider> providerFromText(const QString &text);

} // namespace sandglass
