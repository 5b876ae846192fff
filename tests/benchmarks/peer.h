// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <map>
#include <optional>

namespace sandglass::bench {

/// What plain jupyter_client needs on this machine now, in milliseconds, by the names that
/// kernel_raw.py gives. Runs the script when it is asked first.
class Peer
{
public:
    explicit Peer(QString python);

    /// Nothing where the script failed; it was said on stderr.
    std::optional<double> milliseconds(const QByteArray &name);

private:
    void measure();

    QString m_python;
    bool m_measured = false;
    std::map<QByteArray, double> m_milliseconds;
};

} // namespace sandglass::bench
