// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/pythonresource.h"

#include <QFile>

// Outside any namespace; a static library's resources are left out by the linker without it.
static void keepPythonResources()
{
    Q_INIT_RESOURCE(python);
}

namespace sandglass {

QByteArray pythonResource(const QString &name)
{
    keepPythonResources();
    QFile file(QStringLiteral(":/sandglass/python/") + name);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("A resource is missing from the program: %s", qUtf8Printable(file.fileName()));
    return file.readAll();
}

} // namespace sandglass
