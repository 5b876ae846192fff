// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/networkwatch.h"

#include <QNetworkInformation>

namespace sandglass {

namespace {

constexpr std::chrono::seconds period{5};
/// Time that passed without this program noticing; a clock that is set by so much does no harm.
constexpr std::chrono::seconds slept{15};

} // namespace

NetworkWatch::NetworkWatch(Clocks clocks, QObject *parent)
    : QObject(parent)
    , m_clocks(std::move(clocks))
{
    if (!m_clocks.wall)
        m_clocks.wall = std::chrono::system_clock::now;
    if (!m_clocks.steady)
        m_clocks.steady = std::chrono::steady_clock::now;
    m_wall = m_clocks.wall();
    m_steady = m_clocks.steady();
    m_timer.setInterval(period);
    connect(&m_timer, &QTimer::timeout, this, &NetworkWatch::look);
    m_timer.start();
    watchReachability();
}

void NetworkWatch::watchReachability()
{
    // Where the system can't tell there is no instance: then a dead connection shows by silence.
    QNetworkInformation::loadBackendByFeatures(QNetworkInformation::Feature::Reachability);
    const QNetworkInformation *network = QNetworkInformation::instance();
    if (!network)
        return;
    connect(network, &QNetworkInformation::reachabilityChanged, this,
            [this](QNetworkInformation::Reachability reachability) {
                if (reachability == QNetworkInformation::Reachability::Online)
                    Q_EMIT changed();
            });
}

void NetworkWatch::look()
{
    const Wall wall = m_clocks.wall();
    const Steady steady = m_clocks.steady();
    const auto unnoticed = (wall - m_wall) - (steady - m_steady);
    m_wall = wall;
    m_steady = steady;
    if (unnoticed > slept)
        Q_EMIT changed();
}

} // namespace sandglass
