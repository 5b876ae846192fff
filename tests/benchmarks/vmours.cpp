// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/vmours.h"

#include "benchmarks/figure.h"

#include <QElapsedTimer>

#include <stdexcept>

namespace sandglass::bench {

namespace {

constexpr int runs = 20;

} // namespace

VmOurs::VmOurs(QString python)
    : m_python(std::move(python))
{}

test::ExeServer &VmOurs::server()
{
    if (!m_server) {
        qputenv("SANDGLASS_PYTHON", m_python.toUtf8());
        m_server = std::make_unique<test::ExeServer>(
            QStringList{QStringLiteral("--latency"), QStringLiteral("40")});
    }
    return *m_server;
}

Measured VmOurs::cell()
{
    test::ExeKit kit(server());
    std::vector<double> times;
    kit.run("1+1");
    for (int i = 0; i < runs; ++i) {
        QElapsedTimer timer;
        timer.start();
        if (kit.run("1+1").status != CellStatus::Ok)
            throw std::runtime_error("a cell failed");
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    return {median(times), runs};
}

QStringList VmOurs::peerArguments()
{
    exedev::Client client = server()->client();
    exedev::Vm vm = client.create();
    vm.release();
    return {QStringLiteral(SANDGLASS_BINARY_DIR "/exedev-sdk"), server()->baseUrl().toString(),
            QStringLiteral("all"), vm.name()};
}

} // namespace sandglass::bench
