// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace sandglass {

/// A Python that can run the kernel host, and what of the disk it needs. A value.
struct PythonEnvironment
{
    QString interpreter;     ///< absolute path, a link in a virtual environment
    QStringList mounts;      ///< absolute folders it needs: shortest first, none below another or
                             ///< below /usr, never one that holds the home or the data folder
    QString matplotlibCache; ///< folder whose files belong in MPLCONFIGDIR; may be empty
    QString version;         ///< "3.11.7"

    friend bool operator==(const PythonEnvironment &, const PythonEnvironment &) = default;
};

} // namespace sandglass
