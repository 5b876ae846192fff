// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include <stop_token>

namespace sandglass {

/// What a Python says of itself.
struct Interpreter
{
    QString path;     ///< sys.executable: a link in a virtual environment
    QString realPath; ///< the program at the end of the links
    QString basePath; ///< the Python that a virtual environment was made from
    QString prefix;
    QString basePrefix;
    QStringList otherPrefixes;      ///< sys.exec_prefix, sys.base_exec_prefix
    QString version;                ///< "3.11.7"
    QMap<QString, QString> missing; ///< module: why it can't be imported

    /// 311 for "3.11.7".
    int minorVersion() const;
};

/// Runs `path` (isolated from the environment and the user's own modules) and asks it, also whether
/// it can import `modules`. Throws Error: SetupFailed where it isn't a Python, Cancelled.
Interpreter askInterpreter(const QString &path, const QStringList &modules,
                           const std::stop_token &stop);

/// The first Python 3.10 or newer on PATH, those from 3.11 on first; the base one where a virtual
/// environment is active. Throws Error(SetupFailed) where there is none.
Interpreter findInterpreter(const std::stop_token &stop);

/// The folders among `folders` that a sandbox must mount so that all are visible, beside /usr:
/// clean, shortest first, none below another. Pure.
QStringList reducedMounts(const QStringList &folders);

/// True for a folder that no sandbox may see: one that holds `home` or `data` or is one of the
/// system's own top folders. Pure.
bool exposesTooMuch(const QString &folder, const QString &home, const QString &data);

/// All that `interpreter` needs mounted: its prefixes, the real program, and the folders through
/// which the links to it lead. Throws Error(SetupFailed) where that would expose too much.
QStringList mountsOf(const Interpreter &interpreter, const QString &dataFolder);

} // namespace sandglass
