// SPDX-License-Identifier: MIT
#include "exe/documents.h"

#include <QList>

namespace exedev {

namespace {

nlohmann::json parsed(const QByteArray &text)
{
    return nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
}

} // namespace

std::optional<std::vector<nlohmann::json>> documents(const QByteArray &body)
{
    std::vector<nlohmann::json> found;
    const QByteArray trimmed = body.trimmed();
    if (trimmed.isEmpty())
        return found;
    found.push_back(parsed(trimmed));
    if (!found.front().is_discarded())
        return found;
    found.clear();
    for (const QByteArray &line : trimmed.split('\n')) {
        if (line.trimmed().isEmpty())
            continue;
        found.push_back(parsed(line));
        if (found.back().is_discarded())
            return std::nullopt;
    }
    return found;
}

bool isErrorDocument(const nlohmann::json &document)
{
    return document.is_object() && document.size() == 1 && document.contains("error");
}

} // namespace exedev
