// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commandfactory.h"

#include "base/log.h"
#include "cli/askcommand.h"
#include "cli/conversationscommand.h"
#include "cli/healthcommand.h"
#include "cli/modelchoice.h"
#include "cli/packagescommand.h"
#include "cli/runcommand.h"
#include "cli/setupcommand.h"
#include "cli/sweepcommand.h"
#include "cli/vmscommand.h"
#include "parts/localparts.h"
#include "sandbox/packages.h"

#include <QDir>

namespace sandglass::cli {

namespace {

/// Makes one command of each kind of options.
class Factory
{
public:
    Factory(EnvironmentKeys keys, Console &console, Interrupts &interrupts)
        : m_keys(std::move(keys))
        , m_console(console)
        , m_interrupts(interrupts)
        , m_settings(loaded())
    {}

    std::unique_ptr<Command> operator()(const AskOptions &options) const
    {
        const ModelChoice choice = chooseModel(
            m_settings, {options.provider, options.baseUrl, options.model}, m_keys.openAi);
        sayAll(choice.complaints);
        return std::make_unique<AskCommand>(options, opener(choice.settings, choice.key), m_console,
                                            m_interrupts);
    }

    std::unique_ptr<Command> operator()(const RunOptions &options) const
    {
        return std::make_unique<RunCommand>(options, opener(m_settings, {}), m_console,
                                            m_interrupts);
    }

    std::unique_ptr<Command> operator()(const ConversationsOptions &options) const
    {
        return std::make_unique<ConversationsCommand>(options, m_settings.dataFolder, m_console);
    }

    std::unique_ptr<Command> operator()(const PackagesOptions &options) const
    {
        const auto listing = [](const QString &folder) {
            return PackageLayer(layerFolder(folder), {}).list();
        };
        return std::make_unique<PackagesCommand>(options, opener(m_settings, {}), listing,
                                                 m_console, m_interrupts);
    }

    std::unique_ptr<Command> operator()(const SetupOptions &options) const
    {
        return std::make_unique<SetupCommand>(options,
                                              PythonSetup(m_settings.dataFolder, m_settings.python),
                                              m_console, m_interrupts);
    }

    std::unique_ptr<Command> operator()(const HealthOptions &options) const
    {
        const ModelChoice choice = chooseModel(
            m_settings, {options.provider, options.baseUrl, options.model}, m_keys.openAi);
        sayAll(choice.complaints);
        HealthCommand::Parts parts;
        const ExeAccess access = exeAccess(m_settings, m_keys.exe);
        parts.usesExe = !access.token.isEmpty() || !access.trouble.isEmpty();
        parts.sandboxes = [access](std::stop_token stop) {
            return countSandboxes(access, stop);
        };
        parts.model = [choice] {
            return makeModel(choice.settings, choice.key);
        };
        parts.sandbox = [settings = m_settings](const QString &folder) {
            if (!PythonSetup(settings.dataFolder, settings.python).ready())
                throw Error(ErrorKind::SetupFailed,
                            QStringLiteral("The Python environment was not made yet."),
                            QStringLiteral("Run sandglass-cli setup."));
            return makeLocalSandbox(folder, settings, {});
        };
        return std::make_unique<HealthCommand>(std::move(parts), options.json, m_console,
                                               m_interrupts);
    }

    std::unique_ptr<Command> operator()(const VmsOptions &options) const
    {
        return std::make_unique<VmsCommand>(options, exeAccess(m_settings, m_keys.exe), m_console,
                                            m_interrupts);
    }

    std::unique_ptr<Command> operator()(const SweepOptions &options) const
    {
        return std::make_unique<SweepCommand>(options, exeAccess(m_settings, m_keys.exe), m_console,
                                              m_interrupts);
    }

    std::unique_ptr<Command> operator()(const TextOptions &) const { return nullptr; }
    std::unique_ptr<Command> operator()(const UsageError &) const { return nullptr; }

private:
    Settings loaded() const
    {
        const QString dataFolder = defaultDataFolder();
        QDir().mkpath(dataFolder);
        QStringList complaints;
        try {
            logToFile(dataFolder + QStringLiteral("/sandglass-cli.log"));
        } catch (const Error &error) {
            complaints << error.failure().text;
        }
        Settings settings = loadSettings(dataFolder, &complaints);
        sayAll(complaints);
        return settings;
    }

    SessionOpener opener(const Settings &settings, const Secret &key) const
    {
        return SessionOpener(localParts(), settings, key);
    }

    void sayAll(const QStringList &complaints) const
    {
        for (const QString &complaint : complaints)
            m_console.say(complaint);
    }

    EnvironmentKeys m_keys;
    Console &m_console;
    Interrupts &m_interrupts;
    Settings m_settings; // last: its complaints need the console
};

} // namespace

std::unique_ptr<Command> makeCommand(const Arguments &arguments, EnvironmentKeys keys,
                                     Console &console, Interrupts &interrupts)
{
    return std::visit(Factory(std::move(keys), console, interrupts), arguments);
}

} // namespace sandglass::cli
