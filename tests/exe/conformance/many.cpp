// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <algorithm>
#include <atomic>
#include <semaphore>

namespace exedev::conformance {

namespace {

void twelveVms(Context &c)
{
    std::counting_semaphore<4> cap(4);
    std::vector<std::future<std::pair<QByteArray, QString>>> all;
    for (int number = 0; number < 12; ++number)
        all.push_back(inThread([&, number] {
            cap.acquire();
            std::pair<QByteArray, QString> result;
            try {
                CreateOptions options;
                options.comment = QStringLiteral("many %1").arg(number);
                Vm vm = c.client().create(options);
                result = {vm.run(QStringLiteral("echo %1").arg(number)).out, vm.name()};
            } catch (...) {
                cap.release();
                throw;
            }
            cap.release();
            return result;
        }));
    QStringList used;
    for (int number = 0; number < 12; ++number) {
        const auto [out, name] = all[size_t(number)].get();
        REQUIRE(out == QByteArray::number(number) + '\n');
        used.append(name);
    }
    const QStringList left = c.names();
    REQUIRE(std::none_of(used.begin(), used.end(),
                         [&](const QString &name) { return left.contains(name); }));
}

void twelveStreams(Context &c)
{
    const QString gate = unique(text("gate"));
    const QString command =
        QStringLiteral("echo on; while [ ! -e %1 ]; do sleep 0.1; done; echo off").arg(gate);
    const QString name = c.vm().name();
    std::atomic<int> started = 0;
    std::vector<std::future<QByteArray>> all;
    for (int i = 0; i < 12; ++i)
        all.push_back(inThread([&] {
            RunOptions options;
            options.onStdout = [&](const QString &line) {
                started += line == text("on") ? 1 : 0;
            };
            return c.client().vm(name).run(command, options).out;
        }));
    until([&] { return started == 12; });
    QElapsedTimer timer;
    timer.start();
    c.client().vms();
    REQUIRE(c.isIn(2000, timer.elapsed()));
    c.vm().writeFile(gate, {});
    for (auto &one : all)
        REQUIRE(one.get() == "on\noff\n");
}

void fourClients(Context &c)
{
    const QString name = c.vm().name();
    std::vector<std::future<bool>> all;
    for (int number = 0; number < 4; ++number)
        all.push_back(inThread([&, number] {
            Client client = c.clientFor(c.token());
            Vm vm = client.vm(name);
            bool isGood = true;
            for (int i = 0; i < 3; ++i)
                isGood = isGood && vm.run(QStringLiteral("echo %1").arg(number)).out ==
                                       QByteArray::number(number) + '\n';
            return isGood;
        }));
    for (auto &one : all)
        REQUIRE(one.get());
}

void sweep(Context &c)
{
    CreateOptions options;
    options.comment = unique(text("sweep"));
    QStringList made;
    for (int i = 0; i < 3; ++i) {
        Vm vm = c.created(options);
        vm.release();
        made.append(vm.name());
    }
    QStringList leftovers;
    for (const Vm &vm : c.client().vms()) {
        if (vm.comment() == options.comment)
            leftovers.append(vm.name());
    }
    c.clear();
    QStringList deleted = c.client().remove(leftovers).deleted;
    made.sort();
    deleted.sort();
    REQUIRE(deleted == made && c.log("rm").size() == 1);
}

} // namespace

std::vector<Check> many()
{
    return {{"many.vms", twelveVms},
            {"many.streams", twelveStreams},
            {"many.clients", fourClients},
            {"many.sweep", sweep}};
}

} // namespace exedev::conformance
