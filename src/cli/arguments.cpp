// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/arguments.h"

#include "cli/helptext.h"
#include "cli/optionreader.h"

namespace sandglass::cli {

namespace {

/// False for an option that is about something else.
bool take(SandboxOptions &options, const OptionReader::Item &item, OptionReader &reader)
{
    if (item.name == QLatin1String("--sandbox"))
        options.kind = reader.sandbox(item.value);
    else if (item.name == QLatin1String("--keep"))
        options.keep = true;
    else if (item.name == QLatin1String("--network"))
        options.network = true;
    else
        return false;
    return true;
}

std::optional<UsageError> problem(const SandboxOptions &options)
{
    if (options.network && options.kind == QLatin1String("exe"))
        return UsageError{QStringLiteral("--network is for the local sandbox; at exe.dev "
                                         "SANDBOX_EGRESS says what cells reach.")};
    if (options.keep && options.kind == QLatin1String("local"))
        return UsageError{QStringLiteral("--keep is for a sandbox at exe.dev; a local one ends "
                                         "with the command.")};
    return std::nullopt;
}

Arguments ask(const QStringList &arguments)
{
    OptionReader reader({{"--file", true},
                         {"--provider", true},
                         {"--base-url", true},
                         {"--model", true},
                         {"--save", true},
                         {"--conversation", true},
                         {"--sandbox", true},
                         {"--keep", false},
                         {"--network", false},
                         {"--json", false}},
                        arguments);
    AskOptions options;
    QStringList words;
    while (const auto item = reader.next()) {
        if (item->name.isEmpty())
            words.append(item->value);
        else if (item->name == QLatin1String("--file"))
            options.files.append(item->value);
        else if (item->name == QLatin1String("--provider"))
            options.provider = reader.provider(item->value);
        else if (item->name == QLatin1String("--base-url"))
            options.baseUrl = reader.url(item->value);
        else if (item->name == QLatin1String("--model"))
            options.model = item->value;
        else if (item->name == QLatin1String("--save"))
            options.saveFolder = item->value;
        else if (item->name == QLatin1String("--conversation"))
            options.conversation = reader.conversation(item->value);
        else if (!take(options.sandbox, *item, reader))
            options.json = true;
    }
    if (reader.hasFailed())
        return UsageError{reader.error()};
    if (const auto error = problem(options.sandbox))
        return *error;
    options.question = words.join(u' ').trimmed();
    if (options.question.isEmpty())
        return UsageError{QStringLiteral("ask needs a question.")};
    return options;
}

Arguments run(const QStringList &arguments)
{
    using Cell = RunOptions::Cell;
    OptionReader reader({{"-c", true},
                         {"--file", true},
                         {"--timeout", true},
                         {"--save", true},
                         {"--conversation", true},
                         {"--keep-going", false},
                         {"--sandbox", true},
                         {"--keep", false},
                         {"--network", false},
                         {"--json", false}},
                        arguments);
    RunOptions options;
    while (const auto item = reader.next()) {
        if (item->name == QLatin1String("-c"))
            options.cells.push_back(Cell{Cell::Source::Text, item->value});
        else if (item->name.isEmpty() && item->value == QLatin1String("-"))
            options.cells.push_back(Cell{Cell::Source::Stdin, {}});
        else if (item->name.isEmpty())
            options.cells.push_back(Cell{Cell::Source::File, item->value});
        else if (item->name == QLatin1String("--file"))
            options.files.append(item->value);
        else if (item->name == QLatin1String("--timeout"))
            options.timeout = reader.seconds(item->value);
        else if (item->name == QLatin1String("--save"))
            options.saveFolder = item->value;
        else if (item->name == QLatin1String("--conversation"))
            options.conversation = reader.conversation(item->value);
        else if (item->name == QLatin1String("--keep-going"))
            options.keepGoing = true;
        else if (!take(options.sandbox, *item, reader))
            options.json = true;
    }
    if (reader.hasFailed())
        return UsageError{reader.error()};
    if (const auto error = problem(options.sandbox))
        return *error;
    if (options.cells.empty())
        return UsageError{QStringLiteral("run needs code: -c CODE, a file, or - for stdin.")};
    return options;
}

Arguments conversations(const QStringList &arguments)
{
    OptionReader reader({{"--json", false}}, arguments);
    ConversationsOptions options;
    QStringList words;
    while (const auto item = reader.next()) {
        if (item->name.isEmpty())
            words.append(item->value);
        else
            options.json = true;
    }
    if (reader.hasFailed())
        return UsageError{reader.error()};
    const QString action = words.value(0);
    if (action == QLatin1String("list") && words.size() == 1)
        return options;
    if (action == QLatin1String("show") || action == QLatin1String("delete")) {
        if (words.size() != 2)
            return UsageError{
                QStringLiteral("conversations %1 needs the id of one conversation.").arg(action)};
        options.action = action == QLatin1String("show") ? ConversationsOptions::Action::Show
                                                         : ConversationsOptions::Action::Delete;
        options.conversation = reader.conversation(words[1]);
        if (reader.hasFailed())
            return UsageError{reader.error()};
        return options;
    }
    return UsageError{QStringLiteral("conversations needs list, show ID or delete ID.")};
}

Arguments packages(const QStringList &arguments)
{
    OptionReader reader({{"--conversation", true}, {"--json", false}}, arguments);
    PackagesOptions options;
    QStringList words;
    while (const auto item = reader.next()) {
        if (item->name.isEmpty())
            words.append(item->value);
        else if (item->name == QLatin1String("--conversation"))
            options.conversation = reader.conversation(item->value);
        else
            options.json = true;
    }
    if (reader.hasFailed())
        return UsageError{reader.error()};
    const QString action = words.isEmpty() ? QString() : words.takeFirst();
    if (action == QLatin1String("list") && words.isEmpty())
        return options;
    if (action != QLatin1String("add") || words.isEmpty())
        return UsageError{QStringLiteral("packages needs list, or add and names of packages.")};
    options.action = PackagesOptions::Action::Add;
    options.names = words;
    return options;
}

Arguments setup(const QStringList &arguments)
{
    OptionReader reader({{"--json", false}, {"--quiet", false}}, arguments);
    SetupOptions options;
    while (const auto item = reader.next()) {
        if (item->name.isEmpty())
            return UsageError{QStringLiteral("setup takes no %1.").arg(item->value)};
        (item->name == QLatin1String("--json") ? options.json : options.quiet) = true;
    }
    if (reader.hasFailed())
        return UsageError{reader.error()};
    return options;
}

Arguments health(const QStringList &arguments)
{
    OptionReader reader(
        {{"--provider", true}, {"--base-url", true}, {"--model", true}, {"--json", false}},
        arguments);
    HealthOptions options;
    while (const auto item = reader.next()) {
        if (item->name.isEmpty())
            return UsageError{QStringLiteral("health takes no %1.").arg(item->value)};
        if (item->name == QLatin1String("--provider"))
            options.provider = reader.provider(item->value);
        else if (item->name == QLatin1String("--base-url"))
            options.baseUrl = reader.url(item->value);
        else if (item->name == QLatin1String("--model"))
            options.model = item->value;
        else
            options.json = true;
    }
    if (reader.hasFailed())
        return UsageError{reader.error()};
    return options;
}

Arguments vms(const QStringList &arguments)
{
    OptionReader reader({{"--json", false}}, arguments);
    VmsOptions options;
    while (const auto item = reader.next()) {
        if (item->name.isEmpty())
            return UsageError{QStringLiteral("vms takes no %1.").arg(item->value)};
        options.json = true;
    }
    if (reader.hasFailed())
        return UsageError{reader.error()};
    return options;
}

Arguments sweep(const QStringList &arguments)
{
    OptionReader reader({{"--older-than", true}, {"--dry-run", false}, {"--json", false}},
                        arguments);
    SweepOptions options;
    while (const auto item = reader.next()) {
        if (item->name.isEmpty())
            return UsageError{QStringLiteral("sweep takes no %1.").arg(item->value)};
        if (item->name == QLatin1String("--older-than"))
            options.hours = reader.hours(item->value);
        else
            (item->name == QLatin1String("--json") ? options.json : options.dryRun) = true;
    }
    if (reader.hasFailed())
        return UsageError{reader.error()};
    return options;
}

} // namespace

Arguments parseArguments(const QStringList &arguments)
{
    const QString command = arguments.value(0);
    const QStringList rest = arguments.mid(1);
    if (command == QLatin1String("--help") || command == QLatin1String("-h") ||
        command == QLatin1String("help") || rest == QStringList{QStringLiteral("--help")})
        return TextOptions{helpText()};
    if (command == QLatin1String("--version"))
        return TextOptions{versionText()};
    if (command == QLatin1String("ask"))
        return ask(rest);
    if (command == QLatin1String("run"))
        return run(rest);
    if (command == QLatin1String("conversations"))
        return conversations(rest);
    if (command == QLatin1String("packages"))
        return packages(rest);
    if (command == QLatin1String("setup"))
        return setup(rest);
    if (command == QLatin1String("health"))
        return health(rest);
    if (command == QLatin1String("vms"))
        return vms(rest);
    if (command == QLatin1String("sweep"))
        return sweep(rest);
    return UsageError{command.isEmpty() ? QStringLiteral("A command is needed.")
                                        : QStringLiteral("There is no command %1.").arg(command)};
}

} // namespace sandglass::cli
