// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>

namespace exedev {

/// Reads the fields of one JSON object of an answer. Optional fields that are absent or null read
/// as empty; a wrong type, or a required one missing or empty, throws ProtocolError. Pure.
class Reader
{
public:
    /// `operation` is named in the error. Throws ProtocolError where `json` is no object.
    Reader(const QString &operation, const nlohmann::json &json);

    QString text(const char *key) const;
    QString required(const char *key) const;
    QString requiredVmName(const char *key) const;
    QStringList texts(const char *key) const;
    bool truth(const char *key) const;
    std::optional<double> number(const char *key) const;
    std::optional<QDateTime> time(const char *key) const;

    /// The elements of an array; none where it is absent or null.
    std::vector<Reader> objects(const char *key) const;

    /// Text as it is, and anything else as JSON.
    QStringList written(const char *key) const;

    [[noreturn]] void refuse(const char *key) const;

private:
    const nlohmann::json *field(const char *key) const; ///< null where it is absent or null
    const nlohmann::json &array(const char *key) const; ///< empty where it is absent or null

    QString m_operation;
    const nlohmann::json *m_json;
};

} // namespace exedev
