// SPDX-License-Identifier: MIT
#pragma once

#include "exe/client.h"

#include <nlohmann/json.hpp>

#include <QProcess>
#include <QUrl>

#include <functional>
#include <string>
#include <vector>

namespace exedev::test {

/// A stand-in exe.dev server of its own, for as long as this object lives, and its control calls.
class Server
{
public:
    explicit Server(const QStringList &options = {});
    ~Server();

    const QUrl &url() const { return m_url; }

    ClientOptions options() const;
    Client client() const { return Client(options()); }

    void fault(const nlohmann::json &kind, const char *op,
               nlohmann::json more = nlohmann::json::object());
    void clear();
    std::vector<nlohmann::json> log(const std::string &op = {});
    nlohmann::json state();
    void act(const QString &vm, const char *action);
    QStringList names();

private:
    nlohmann::json control(const QByteArray &verb, const QString &path,
                           const nlohmann::json &body = {});

    QProcess m_process;
    QUrl m_url;
};

inline QString text(const char *bytes)
{
    return QString::fromUtf8(bytes);
}

/// Bytes that can't be packed.
QByteArray noise(int count);

/// Waits until the condition holds; false after ten seconds.
bool until(const std::function<bool()> &condition);

} // namespace exedev::test
