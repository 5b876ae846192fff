// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/mimecontent.h"

#include "base/error.h"
#include "sandbox/kernelcontent.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sandglass {

using nlohmann::json;

namespace {

constexpr qsizetype maxName = 200;
constexpr qsizetype maxMetadata = 1024 * 1024;
constexpr size_t maxTypes = 64;

/// A string, or nbformat's list of strings joined.
std::optional<QByteArray> stringOf(const json &value)
{
    if (value.is_string())
        return bytesOf(value.get_ref<const std::string &>());
    if (!value.is_array() || value.empty())
        return std::nullopt;
    QByteArray joined;
    for (const json &piece : value) {
        if (!piece.is_string())
            return std::nullopt;
        joined += bytesOf(piece.get_ref<const std::string &>());
    }
    return joined;
}

bool isMimeType(const QString &name)
{
    if (name.isEmpty() || name.size() > maxName || name.count(u'/') != 1)
        return false;
    return std::all_of(name.begin(), name.end(), [](QChar c) {
        return (c > u' ' && c < u'\x7f' && c != u'"' && c != u'<' && c != u'>');
    });
}

std::optional<QByteArray> mimeBytes(const QString &type, const json &value)
{
    if (type == QLatin1String("image/png") || type == QLatin1String("image/jpeg")) {
        std::optional<QByteArray> base64 = stringOf(value);
        if (!base64)
            return std::nullopt;
        base64->replace('\n', QByteArray());
        const auto decoded =
            QByteArray::fromBase64Encoding(*base64, QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded || decoded.decoded.isEmpty())
            return std::nullopt;
        return decoded.decoded;
    }
    const bool isJson = type == QLatin1String("application/json") ||
                        type.endsWith(QLatin1String("+json")) ||
                        type.endsWith(QLatin1String(".json"));
    if (!isJson) {
        if (const std::optional<QByteArray> text = stringOf(value))
            return text;
    }
    return bytesOf(value.dump());
}

} // namespace

MimeBundle mimeBundle(const json &content)
{
    MimeBundle bundle;
    const auto data = content.find("data");
    if (data == content.end() || !data->is_object())
        throw Error(ErrorKind::Protocol,
                    QStringLiteral("The sandbox sent an answer that makes no sense (a display "
                                   "without data)."));
    for (const auto &[key, value] : data->items()) {
        const QString type = QString::fromStdString(key);
        if (bundle.data.size() >= maxTypes)
            break;
        if (!isMimeType(type))
            continue;
        if (const std::optional<QByteArray> bytes = mimeBytes(type, value))
            bundle.data[type] = *bytes;
    }
    const auto metadata = content.find("metadata");
    if (metadata != content.end() && metadata->is_object() && !metadata->empty()) {
        bundle.metadata = bytesOf(metadata->dump());
        if (bundle.metadata.size() > maxMetadata)
            bundle.metadata.clear();
    }
    const auto transient = content.find("transient");
    if (transient != content.end() && transient->is_object())
        bundle.displayId = textOf(*transient, "display_id", maxName);
    return bundle;
}

} // namespace sandglass
