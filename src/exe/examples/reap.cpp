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
        const QDateTime cutoff = QDateTime::currentDateTimeUtc().addSecs(-age);
        exedev::Client exe(fromEnvironment());
        QStringList stale;
        for (const exedev::Vm &vm : exe.vms()) {
            const auto created = vm.info().createdAt;
            if (vm.status() == QLatin1String("running") && created && *created < cutoff)
                stale.append(vm.name());
        }
        const exedev::RemoveResult result = exe.remove(stale);
        QTextStream(stdout) << "deleted " << result.deleted.size() << ", failed "
                            << result.failed.size() << "\n";
    });
}
