// SPDX-License-Identifier: MIT
// Makes a VM, runs a command there, and removes it at the end of the scope.
#include "settings.h"

#include <QCoreApplication>
#include <QTextStream>

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    return run([] {
        QTextStream out(stdout);
        exedev::Client exe(fromEnvironment());
        exedev::Vm vm = exe.create();
        out << vm.name() << "\n" << vm.url() << "\n";
        out << vm.run(QStringLiteral("python3 --version")).outText();
    });
}
