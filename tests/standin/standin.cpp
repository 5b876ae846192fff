// SPDX-License-Identifier: GPL-3.0-or-later
#include "standin/standin.h"

#include <QFile>

#include <stdexcept>

namespace sandglass::test {

StandIn::StandIn(const QString &script, const QStringList &arguments)
{
    const QString folder = QStringLiteral(SANDGLASS_SOURCE_DIR "/tests/standin/");
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(
        QStringLiteral("python3"),
        QStringList{QStringLiteral("-I"), folder + script} + arguments +
            QStringList{QStringLiteral("--log"), m_folder.filePath(QStringLiteral("log"))});
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(20000))
            throw std::runtime_error("the stand-in server did not start");
    }
    const QByteArray line = m_process.readLine().trimmed();
    m_port = line.startsWith("PORT ") ? line.mid(5).toInt() : 0;
    if (m_port == 0)
        throw std::runtime_error("the stand-in server said: " + line.toStdString());
}

StandIn::~StandIn()
{
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(5000)) {
        m_process.kill();
        m_process.waitForFinished(5000);
    }
}

QUrl StandIn::url(const QString &path) const
{
    return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(m_port).arg(path));
}

std::vector<QByteArray> StandIn::log() const
{
    std::vector<QByteArray> lines;
    QFile file(m_folder.filePath(QStringLiteral("log")));
    if (file.open(QIODevice::ReadOnly)) {
        while (!file.atEnd())
            lines.push_back(file.readLine().trimmed());
    }
    return lines;
}

} // namespace sandglass::test
