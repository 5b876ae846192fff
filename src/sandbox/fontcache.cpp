// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/fontcache.h"

#include "base/error.h"
#include "base/log.h"
#include "sandbox/pythonresource.h"
#include "sandbox/toolfailure.h"
#include "sandbox/toolrun.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace sandglass {

QString makeFontCache(const Interpreter &interpreter, const QStringList &mounts,
                      const QString &folder, const std::stop_token &stop)
{
    QDir(folder).removeRecursively();
    QTemporaryDir made;
    if (!made.isValid() || !QDir().mkpath(folder))
        return QString();
    QProcessEnvironment environment = toolEnvironment();
    environment.insert(QStringLiteral("MPLCONFIGDIR"), made.path());
    environment.insert(QStringLiteral("MPLBACKEND"), QStringLiteral("agg"));
    environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    // The person's own fonts and settings aren't seen in the sandbox.
    environment.insert(QStringLiteral("HOME"), made.path());
    environment.remove(QStringLiteral("XDG_DATA_HOME"));
    environment.remove(QStringLiteral("XDG_CONFIG_HOME"));
    environment.remove(QStringLiteral("MATPLOTLIBRC"));
    const QStringList arguments{QStringLiteral("-I"), QStringLiteral("-c"),
                                QString::fromUtf8(pythonResource(QStringLiteral("fontcache.py"))),
                                QStringLiteral("/usr")};
    try {
        const ToolEnd end = runTool({interpreter.path, arguments + mounts, environment, made.path(),
                                     std::chrono::seconds(300)},
                                    {}, stop);
        if (!end.ok())
            qCWarning(lcSandbox) << "matplotlib's fonts:" << lastWords(end.lines);
    } catch (const Error &error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        qCWarning(lcSandbox) << error.failure().text;
    }
    bool any = false;
    const QStringList names =
        QDir(made.path())
            .entryList({QStringLiteral("fontlist-*.json"), QStringLiteral("matplotlibrc")},
                       QDir::Files);
    for (const QString &name : names)
        any = QFile::copy(made.filePath(name), folder + QLatin1Char('/') + name) || any;
    if (any)
        return folder;
    QDir(folder).removeRecursively();
    return QString();
}

} // namespace sandglass
