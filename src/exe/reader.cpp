// SPDX-License-Identifier: MIT
#include "exe/reader.h"

#include "exe/error.h"
#include "exe/names.h"

#include <QRegularExpression>

namespace exedev {

namespace {

QString textOf(const nlohmann::json &json)
{
    return QString::fromStdString(json.get_ref<const std::string &>());
}

} // namespace

Reader::Reader(const QString &operation, const nlohmann::json &json)
    : m_operation(operation)
    , m_json(&json)
{
    if (!json.is_object())
        throw ProtocolError(operation, QStringLiteral("it is no object"));
}

void Reader::refuse(const char *key) const
{
    throw ProtocolError(
        m_operation, QStringLiteral("“%1” is missing or not as expected").arg(QLatin1String(key)));
}

const nlohmann::json *Reader::field(const char *key) const
{
    const auto found = m_json->find(key);
    return found == m_json->end() || found->is_null() ? nullptr : &*found;
}

const nlohmann::json &Reader::array(const char *key) const
{
    static const nlohmann::json none = nlohmann::json::array();
    const nlohmann::json *found = field(key);
    if (found && !found->is_array())
        refuse(key);
    return found ? *found : none;
}

QString Reader::text(const char *key) const
{
    const nlohmann::json *found = field(key);
    if (found && !found->is_string())
        refuse(key);
    return found ? textOf(*found) : QString();
}

QString Reader::required(const char *key) const
{
    const QString value = text(key);
    if (value.isEmpty())
        refuse(key);
    return value;
}

QString Reader::requiredVmName(const char *key) const
{
    const QString name = required(key);
    if (!isVmName(name))
        refuse(key);
    return name;
}

QStringList Reader::texts(const char *key) const
{
    QStringList all;
    for (const nlohmann::json &one : array(key)) {
        if (!one.is_string())
            refuse(key);
        all.append(textOf(one));
    }
    return all;
}

bool Reader::truth(const char *key) const
{
    const nlohmann::json *found = field(key);
    if (found && !found->is_boolean())
        refuse(key);
    return found && found->get<bool>();
}

std::optional<double> Reader::number(const char *key) const
{
    const nlohmann::json *found = field(key);
    if (!found)
        return std::nullopt;
    if (!found->is_number())
        refuse(key);
    return found->get<double>();
}

std::optional<QDateTime> Reader::time(const char *key) const
{
    QString value = text(key);
    if (value.isEmpty())
        return std::nullopt;
    // Qt reads at most milliseconds; the server writes a fraction of any length.
    static const QRegularExpression fraction(QStringLiteral("(\\.\\d{3})\\d+"));
    value.replace(fraction, QStringLiteral("\\1"));
    const QDateTime time = QDateTime::fromString(value, Qt::ISODateWithMs);
    if (!time.isValid())
        refuse(key);
    return time.toUTC();
}

std::vector<Reader> Reader::objects(const char *key) const
{
    std::vector<Reader> all;
    for (const nlohmann::json &one : array(key))
        all.emplace_back(m_operation, one);
    return all;
}

QStringList Reader::written(const char *key) const
{
    QStringList all;
    for (const nlohmann::json &one : array(key))
        all.append(one.is_string()
                       ? textOf(one)
                       : QString::fromStdString(
                             one.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
    return all;
}

} // namespace exedev
