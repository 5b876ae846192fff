// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/ours.h"

#include "app/session.h"
#include "benchmarks/figure.h"
#include "parts/localparts.h"

#include <QEventLoop>
#include <QFile>
#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace sandglass::bench {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

[[noreturn]] void fail(const char *what)
{
    std::fprintf(stderr, "%s\n", what);
    std::exit(2);
}

void run(Sandbox &sandbox, const QByteArray &code)
{
    const CellResult result =
        sandbox.execute({CellId::create(), code, std::chrono::minutes(10)}, {});
    if (result.status != CellStatus::Ok)
        fail("a cell did not end well");
}

/// Memory of this process in MB, the largest since it was last asked.
double peakMemory()
{
    QFile status(QStringLiteral("/proc/self/status"));
    double peak = 0;
    if (status.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : status.readAll().split('\n')) {
            if (line.startsWith("VmHWM:"))
                peak = line.mid(6).trimmed().split(' ').first().toDouble() / 1024;
        }
    }
    QFile reset(QStringLiteral("/proc/self/clear_refs"));
    if (reset.open(QIODevice::WriteOnly))
        reset.write("5");
    return peak;
}

} // namespace

Ours::Ours(Settings settings)
    : m_settings(std::move(settings))
{}

Measured Ours::cell() const
{
    const QTemporaryDir folder;
    const auto sandbox = makeLocalSandbox(folder.path(), m_settings, {});
    for (int i = 0; i < 10; ++i)
        run(*sandbox, "1+1");
    std::vector<double> times;
    for (int i = 0; i < 200; ++i) {
        const auto start = Clock::now();
        run(*sandbox, "1+1");
        times.push_back(since(start));
    }
    return {median(times), int(times.size())};
}

Measured Ours::start() const
{
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        const QTemporaryDir folder;
        const auto start = Clock::now();
        const auto sandbox = makeLocalSandbox(folder.path(), m_settings, {});
        run(*sandbox, "1+1");
        times.push_back(since(start));
    }
    return {median(times), int(times.size())};
}

Measured Ours::firstOutput() const
{
    const QTemporaryDir folder;
    const auto sandbox = makeLocalSandbox(folder.path(), m_settings, {});
    run(*sandbox, "import time");
    std::atomic<bool> waiting{false};
    Clock::time_point begin;
    double spent = 0;
    QObject::connect(
        sandbox.get(), &Sandbox::output, sandbox.get(),
        [&] {
            if (waiting.exchange(false))
                spent = since(begin);
        },
        Qt::DirectConnection);
    std::vector<double> times;
    for (int i = 0; i < 20; ++i) {
        begin = Clock::now();
        waiting = true;
        // The cell goes on after its first text, or its end would bring the text along.
        run(*sandbox, "print('x')\ntime.sleep(0.3)");
        times.push_back(spent);
    }
    return {median(times), int(times.size())};
}

Measured Ours::print(int megabytes)
{
    std::vector<double> times;
    for (int i = 0; i < (megabytes > 50 ? 3 : 5); ++i)
        times.push_back(printOnce(megabytes, nullptr));
    return {median(times), int(times.size())};
}

Measured Ours::memoryOf(int megabytes)
{
    double growth = 0;
    printOnce(megabytes, &growth);
    return {growth, 1};
}

double Ours::printOnce(int megabytes, double *growth)
{
    const QTemporaryDir data;
    Settings settings = m_settings;
    settings.dataFolder = data.path();
    settings.cellTimeout = std::chrono::minutes(10);
    Session session(localParts(), settings, ConversationId::create());
    QEventLoop loop;
    QObject::connect(&session, &Session::busyChanged, &loop, [&](bool busy) {
        if (!busy)
            loop.quit();
    });
    session.runCell(QStringLiteral("pass"));
    loop.exec();

    const double before = peakMemory();
    const auto start = Clock::now();
    const CellId cell = session.runCell(QStringLiteral("for _ in range(%1): print('%2')")
                                            .arg(megabytes * 10'000)
                                            .arg(QString(99, u'x')));
    loop.exec();
    const double spent = since(start);
    if (growth)
        *growth = peakMemory() - before;

    qint64 kept = 0;
    for (const ShownOutput &output : session.document().cell(cell)->outputs) {
        if (const auto *text = std::get_if<StreamText>(&output.value))
            kept += text->bytes;
    }
    if (kept != qint64(megabytes) * 1'000'000)
        fail("not everything that was printed was kept");
    return spent;
}

} // namespace sandglass::bench
