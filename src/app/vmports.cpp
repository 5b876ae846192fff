// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/vmports.h"

#include <QRegularExpression>

#include <algorithm>
#include <map>

namespace sandglass {

namespace {

constexpr int firstPort = 3000; // of those that exe.dev leads to
constexpr int lastPort = 9999;
constexpr qsizetype mostPorts = 100;
constexpr qsizetype longestText = 64 * 1024;

bool isOffered(int port)
{
    return port >= firstPort && port <= lastPort;
}

// As the kernel writes them: hexadecimal, in the byte order of the machine.
bool isLoopback(const QByteArray &address)
{
    return address == "0100007F" || address == "00000000000000000000000001000000" ||
           address == "0000000000000000FFFF00000100007F";
}

} // namespace

const char *const listeningCommand =
    "cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | awk '$4 == \"0A\" { print $2 }'";

QList<VmPort> listeningPorts(const QByteArray &printed)
{
    std::map<int, bool> found; // port to whether it is inside only
    for (const QByteArray &line : printed.split('\n')) {
        const QList<QByteArray> parts = line.trimmed().split(':');
        bool isNumber = false;
        const int port = parts.size() == 2 ? parts[1].toInt(&isNumber, 16) : 0;
        if (!isNumber || !isOffered(port))
            continue;
        const auto known = found.try_emplace(port, true).first;
        known->second = known->second && isLoopback(parts[0]);
    }
    QList<VmPort> ports;
    for (const auto &[port, isInside] : found) {
        if (ports.size() < mostPorts)
            ports.append({port, isInside, {}});
    }
    return ports;
}

std::optional<int> serverPort(const QByteArray &text)
{
    static const QRegularExpression address(
        QStringLiteral("\\bhttps?://(?:0\\.0\\.0\\.0|127\\.0\\.0\\.1|localhost|\\[::\\]|\\[::1\\])"
                       ":([0-9]{4,5})\\b"));
    const QByteArray end = text.right(longestText);
    if (!end.contains("http"))
        return std::nullopt;
    auto matches = address.globalMatch(QString::fromUtf8(end));
    while (matches.hasNext()) {
        const int port = matches.next().captured(1).toInt();
        if (isOffered(port))
            return port;
    }
    return std::nullopt;
}

} // namespace sandglass
