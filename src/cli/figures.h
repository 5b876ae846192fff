// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "sandbox/output.h"

#include <QString>

#include <map>
#include <optional>
#include <utility>

namespace sandglass::cli {

/// Keeps the figures of a run as files: figure-1.png, figure-2.svg … in a folder that the person
/// named, else in a fresh one below the temporary folder. Never writes over what lies there; an
/// updated display writes over its own file. Main thread.
class Figures
{
public:
    /// `folder` may be empty: then one is made with the first figure.
    explicit Figures(QString folder);

    struct Kept
    {
        QString name;
        QString path;
    };

    /// Keeps the figure of a display, if it is one. Throws Error(File).
    std::optional<Kept> keep(const Output &output);

    /// A bundle's figure: file extension and bytes; empty for none.
    static std::pair<QString, QByteArray> figureOf(const MimeBundle &bundle);

private:
    QString freshPath(const QString &extension);

    QString m_folder;
    int m_count = 0;
    std::map<QString, QString> m_pathOfDisplay;
};

/// A path in `folder` for `name` that nothing has yet: "a.csv", else "a (1).csv".
QString freePath(const QString &folder, const QString &name);

} // namespace sandglass::cli
