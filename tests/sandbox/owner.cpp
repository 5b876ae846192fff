// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/localkit.h"
#include "sandbox/processes.h"

#include <QCoreApplication>

#include <unistd.h>

// Owns a sandbox like the app does, until somebody kills it: owner FOLDER MARKER.
int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 3)
        return 2;
    sandglass::test::LocalKit kit([&](sandglass::LocalSandbox::Options &options) {
        options.conversationFolder = arguments[1];
    });
    kit.run(sandglass::test::markedChild(arguments[2].toLatin1()));
    for (;;)
        ::pause();
}
