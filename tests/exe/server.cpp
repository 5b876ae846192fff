// SPDX-License-Identifier: MIT
#include "exe/server.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QRandomGenerator>

#include <condition_variable>
#include <mutex>
#include <stdexcept>

namespace exedev::test {

using nlohmann::json;

Server::Server(const QStringList &options)
{
    const QString program = qEnvironmentVariable(
        "FAKE_EXE", QStringLiteral(SANDGLASS_SOURCE_DIR "/tests/standin/standin.py"));
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(text("python3"),
                    QStringList{program, text("--port"), text("0"), text("--token"), text("all"),
                                text("--parent-pid"),
                                QString::number(QCoreApplication::applicationPid())} +
                        options);
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(20000))
            throw std::runtime_error("the stand-in server did not start");
    }
    setBaseUrl(QUrl(QString::fromUtf8(m_process.readLine().trimmed())));
}

Server::~Server()
{
    m_process.terminate();
    if (!m_process.waitForFinished(10000)) {
        m_process.kill();
        m_process.waitForFinished(5000);
    }
}

ClientOptions Server::options() const
{
    ClientOptions options;
    options.token = "all";
    options.baseUrl = baseUrl();
    return options;
}

QStringList Server::names()
{
    QStringList all;
    for (const json &one : state())
        all.append(QString::fromStdString(one["name"].get<std::string>()));
    return all;
}

QByteArray noise(int count)
{
    QByteArray bytes(count, 0);
    for (char &c : bytes)
        c = char(QRandomGenerator::global()->generate());
    return bytes;
}

bool until(const std::function<bool()> &condition)
{
    QElapsedTimer timer;
    timer.start();
    std::mutex mutex;
    std::condition_variable tick;
    while (!condition()) {
        if (timer.elapsed() > 60000)
            return false;
        std::unique_lock lock(mutex);
        tick.wait_for(lock, std::chrono::milliseconds(20));
    }
    return true;
}

} // namespace exedev::test
