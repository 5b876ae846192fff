// SPDX-License-Identifier: MIT
// The whole life of a sandbox: create it, write a script, run it, remove it.
#include "settings.h"

#include <QCoreApplication>
#include <QTextStream>

namespace {

const char script[] = R"(import platform
print("hello from", platform.node())
raise SystemExit(3)
)";

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    return run([] {
        QTextStream out(stdout);
        exedev::Client exe(fromEnvironment());
        exedev::CreateOptions options;
        options.comment = QStringLiteral("hello from C++");
        exedev::Vm vm = exe.create(options);
        out << "created " << vm.name() << "\n";
        vm.writeFile(QStringLiteral("main.py"), script);
        const exedev::CommandResult result = vm.run(QStringLiteral("python3 main.py"));
        out << result.outText() << "exit " << result.exitCode << "\n";
        vm.remove();
        out << "deleted " << vm.name() << "\n";
    });
}
