// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peer.h"

#include <nlohmann/json.hpp>

#include <QProcess>

namespace sandglass::bench {

Peer::Peer(QString python, QString script, std::function<QStringList()> arguments)
    : m_python(std::move(python))
    , m_script(std::move(script))
    , m_arguments(std::move(arguments))
{}

std::optional<double> Peer::milliseconds(const QByteArray &name)
{
    if (!m_measured)
        measure();
    const auto it = m_milliseconds.find(name);
    return it == m_milliseconds.end() ? std::nullopt : std::optional<double>(it->second);
}

void Peer::measure()
{
    m_measured = true;
    QProcess script;
    script.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    script.start(m_python,
                 QStringList{QStringLiteral(SANDGLASS_SOURCE_DIR "/tests/benchmarks/") + m_script} +
                     (m_arguments ? m_arguments() : QStringList{}));
    script.waitForFinished(10 * 60 * 1000);
    for (const QByteArray &line : script.readAllStandardOutput().split('\n')) {
        const auto json = nlohmann::json::parse(line.toStdString(), nullptr, false);
        if (json.is_object())
            m_milliseconds[QByteArray::fromStdString(json.value("name", ""))] =
                json.value("ms", 0.0);
    }
}

} // namespace sandglass::bench
