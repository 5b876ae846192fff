// SPDX-License-Identifier: MIT
// Serves a page from a sandbox, opens it to everybody with the address, and waits for Enter.
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
        vm.writeFile(QStringLiteral("site/index.html"), "<h1>Hello from a sandbox</h1>\n");
        exedev::SpawnOptions options;
        options.name = QStringLiteral("web");
        options.cwd = QStringLiteral("site");
        const QString port = qEnvironmentVariable("PREVIEW_PORT", QStringLiteral("8000"));
        const exedev::Process web =
            vm.spawn(QStringLiteral("python3 -m http.server %1").arg(port), options);
        exedev::RunOptions checked;
        checked.check = true;
        // The address works as soon as it is shown.
        out << vm.run(QStringLiteral("curl -sf --retry 9 --retry-connrefused localhost:%1")
                          .arg(port),
                      checked)
                   .outText();
        vm.sharePublic();
        out << vm.url() << "\nPress Enter to take it down.\n" << Qt::flush;
        QTextStream(stdin).readLine();
    });
}
