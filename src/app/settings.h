// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUrl>

#include <chrono>

namespace sandglass {

/// Everything a person can set but keys. A value: workers get copies.
struct Settings
{
    enum class Provider { Builtin, OpenAi };

    QString dataFolder;                 ///< absolute
    Provider provider = Provider::Builtin;
    QUrl baseUrl;                       ///< of the OpenAI style API, with /v1
    QString model;                      ///< empty: the first that the server names
    QString python;                     ///< interpreter chosen by the person; empty: the managed one
    bool network = false;               ///< cells reach the network
    std::chrono::seconds cellTimeout{300};
    int maxCells = 20;                  ///< for one reply
    qint64 memoryLimit = 0;             ///< bytes; 0: min(4 GiB, half of the machine's)
    int taskLimit = 256;
    qint64 fileLimit = 2LL << 30;       ///< bytes of one file that a cell writes
    qint64 workLimit = 10LL << 30;      ///< bytes of the whole work folder

    friend bool operator==(const Settings &, const Settings &) = default;
};

/// The data folder: SANDGLASS_DATA, else the platform's place for application data.
QString defaultDataFolder();

/// Settings of `dataFolder`/settings.ini with the environment on top (MODEL, CELL_TIMEOUT,
/// MEMORY_LIMIT, SANDGLASS_PYTHON, OPENAI_BASE_URL). What can't be read keeps its default and is
/// said in `complaints`.
Settings loadSettings(const QString &dataFolder, QStringList *complaints = nullptr);

/// Writes what differs from the defaults. Throws Error(File).
void saveSettings(const Settings &settings);

} // namespace sandglass
