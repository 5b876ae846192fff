// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>

namespace sandglass {

/// Notices that connections which were open may be dead without a word: the computer slept, or its
/// network is another. GUI thread.
class NetworkWatch : public QObject
{
    Q_OBJECT

public:
    using Wall = std::chrono::system_clock::time_point;
    using Steady = std::chrono::steady_clock::time_point;

    /// The clocks; empty for the system's. The steady one stands still while a computer sleeps.
    struct Clocks
    {
        std::function<Wall()> wall;
        std::function<Steady()> steady;
    };

    explicit NetworkWatch(Clocks clocks = {}, QObject *parent = nullptr);

    /// Compares the clocks; a timer does it every few seconds.
    void look();

Q_SIGNALS:
    void changed();

private:
    void watchReachability();

    Clocks m_clocks;
    QTimer m_timer;
    Wall m_wall;
    Steady m_steady;
};

} // namespace sandglass
