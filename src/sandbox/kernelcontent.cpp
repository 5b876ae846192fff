// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/kernelcontent.h"

#include "base/error.h"
#include "sandbox/mimecontent.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sandglass {

using nlohmann::json;

namespace {

constexpr int maxDepth = 100;
constexpr qsizetype maxName = 200;
constexpr qsizetype maxText = 64 * 1024;
constexpr size_t maxFrames = 2000;
constexpr size_t maxFiles = 10'000;

[[noreturn]] void refuse(const char *what)
{
    throw Error(ErrorKind::Protocol,
                QStringLiteral("The sandbox sent an answer that makes no sense (%1).")
                    .arg(QLatin1String(what)));
}

bool isTooDeep(const QByteArray &bytes)
{
    int depth = 0;
    bool inString = false;
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const char c = bytes[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if ((c == '[' || c == '{') && ++depth > maxDepth) {
            return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

StreamOutput streamOf(const json &content)
{
    StreamOutput stream;
    const QString name = textOf(content, "name", maxName);
    if (name != QLatin1String("stdout") && name != QLatin1String("stderr"))
        refuse("a stream without its name");
    if (name == QLatin1String("stderr"))
        stream.name = StreamOutput::Name::Stderr;
    const auto text = content.find("text");
    if (text == content.end() || !text->is_string())
        refuse("a stream without text");
    stream.text = bytesOf(text->get_ref<const std::string &>());
    return stream;
}

ErrorOutput errorOf(const json &content)
{
    ErrorOutput error;
    error.ename = textOf(content, "ename", maxText);
    error.evalue = textOf(content, "evalue", maxText);
    const auto traceback = content.find("traceback");
    if (traceback == content.end() || !traceback->is_array())
        return error;
    for (const json &frame : *traceback) {
        if (static_cast<size_t>(error.traceback.size()) >= maxFrames)
            break;
        if (frame.is_string())
            error.traceback += QString::fromStdString(frame.get_ref<const std::string &>());
    }
    return error;
}

std::optional<DeathCause> causeOf(const json &content)
{
    const auto found = content.find("cause");
    if (found == content.end() || !found->is_object())
        return std::nullopt;
    DeathCause cause;
    const QString kind = textOf(*found, "kind", maxName);
    if (kind == QLatin1String("oom")) {
        cause.kind = DeathCause::Kind::OutOfMemory;
        cause.memoryLikely = true;
    } else if (kind == QLatin1String("signal")) {
        cause.kind = DeathCause::Kind::Signal;
        cause.number = static_cast<int>(integerOf(*found, "number", 1, 128).value_or(0));
        cause.memoryLikely = textOf(*found, "likely", maxName) == QLatin1String("memory");
    } else {
        cause.number = static_cast<int>(integerOf(*found, "code", 0, 255).value_or(0));
    }
    return cause;
}

CellResult doneOf(const json &content)
{
    static const std::map<QString, CellStatus> names = {
        {QStringLiteral("ok"), CellStatus::Ok},
        {QStringLiteral("error"), CellStatus::Error},
        {QStringLiteral("timed_out"), CellStatus::TimedOut},
        {QStringLiteral("interrupted"), CellStatus::Interrupted},
        {QStringLiteral("died"), CellStatus::Died}};
    const auto status = names.find(textOf(content, "status", maxName));
    if (status == names.end())
        refuse("a cell's end without its status");
    CellResult result;
    result.status = status->second;
    result.cause = causeOf(content);
    result.variablesLost = result.status == CellStatus::Died || result.cause.has_value();
    const auto seconds = content.find("seconds");
    if (seconds != content.end() && seconds->is_number()) {
        const double value = seconds->get<double>();
        result.seconds = std::isfinite(value) ? std::clamp(value, 0.0, 1e9) : 0;
    }
    if (const auto count =
            integerOf(content, "execution_count", 0, std::numeric_limits<int>::max()))
        result.executionCount = static_cast<int>(*count);
    return result;
}

KernelFileList filesOf(const json &content)
{
    KernelFileList files;
    const auto list = content.find("files");
    if (list == content.end() || !list->is_array())
        refuse("files without a list");
    for (const json &entry : *list) {
        if (static_cast<size_t>(files.files.size()) >= maxFiles)
            break;
        if (!entry.is_object())
            continue;
        FileInfo info;
        info.name = textOf(entry, "name", 4096);
        info.size = integerOf(entry, "size", 0, std::numeric_limits<qint64>::max()).value_or(0);
        info.mtimeNs =
            integerOf(entry, "mtime_ns", 0, std::numeric_limits<qint64>::max()).value_or(0);
        if (!info.name.isEmpty() && !info.name.contains(QChar(u'\0')))
            files.files += info;
    }
    return files;
}

} // namespace

QByteArray bytesOf(const std::string &text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

json parsedObject(const QByteArray &bytes)
{
    if (isTooDeep(bytes))
        refuse("nested too deeply");
    json value = json::parse(bytes.begin(), bytes.end(), nullptr, false);
    if (!value.is_object())
        refuse("no JSON object");
    return value;
}

QString textOf(const json &object, const char *key, qsizetype maxLength)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return {};
    const QString text = QString::fromStdString(found->get_ref<const std::string &>());
    if (text.size() <= maxLength)
        return text;
    return text.left(text[maxLength - 1].isHighSurrogate() ? maxLength - 1 : maxLength);
}

std::optional<qint64> integerOf(const json &object, const char *key, qint64 least, qint64 most)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
        return std::nullopt;
    if (found->is_number_unsigned() &&
        found->get<quint64>() > static_cast<quint64>(std::numeric_limits<qint64>::max()))
        return std::nullopt;
    const qint64 value = found->get<qint64>();
    return value >= least && value <= most ? std::optional(value) : std::nullopt;
}

std::optional<KernelEvent::Content> kernelContent(const QString &event, const json &content)
{
    if (event == QLatin1String("stream"))
        return Output(streamOf(content));
    if (event == QLatin1String("display_data"))
        return Output(DisplayData{mimeBundle(content)});
    if (event == QLatin1String("update_display_data"))
        return Output(UpdateDisplayData{mimeBundle(content)});
    if (event == QLatin1String("execute_result")) {
        const auto count =
            integerOf(content, "execution_count", 0, std::numeric_limits<int>::max());
        return Output(ExecuteResult{mimeBundle(content), static_cast<int>(count.value_or(0))});
    }
    if (event == QLatin1String("error"))
        return Output(errorOf(content));
    if (event == QLatin1String("clear_output")) {
        const auto wait = content.find("wait");
        return Output(
            ClearOutput{wait != content.end() && wait->is_boolean() && wait->get<bool>()});
    }
    if (event == QLatin1String("notice"))
        return Notice{textOf(content, "kind", maxName), textOf(content, "text", maxText),
                      textOf(content, "subject", maxText)};
    if (event == QLatin1String("status"))
        return KernelStatus{textOf(content, "state", maxName), causeOf(content)};
    if (event == QLatin1String("files"))
        return filesOf(content);
    if (event == QLatin1String("done"))
        return doneOf(content);
    return std::nullopt;
}

} // namespace sandglass
