// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>

namespace sandglass::test {

/// The longest time between two turns of the event loop, beyond the interval of its timer.
class Heartbeat
{
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            const double gap = double(m_since.nsecsElapsed()) / 1e6 - double(m_timer.interval());
            m_longest = std::max(m_longest, gap);
            m_since.restart();
            ++m_beats;
        });
        m_since.start();
        m_timer.start(2);
    }

    double longest() const { return m_longest; } ///< ms
    int beats() const { return m_beats; }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longest = 0;
    int m_beats = 0;
};

} // namespace sandglass::test
