// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/jsontext.h"

#include "app/outputjson.h"

#include <nlohmann/json.hpp>

namespace sandglass::cli {

std::string jsonString(const QString &text)
{
    return text.toUtf8().toStdString();
}

std::vector<std::string> jsonStrings(const QStringList &texts)
{
    std::vector<std::string> strings;
    strings.reserve(size_t(texts.size()));
    for (const QString &text : texts)
        strings.push_back(jsonString(text));
    return strings;
}

QByteArray terminalSafeLine(const nlohmann::ordered_json &json)
{
    const QByteArray plain = jsonLine(json);
    QByteArray line;
    line.reserve(plain.size() + 1);
    for (qsizetype i = 0; i < plain.size(); ++i) {
        const auto byte = static_cast<unsigned char>(plain[i]);
        const auto after = i + 1 < plain.size() ? static_cast<unsigned char>(plain[i + 1]) : 0;
        if (byte == 0x7F) {
            line += "\\u007f";
        } else if (byte == 0xC2 && after >= 0x80 && after < 0xA0) {
            line += "\\u00" + QByteArray::number(after, 16);
            ++i;
        } else {
            line += plain[i];
        }
    }
    while (line.endsWith('\n'))
        line.chop(1);
    return line + '\n';
}

} // namespace sandglass::cli
