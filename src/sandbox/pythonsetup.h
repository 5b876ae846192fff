// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/pythonenvironment.h"
#include "sandbox/pythonrecord.h"

#include <QByteArray>

#include <functional>
#include <optional>
#include <stop_token>

namespace sandglass {

struct Interpreter;

/// What a managed environment is made from.
struct PythonRequirements
{
    QByteArray pinned;    ///< a requirements file, name==version a line
    QStringList names;    ///< what of it is wanted, for a Python that the pins don't fit
    int pinnedFrom = 311; ///< the oldest Python (3.11) for which `pinned` is tried

    /// The lists that are built in.
    static PythonRequirements builtIn();
};

/// Makes the Python in which cells run ready: the managed virtual environment below the data
/// folder, or an interpreter that the person chose (which is only looked at). Any thread, several
/// at once, in several processes: it is made once.
class PythonSetup
{
public:
    /// What is being done, and how far it is (0 to 1); from the calling thread.
    using Progress = std::function<void(const QString &step, double fraction)>;

    /// An empty `chosenInterpreter` means the managed environment.
    explicit PythonSetup(QString dataFolder, QString chosenInterpreter = {},
                         PythonRequirements requirements = PythonRequirements::builtIn());

    /// The environment, where it was made before and nothing it needs is gone. Starts no process.
    std::optional<PythonEnvironment> ready() const;

    /// ready(), else makes it; what a cut-off set-up left is made anew. Blocks for minutes.
    /// Throws Error: SetupFailed with the reason and remedy, File, Cancelled; then nothing
    /// half-made is left and it can be called again.
    PythonEnvironment prepare(const Progress &progress = {}, std::stop_token stop = {}) const;

    /// What the tools said in the last set-up of a managed environment.
    QString logFile() const;

private:
    std::optional<PythonEnvironment> readyManaged() const;
    PythonEnvironment prepareChosen(const Progress &progress, const std::stop_token &stop) const;
    PythonEnvironment prepareManaged(const Progress &progress, const std::stop_token &stop) const;
    PythonEnvironment makeManaged(const QString &folder, const Interpreter &base,
                                  const Progress &progress, const std::stop_token &stop) const;
    PythonEnvironment finish(const QString &folder, const Interpreter &interpreter,
                             const QString &key, const std::stop_token &stop) const;
    QString chosenFolder() const;
    QString pythonFolder() const { return m_dataFolder + QStringLiteral("/python"); }

    QString m_dataFolder;
    QString m_chosen;
    PythonRequirements m_requirements;
    QString m_key; ///< digest of the requirements
};

} // namespace sandglass
