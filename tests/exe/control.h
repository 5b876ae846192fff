// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <QString>
#include <QUrl>

#include <string>
#include <vector>

namespace exedev::test {

inline QString text(const char *bytes)
{
    return QString::fromUtf8(bytes);
}

/// The control calls of a stand-in server. They throw std::runtime_error where it refuses.
class Control
{
public:
    explicit Control(QUrl baseUrl = {})
        : m_baseUrl(std::move(baseUrl))
    {}

    const QUrl &baseUrl() const { return m_baseUrl; }

    void fault(const nlohmann::json &kind, const char *op,
               nlohmann::json more = nlohmann::json::object());
    void clear(); ///< faults and log
    void reset();
    void addToken(const QByteArray &spec);
    std::vector<nlohmann::json> log(const std::string &op = {});
    nlohmann::json state();
    void act(const QString &vm, const char *action);

protected:
    void setBaseUrl(const QUrl &url) { m_baseUrl = url; }

private:
    nlohmann::json send(const QByteArray &verb, const QString &path,
                        const nlohmann::json &body = {});

    QUrl m_baseUrl;
};

} // namespace exedev::test
