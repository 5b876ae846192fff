// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/startup.h"

#include "benchmarks/figure.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>
#include <cstdlib>

namespace sandglass::bench {

namespace {

constexpr int runs = 7;
constexpr int rest = 1000; // ms, in which a program does what it does at the start

double proportionalSetSize(qint64 process)
{
    QFile file(QStringLiteral("/proc/%1/smaps_rollup").arg(process));
    if (file.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (line.startsWith("Pss:"))
                return line.mid(4).trimmed().split(' ').first().toDouble() / 1024;
        }
    }
    return 0;
}

} // namespace

Startup::Startup(const QString &kind)
{
    const QTemporaryDir data;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SANDGLASS_DATA"), data.path());
    std::vector<double> times;
    std::vector<double> sizes;
    for (int i = 0; i < runs; ++i) {
        QProcess program;
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        QElapsedTimer timer;
        timer.start();
        program.start(QStringLiteral(SANDGLASS_BENCH_WINDOW), {kind});
        if (!program.waitForReadyRead(30'000) || !program.readAll().startsWith("painted")) {
            std::fputs("the window was not painted\n", stderr);
            std::exit(2);
        }
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
        program.waitForFinished(rest);
        sizes.push_back(proportionalSetSize(program.processId()));
        program.closeWriteChannel();
        program.waitForFinished();
    }
    m_milliseconds = {median(times), runs};
    m_megabytes = {median(sizes), runs};
}

} // namespace sandglass::bench
