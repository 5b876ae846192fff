// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/interpreter.h"
#include "sandbox/pythonsetup.h"
#include "sandbox/toolfailure.h"
#include "sandbox/toolrun.h"

#include <QFile>

namespace sandglass {

/// Makes one virtual environment and fills it with packages (wheels only), with `uv` where it is on
/// PATH and works, else with venv and pip. What the tools say goes to a log. One use, one thread.
class EnvironmentBuilder
{
public:
    /// `prefix` doesn't exist yet; `logPath` is written anew.
    EnvironmentBuilder(const Interpreter &base, QString prefix, const QString &logPath,
                       PythonSetup::Progress progress, std::stop_token stop);

    /// Returns the interpreter in it. Throws Error: SetupFailed, Cancelled.
    QString build(const PythonRequirements &requirements);

private:
    bool buildWithUv(const PythonRequirements &requirements);
    void buildWithPip(const PythonRequirements &requirements);
    ToolEnd install(const QString &program, const QStringList &arguments,
                    const PythonRequirements &requirements);
    ToolTrouble troubleOf(const ToolEnd &end) const;
    QString pipLog() const { return m_prefix + QStringLiteral("/sandglass-pip.log"); }
    ToolEnd run(const QString &program, const QStringList &arguments);
    void follow(const QString &line);
    void log(const QString &line);
    [[noreturn]] void fail(const ToolEnd &end) const;

    Interpreter m_base;
    QString m_prefix;
    QFile m_log;
    PythonSetup::Progress m_progress;
    std::stop_token m_stop;
    int m_expected = 1; ///< packages
    int m_collected = 0;
};

/// The interpreter of the virtual environment `prefix`.
QString interpreterIn(const QString &prefix);

} // namespace sandglass
