// SPDX-License-Identifier: MIT
// Removes running sandboxes that are more than an hour old; paused ones, like a base to copy from,
// stay. An argument is another age in seconds.
#include "settings.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTextStream>

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    return run([] {
        const int age = QCoreApplication::arguments().value(1, QStringLiteral("3600")).toInt();
        exedev::Client exe(fromEnvironment());
        const std::vector<exedev::Vm> vms = exe.vms();
        // By exe.dev's clock: this machine's may be off.
        const QDateTime cutoff =
            exe.serverTime().value_or(QDateTime::currentDateTimeUtc()).addSecs(-age);
        QStringList stale;
        for (const exedev::Vm &vm : vms) {
            const auto created = vm.info().createdAt;
            if (vm.status() == QLatin1String("running") && created && *created < cutoff)
                stale.append(vm.name());
        }
        const exedev::RemoveResult result = exe.remove(stale);
        QTextStream(stdout) << "deleted " << result.deleted.size() << ", failed "
                            << result.failed.size() << "\n";
    });
}
