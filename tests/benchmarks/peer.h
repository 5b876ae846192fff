// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

#include <functional>
#include <map>
#include <optional>

namespace sandglass::bench {

/// What a peer needs on this machine now, in milliseconds, by the names that a script of this
/// folder gives. Runs the script when it is asked first.
class Peer
{
public:
    /// `arguments` are asked for then, too.
    Peer(QString python, QString script, std::function<QStringList()> arguments = {});

    /// Nothing where the script failed; it was said on stderr.
    std::optional<double> milliseconds(const QByteArray &name);

private:
    void measure();

    QString m_python;
    QString m_script;
    std::function<QStringList()> m_arguments;
    bool m_measured = false;
    std::map<QByteArray, double> m_milliseconds;
};

} // namespace sandglass::bench
