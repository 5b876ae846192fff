// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace sandglass {

/// A package that somebody asks for: the part of PEP 508 that only names one from the index.
struct Requirement
{
    QString name;
    QString rest; ///< extras and version specifiers without spaces, e.g. "[excel]>=2,<3"

    QString text() const { return name + rest; }
};

/// Reads "pandas", "pandas[excel] >= 2, <3". Nothing for what is anything else to pip: URLs, paths,
/// file names, options, markers. Pure.
std::optional<Requirement> parsedRequirement(const QString &text);

/// Two spellings of one package ("PyYAML", "py.yaml" is another) compare equal by this (PEP 503).
QString normalizedPackage(const QString &name);

/// What to add so that `import module` works.
struct ModuleOffer
{
    QString package;
    bool known = false; ///< else a guess: a package of the module's own name, which may be anyone's

    friend bool operator==(const ModuleOffer &, const ModuleOffer &) = default;
};

/// The package for a module that couldn't be imported ("sklearn.svm"); nothing where the name can't
/// be a package's or is one of Python's own modules. Pure.
std::optional<ModuleOffer> packageForModule(const QString &module);

} // namespace sandglass
