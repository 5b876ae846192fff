// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commandfactory.h"

#include "base/log.h"
#include "cli/askcommand.h"
#include "cli/conversationscommand.h"
#include "cli/exesandboxes.h"
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
        requireGoodEnvironment();
        ModelChoice choice = chooseModel(
            m_settings, {options.provider, options.baseUrl, options.model}, m_keys.openAi);
        sayAll(choice.complaints);
        if (choice.settings.provider == Settings::Provider::Gateway)
            choice.key = requiredToken();
        return std::make_unique<AskCommand>(options, opener(choice.settings, choice.key), m_console,
                                            m_interrupts);
    }

    std::unique_ptr<Command> operator()(const RunOptions &options) const
    {
        requireGoodEnvironment();
        return std::make_unique<RunCommand>(options, opener(m_settings, {}), m_console,
                                            m_interrupts);
    }

    std::unique_ptr<Command> operator()(const ConversationsOptions &options) const
    {
        sayAll(m_complaints);
        return std::make_unique<ConversationsCommand>(
            options, m_settings.dataFolder, exeParts(m_settings, m_keys.exe, m_console).remove,
            m_console);
    }

    std::unique_ptr<Command> operator()(const PackagesOptions &options) const
    {
        requireGoodEnvironment();
        const auto listing = [](const QString &folder) {
            return PackageLayer(layerFolder(folder), {}).list();
        };
        return std::make_unique<PackagesCommand>(options, opener(m_settings, {}), listing,
                                                 m_console, m_interrupts);
    }

    std::unique_ptr<Command> operator()(const SetupOptions &options) const
    {
        requireGoodEnvironment();
        return std::make_unique<SetupCommand>(options,
                                              PythonSetup(m_settings.dataFolder, m_settings.python),
                                              m_console, m_interrupts);
    }

    std::unique_ptr<Command> operator()(const HealthOptions &options) const
    {
        sayAll(m_complaints);
        const ExeAccess access = exeAccess(m_settings, m_keys.exe);
        ModelChoice choice = chooseModel(
            m_settings, {options.provider, options.baseUrl, options.model}, m_keys.openAi);
        sayAll(choice.complaints);
        if (choice.settings.provider == Settings::Provider::Gateway)
            choice.key = access.token;
        HealthCommand::Parts parts;
        parts.usesExe = !access.token.isEmpty() || access.trouble;
        parts.sandboxes = [access](std::stop_token stop) {
            return countSandboxes(access, stop);
        };
        parts.losses = [access](std::stop_token stop) {
            return tokenLosses(access, stop);
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
        requireGoodEnvironment();
        return std::make_unique<VmsCommand>(options, exeAccess(m_settings, m_keys.exe), m_console,
                                            m_interrupts);
    }

    std::unique_ptr<Command> operator()(const SweepOptions &options) const
    {
        requireGoodEnvironment();
        return std::make_unique<SweepCommand>(
            options, SandboxKeeper::optionsFrom(m_settings, requiredToken()), m_console,
            m_interrupts);
    }

    std::unique_ptr<Command> operator()(const TextOptions &) const { return nullptr; }
    std::unique_ptr<Command> operator()(const UsageError &) const { return nullptr; }

private:
    Settings loaded()
    {
        const QString dataFolder = defaultDataFolder();
        QDir().mkpath(dataFolder);
        try {
            logToFile(dataFolder + QStringLiteral("/sandglass-cli.log"));
        } catch (const Error &error) {
            m_complaints << error.failure().text;
        }
        return loadSettings(dataFolder, &m_complaints);
    }

    // Before anything is done that a variable should have changed. What else couldn't be read
    // keeps its default, and that is said.
    void requireGoodEnvironment() const
    {
        if (const std::optional<Failure> fault = environmentFault())
            throw Error(*fault);
        sayAll(m_complaints);
    }

    Secret requiredToken() const
    {
        const ExeAccess access = exeAccess(m_settings, m_keys.exe);
        requireToken(access);
        return access.token;
    }

    SessionOpener opener(const Settings &settings, const Secret &key) const
    {
        return SessionOpener(localParts(), settings, key,
                             exeParts(settings, m_keys.exe, m_console));
    }

    void sayAll(const QStringList &complaints) const
    {
        for (const QString &complaint : complaints)
            m_console.say(complaint);
    }

    EnvironmentKeys m_keys;
    Console &m_console;
    Interrupts &m_interrupts;
    QStringList m_complaints; // about the settings
    Settings m_settings;      // last: it uses the above
};

} // namespace

std::unique_ptr<Command> makeCommand(const Arguments &arguments, EnvironmentKeys keys,
                                     Console &console, Interrupts &interrupts)
{
    return std::visit(Factory(std::move(keys), console, interrupts), arguments);
}

} // namespace sandglass::cli
