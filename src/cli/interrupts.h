// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace sandglass::cli {

/// Ctrl-C as a call on the main thread. The second within one run ends the process at once with
/// status 130: the kernel dies with it, and the journal has every step. One object in a process.
class Interrupts : public QObject
{
    Q_OBJECT

public:
    explicit Interrupts(QObject *parent = nullptr);
    ~Interrupts() override;

    bool wasInterrupted() const { return m_count > 0; }

Q_SIGNALS:
    void interrupted();

private:
    void read();

    int m_descriptor; ///< an eventfd that the signal handler writes to
    int m_count = 0;
    QSocketNotifier *m_notifier;
};

} // namespace sandglass::cli
