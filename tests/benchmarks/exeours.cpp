// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/exeours.h"

#include "benchmarks/figure.h"
#include "exe/error.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>

namespace sandglass::bench {

namespace {

constexpr int megabyte = 1'000'000;

Measured medianOf(int runs, const std::function<void()> &work)
{
    std::vector<double> times;
    for (int i = 0; i < runs; ++i) {
        QElapsedTimer timer;
        timer.start();
        work();
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    return {median(times), runs};
}

QByteArray content(int size, bool isRandom)
{
    QByteArray bytes(size, Qt::Uninitialized);
    if (isRandom) {
        QRandomGenerator::system()->generate(
            reinterpret_cast<quint32 *>(bytes.data()),
            reinterpret_cast<quint32 *>(bytes.data() + size / 4 * 4));
        return bytes;
    }
    const QByteArray line = "The quick brown fox jumps over the lazy dog.\n";
    return line.repeated(size / int(line.size()) + 1).left(size);
}

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
        throw std::runtime_error("the file could not be written");
}

int runsFor(int megabytes)
{
    return megabytes >= 50 ? 1 : 3;
}

/// In MB, since resetPeak().
double peakMemory()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (file.open(QIODevice::ReadOnly)) {
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (line.startsWith("VmHWM:"))
                return line.mid(6).trimmed().split(' ').first().toDouble() / 1024;
        }
    }
    throw std::runtime_error("/proc/self/status has no VmHWM");
}

void resetPeak()
{
    QFile file(QStringLiteral("/proc/self/clear_refs"));
    if (!file.open(QIODevice::WriteOnly) || file.write("5") != 1)
        throw std::runtime_error("the peak of the memory could not be reset");
}

} // namespace

ExeOurs::~ExeOurs()
{
    m_vm.reset();
    if (m_server.state() != QProcess::NotRunning) {
        m_server.terminate();
        m_server.waitForFinished(20'000);
    }
}

QString ExeOurs::url()
{
    if (m_server.state() == QProcess::NotRunning) {
        m_server.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_server.start(QStringLiteral("python3"),
                       {QStringLiteral(SANDGLASS_SOURCE_DIR "/tests/standin/standin.py"),
                        QStringLiteral("--token"), token(), QStringLiteral("--parent-pid"),
                        QString::number(QCoreApplication::applicationPid())});
        while (!m_server.canReadLine()) {
            if (!m_server.waitForReadyRead(30'000))
                throw std::runtime_error("the stand-in server did not start");
        }
        m_url = QString::fromUtf8(m_server.readLine().trimmed());
    }
    return m_url;
}

exedev::Client ExeOurs::client()
{
    exedev::ClientOptions options;
    options.baseUrl = QUrl(url());
    options.token = token().toUtf8();
    return exedev::Client(options);
}

exedev::Vm &ExeOurs::vm()
{
    if (!m_vm) {
        m_vm = client().create();
        m_vm->run(QStringLiteral("true"));
    }
    return *m_vm;
}

Measured ExeOurs::run()
{
    exedev::Vm &on = vm();
    exedev::RunOptions options;
    options.check = true;
    return medianOf(50, [&] { on.run(QStringLiteral("true"), options); });
}

Measured ExeOurs::upload(int megabytes, bool isRandom)
{
    exedev::Vm &on = vm();
    const QByteArray data = content(megabytes * megabyte, isRandom);
    return medianOf(runsFor(megabytes), [&] { on.writeFile(QStringLiteral("data"), data); });
}

Measured ExeOurs::download(int megabytes, bool isRandom)
{
    exedev::Vm &on = vm();
    const QByteArray data = content(megabytes * megabyte, isRandom);
    on.writeFile(QStringLiteral("data"), data);
    QByteArray got;
    const Measured measured =
        medianOf(runsFor(megabytes), [&] { got = on.readFile(QStringLiteral("data")); });
    if (got != data)
        throw std::runtime_error("another file came back");
    return measured;
}

Measured ExeOurs::uploadFile(int megabytes)
{
    exedev::Vm &on = vm();
    const QTemporaryDir folder;
    const QString local = folder.filePath(QStringLiteral("up"));
    write(local, content(megabytes * megabyte, true));
    return medianOf(runsFor(megabytes), [&] { on.upload(local, QStringLiteral("data")); });
}

Measured ExeOurs::downloadFile(int megabytes)
{
    exedev::Vm &on = vm();
    const QTemporaryDir folder;
    const QByteArray data = content(megabytes * megabyte, true);
    on.writeFile(QStringLiteral("data"), data);
    const QString local = folder.filePath(QStringLiteral("down"));
    const Measured measured =
        medianOf(runsFor(megabytes), [&] { on.download(QStringLiteral("data"), local); });
    QFile file(local);
    if (!file.open(QIODevice::ReadOnly) || file.readAll() != data)
        throw std::runtime_error("another file came back");
    return measured;
}

Measured ExeOurs::manyVms(int count, int cap)
{
    url(); // the server is up before the threads ask
    std::atomic<int> left = count;
    std::atomic<int> failed = 0;
    const auto work = [&] {
        exedev::Client own = client();
        while (left.fetch_sub(1) > 0) {
            try {
                exedev::RunOptions options;
                options.check = true;
                own.create().run(QStringLiteral("true"), options);
            } catch (const exedev::Error &) {
                ++failed;
            }
        }
    };
    const Measured measured = medianOf(1, [&] {
        std::vector<std::jthread> threads;
        for (int i = 0; i < cap; ++i)
            threads.emplace_back(work);
    });
    if (failed != 0)
        throw std::runtime_error("VMs failed");
    return measured;
}

Measured ExeOurs::streamed(int megabytes)
{
    exedev::Vm &on = vm();
    exedev::RunOptions options;
    options.check = true;
    options.capture = false;
    qint64 received = 0;
    options.onStdoutBytes = [&received](const QByteArray &bytes) {
        received += bytes.size();
    };
    resetPeak();
    const double before = peakMemory();
    on.run(QStringLiteral("head -c %1 /dev/zero").arg(qint64(megabytes) * megabyte), options);
    if (received != qint64(megabytes) * megabyte)
        throw std::runtime_error("not all of the stream arrived");
    return {peakMemory() - before, 1};
}

} // namespace sandglass::bench
