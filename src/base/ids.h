// SPDX-License-Identifier: MIT
#pragma once

#include <QHash>
#include <QMetaType>
#include <QString>

#include <optional>

namespace sandglass {

/// A new UUIDv7 (RFC 9562) in lower case, 36 characters; ids made later sort later.
/// Any thread. Qt 6.4 has no such generator.
QString newUuid7();

/// True for exactly the form that newUuid7() gives.
bool isUuid7(QStringView text);

/// A UUIDv7 that belongs to one kind of thing, so that a cell's id can't be passed for a turn's.
/// A default one is null. `Tag` is an empty struct that only names the kind.
template <class Tag>
class Id
{
public:
    Id() = default;

    static Id create() { return Id(newUuid7()); }

    /// The id written in `text`, or nothing where it isn't a UUIDv7.
    static std::optional<Id> fromString(const QString &text)
    {
        return isUuid7(text) ? std::optional<Id>(Id(text)) : std::nullopt;
    }

    bool isNull() const { return m_value.isEmpty(); }
    const QString &toString() const { return m_value; }

    friend bool operator==(const Id &, const Id &) = default;
    friend bool operator<(const Id &a, const Id &b) { return a.m_value < b.m_value; }
    friend size_t qHash(const Id &id, size_t seed = 0) { return qHash(id.m_value, seed); }

private:
    explicit Id(QString value)
        : m_value(std::move(value))
    {}

    QString m_value;
};

using ConversationId = Id<struct ConversationTag>;
using TurnId = Id<struct TurnTag>;
using BlockId = Id<struct BlockTag>;
using CellId = Id<struct CellTag>;

} // namespace sandglass
