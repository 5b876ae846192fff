// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/requirement.h"
#include "sandbox/toolrun.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <stop_token>

namespace sandglass {

/// An installed package.
struct Package
{
    QString name;
    QString version;

    friend bool operator==(const Package &, const Package &) = default;
};

struct PackageChange
{
    QList<Package> added;    ///< with what they need; empty where all was there already
    QList<Package> replaced; ///< other versions that were in the layer: a kernel that has loaded
                             ///< them must restart to see the new ones

    friend bool operator==(const PackageChange &, const PackageChange &) = default;
};

/// The packages of one conversation beside those of its environment: a folder that cells see
/// read-only at the end of sys.path. Packages are installed by the environment's own pip outside
/// the sandbox, as wheels only, so that none of their code runs there. Any thread; two at once wait
/// for each other, in other processes too.
class PackageLayer
{
public:
    /// What is being done, and how far it is (0 to 1); from the calling thread.
    using Progress = std::function<void(const QString &step, double fraction)>;

    /// `folder` is made when something is added.
    PackageLayer(QString folder, QString interpreter);

    /// Adds packages ("seaborn", "polars>=1") and what they need that neither the environment nor
    /// the layer has. Usable at once, without a restart. Throws Error: InvalidInput for what isn't
    /// the name of a package, SetupFailed with the reason, File, Cancelled; then nothing changed.
    PackageChange add(const QStringList &names, const Progress &progress = {},
                      std::stop_token stop = {});

    /// What is in the layer, by name.
    QList<Package> list() const;

private:
    QList<Package> resolve(const QList<Requirement> &wanted, const QString &scratch,
                           const std::stop_token &stop) const;
    QByteArray constraints(const QList<Requirement> &wanted, const std::stop_token &stop) const;
    void install(const QList<Package> &packages, const QString &target, const Progress &progress,
                 const std::stop_token &stop) const;
    ToolEnd pip(const QStringList &arguments, const QString &scratch,
                const std::function<void(const QString &)> &line,
                const std::stop_token &stop) const;

    QString m_folder;
    QString m_interpreter;
};

} // namespace sandglass
