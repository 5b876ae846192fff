// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QUrl>

#include <chrono>
#include <optional>
#include <variant>
#include <vector>

namespace sandglass::cli {

/// What a command line asks for, as values. Pure: nothing is opened here.

/// Where cells run.
struct SandboxOptions
{
    QString kind;         ///< "local", "exe", or empty for the setting
    bool keep = false;    ///< one at exe.dev stays when the command ends
    bool network = false; ///< cells may use the network
};

struct AskOptions
{
    QString question;
    QStringList files;
    QString provider; ///< "builtin", "openai", "gateway", or empty
    QUrl baseUrl;
    QString model;
    QString saveFolder;
    QString conversation; ///< an id, "last", or empty for a new one
    SandboxOptions sandbox;
    bool json = false;
};

struct RunOptions
{
    struct Cell
    {
        enum class Source { Text, File, Stdin };

        Source source = Source::Text;
        QString value; ///< the code, or the file's path

        friend bool operator==(const Cell &, const Cell &) = default;
    };

    std::vector<Cell> cells; ///< in the order given
    QStringList files;
    std::optional<std::chrono::seconds> timeout;
    QString saveFolder;
    QString conversation;
    bool keepGoing = false;
    SandboxOptions sandbox;
    bool json = false;
};

struct ConversationsOptions
{
    enum class Action { List, Show, Delete };

    Action action = Action::List;
    QString conversation;
    bool json = false;
};

struct PackagesOptions
{
    enum class Action { Add, List };

    Action action = Action::List;
    QStringList names;
    QString conversation;
    bool json = false;
};

struct SetupOptions
{
    bool json = false;
    bool quiet = false; ///< says nothing where nothing is to be done
};

struct HealthOptions
{
    QString provider;
    QUrl baseUrl;
    QString model;
    bool json = false;
};

struct VmsOptions
{
    bool json = false;
};

struct SweepOptions
{
    std::optional<double> hours; ///< without use, until one is deleted; none: the setting
    bool dryRun = false;
    bool json = false;
};

/// Help or version: text for stdout.
struct TextOptions
{
    QString text;
};

/// Exit status 2: what is wrong with the command line.
struct UsageError
{
    QString text;
};

using Arguments =
    std::variant<AskOptions, RunOptions, ConversationsOptions, PackagesOptions, SetupOptions,
                 HealthOptions, VmsOptions, SweepOptions, TextOptions, UsageError>;

/// `arguments` without the program's name. Options may stand anywhere, `--name=value` and
/// `--name value` are the same, `--` ends them, and cells keep their order.
Arguments parseArguments(const QStringList &arguments);

} // namespace sandglass::cli
