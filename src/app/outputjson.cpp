// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outputjson.h"

#include <nlohmann/json.hpp>

namespace sandglass {

using Json = nlohmann::ordered_json;

namespace {

constexpr int maxDepth = 200;
constexpr qsizetype maxMimeTypes = 64;
constexpr qsizetype maxTraceback = 1000;

template <class... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

std::string text(const QString &value)
{
    return value.toUtf8().toStdString();
}

bool isJsonMime(const QString &mime)
{
    return mime == QLatin1String("application/json") || mime.endsWith(QLatin1String("+json"));
}

/// nbformat 4 allows a list of lines wherever it has text.
std::optional<QByteArray> bytesOf(const Json &json)
{
    if (json.is_string())
        return QByteArray::fromStdString(json.get_ref<const std::string &>());
    if (!json.is_array())
        return std::nullopt;
    QByteArray joined;
    for (const Json &line : json) {
        if (!line.is_string())
            return std::nullopt;
        joined += QByteArray::fromStdString(line.get_ref<const std::string &>());
    }
    return joined;
}

QString stringAt(const Json &json, const char *key)
{
    const auto it = json.find(key);
    return it != json.end() && it->is_string()
               ? QString::fromStdString(it->get_ref<const std::string &>())
               : QString();
}

Json mimeToJson(const QString &mime, const QByteArray &bytes)
{
    if (isJsonMime(mime)) {
        if (std::optional<Json> value = parseJson(bytes))
            return *std::move(value);
    }
    return isTextMime(mime) ? bytes.toStdString() : bytes.toBase64().toStdString();
}

std::optional<QByteArray> mimeFromJson(const QString &mime, const Json &json)
{
    if (isJsonMime(mime))
        return jsonLine(json);
    const std::optional<QByteArray> bytes = bytesOf(json);
    if (!bytes || isTextMime(mime))
        return bytes;
    return QByteArray::fromBase64(*bytes);
}

void putBundle(Json &json, const MimeBundle &bundle)
{
    Json data = Json::object();
    for (const auto &[mime, bytes] : bundle.data)
        data[text(mime)] = mimeToJson(mime, bytes);
    json["data"] = std::move(data);
    std::optional<Json> metadata = parseJson(bundle.metadata);
    json["metadata"] = metadata && metadata->is_object() ? *std::move(metadata) : Json::object();
    if (!bundle.displayId.isEmpty())
        json["transient"] = Json{{"display_id", text(bundle.displayId)}};
}

std::optional<MimeBundle> bundleFrom(const Json &json)
{
    const auto data = json.find("data");
    if (data == json.end() || !data->is_object())
        return std::nullopt;
    MimeBundle bundle;
    for (const auto &[key, value] : data->items()) {
        if (static_cast<qsizetype>(bundle.data.size()) >= maxMimeTypes)
            break;
        const QString mime = QString::fromStdString(key);
        if (std::optional<QByteArray> bytes = mimeFromJson(mime, value))
            bundle.data[mime] = *std::move(bytes);
    }
    const auto metadata = json.find("metadata");
    if (metadata != json.end() && metadata->is_object() && !metadata->empty())
        bundle.metadata = jsonLine(*metadata);
    const auto transient = json.find("transient");
    if (transient != json.end() && transient->is_object())
        bundle.displayId = stringAt(*transient, "display_id");
    return bundle;
}

Json streamToJson(const StreamOutput &o)
{
    const bool out = o.name == StreamOutput::Name::Stdout;
    return {{"output_type", "stream"},
            {"name", out ? "stdout" : "stderr"},
            {"text", o.text.toStdString()}};
}

Json errorToJson(const ErrorOutput &o)
{
    Json traceback = Json::array();
    for (const QString &line : o.traceback)
        traceback.push_back(text(line));
    return {{"output_type", "error"},
            {"ename", text(o.ename)},
            {"evalue", text(o.evalue)},
            {"traceback", std::move(traceback)}};
}

std::optional<Output> streamFrom(const Json &json)
{
    const QString name = stringAt(json, "name");
    const auto it = json.find("text");
    std::optional<QByteArray> bytes = it == json.end() ? QByteArray() : bytesOf(*it);
    if (!bytes || (name != QLatin1String("stdout") && name != QLatin1String("stderr")))
        return std::nullopt;
    return StreamOutput{name == QLatin1String("stderr") ? StreamOutput::Name::Stderr
                                                        : StreamOutput::Name::Stdout,
                        *std::move(bytes)};
}

std::optional<Output> errorFrom(const Json &json)
{
    ErrorOutput error{stringAt(json, "ename"), stringAt(json, "evalue"), {}};
    const auto lines = json.find("traceback");
    if (lines == json.end() || !lines->is_array())
        return error;
    for (const Json &line : *lines) {
        if (line.is_string() && error.traceback.size() < maxTraceback)
            error.traceback << QString::fromStdString(line.get_ref<const std::string &>());
    }
    return error;
}

std::optional<Output> resultFrom(const Json &json, MimeBundle bundle)
{
    const auto count = json.find("execution_count");
    const bool hasCount = count != json.end() && count->is_number_integer();
    const qint64 number = hasCount ? count->get<qint64>() : 0;
    return ExecuteResult{std::move(bundle),
                         static_cast<int>(std::clamp<qint64>(number, 0, INT_MAX))};
}

std::optional<Output> bundleOutputFrom(const QString &type, const Json &json)
{
    std::optional<MimeBundle> bundle = bundleFrom(json);
    if (!bundle)
        return std::nullopt;
    if (type == QLatin1String("display_data"))
        return DisplayData{*std::move(bundle)};
    if (type == QLatin1String("update_display_data"))
        return UpdateDisplayData{*std::move(bundle)};
    if (type == QLatin1String("execute_result"))
        return resultFrom(json, *std::move(bundle));
    return std::nullopt;
}

} // namespace

bool isTextMime(const QString &mime)
{
    return mime.startsWith(QLatin1String("text/")) || mime.endsWith(QLatin1String("+xml")) ||
           isJsonMime(mime) || mime == QLatin1String("application/javascript") ||
           mime == QLatin1String("application/xml");
}

Json outputToJson(const Output &output)
{
    const auto bundled = [](const char *type, const MimeBundle &bundle) {
        Json json{{"output_type", type}};
        putBundle(json, bundle);
        return json;
    };
    return std::visit(
        Overloaded{
            [](const StreamOutput &o) { return streamToJson(o); },
            [](const ErrorOutput &o) { return errorToJson(o); },
            [&](const DisplayData &o) { return bundled("display_data", o.bundle); },
            [&](const UpdateDisplayData &o) { return bundled("update_display_data", o.bundle); },
            [&](const ExecuteResult &o) {
                Json json = bundled("execute_result", o.bundle);
                json["execution_count"] = o.executionCount;
                return json;
            },
            [](const ClearOutput &o) {
                return Json{{"output_type", "clear_output"}, {"wait", o.wait}};
            },
        },
        output);
}

std::optional<Output> outputFromJson(const Json &json)
{
    if (!json.is_object())
        return std::nullopt;
    const QString type = stringAt(json, "output_type");
    if (type == QLatin1String("stream"))
        return streamFrom(json);
    if (type == QLatin1String("error"))
        return errorFrom(json);
    if (type == QLatin1String("clear_output")) {
        const auto wait = json.find("wait");
        return ClearOutput{wait != json.end() && wait->is_boolean() && wait->get<bool>()};
    }
    return bundleOutputFrom(type, json);
}

QByteArray jsonLine(const Json &json)
{
    return QByteArray::fromStdString(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::optional<Json> parseJson(const QByteArray &bytes)
{
    int depth = 0;
    bool inString = false;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const char c = bytes[i];
        if (inString) {
            i += c == '\\';
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            if (++depth > maxDepth)
                return std::nullopt;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    Json json = Json::parse(bytes.begin(), bytes.end(), nullptr, false);
    return json.is_discarded() ? std::nullopt : std::optional<Json>(std::move(json));
}

} // namespace sandglass
