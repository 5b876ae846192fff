// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordjson.h"

#include "app/outputjson.h"
#include "app/recordnames.h"

#include <nlohmann/json.hpp>

namespace sandglass {

using Json = nlohmann::ordered_json;

namespace {

std::string text(const QString &value)
{
    return value.toUtf8().toStdString();
}

template <class Tag>
Json idOrNull(const Id<Tag> &id)
{
    return id.isNull() ? Json() : Json(text(id.toString()));
}

/// The first fields, the same in every record.
Json head(const char *type, Json id, Json parent)
{
    return {{"type", type}, {"id", std::move(id)}, {"parent", std::move(parent)}};
}

Json bodyToJson(const MetaRecord &r)
{
    Json json = head("meta", nullptr, nullptr);
    json["title"] = text(r.title);
    return json;
}

Json bodyToJson(const TurnRecord &r)
{
    Json json = head("turn", idOrNull(r.turn), idOrNull(r.parent));
    json["text"] = text(r.text);
    json["files"] = Json::array();
    for (const QString &name : r.files)
        json["files"].push_back(text(name));
    json["model"] = text(r.model);
    return json;
}

Json bodyToJson(const TextRecord &r)
{
    Json json = head("text", idOrNull(r.block), idOrNull(r.turn));
    json["text"] = text(r.text);
    return json;
}

Json bodyToJson(const CellRecord &r)
{
    Json json = head("cell", idOrNull(r.cell), idOrNull(r.turn));
    json["turn"] = idOrNull(r.turn);
    json["call"] = text(r.call);
    json["code"] = text(r.code);
    json["origin"] = nameOf(r.origin);
    return json;
}

MimeBundle *bundleOf(Output &output)
{
    if (auto *o = std::get_if<DisplayData>(&output))
        return &o->bundle;
    if (auto *o = std::get_if<UpdateDisplayData>(&output))
        return &o->bundle;
    if (auto *o = std::get_if<ExecuteResult>(&output))
        return &o->bundle;
    return nullptr;
}

Json bodyToJson(const OutputRecord &r)
{
    Json json = head("output", nullptr, idOrNull(r.cell));
    json["cell"] = idOrNull(r.cell);
    if (!r.refs.empty()) {
        Output rest = r.output;
        Json refs = Json::object();
        for (const auto &[mime, ref] : r.refs) {
            if (MimeBundle *bundle = bundleOf(rest))
                bundle->data.erase(mime);
            refs[text(mime)] = {{"ref", text(ref.file)}, {"bytes", ref.bytes}};
        }
        json["output"] = outputToJson(rest);
        json["refs"] = std::move(refs);
    } else {
        json["output"] = outputToJson(r.output);
    }
    if (std::holds_alternative<StreamOutput>(r.output))
        json["segment"] = r.segment;
    if (!r.file.isEmpty()) {
        json["ref"] = text(r.file);
        json["bytes"] = r.bytes;
        json["lines"] = r.lines;
    }
    if (!r.was.isEmpty())
        json["was"] = text(r.was);
    return json;
}

Json bodyToJson(const DoneRecord &r)
{
    Json json = head("done", nullptr, idOrNull(r.cell));
    json["cell"] = idOrNull(r.cell);
    json["status"] = nameOf(r.result.status);
    if (r.result.cause) {
        json["cause"] = {{"kind", nameOf(r.result.cause->kind)},
                         {"number", r.result.cause->number},
                         {"memory_likely", r.result.cause->memoryLikely}};
    }
    json["variables_lost"] = r.result.variablesLost;
    json["seconds"] = r.result.seconds;
    json["execution_count"] = r.result.executionCount ? Json(*r.result.executionCount) : Json();
    json["files"] = Json::array();
    for (const FileInfo &file : r.result.files) {
        json["files"].push_back(
            {{"name", text(file.name)}, {"size", file.size}, {"mtime_ns", file.mtimeNs}});
    }
    return json;
}

Json bodyToJson(const TurnDoneRecord &r)
{
    Json json = head("done", nullptr, idOrNull(r.turn));
    json["turn"] = idOrNull(r.turn);
    json["status"] = nameOf(r.kind);
    if (r.failure) {
        json["failure"] = {{"kind", nameOf(r.failure->kind)},
                           {"text", text(r.failure->text)},
                           {"remedy", text(r.failure->remedy)}};
    }
    if (r.usage != Usage()) {
        json["usage"] = {{"input_tokens", r.usage.inputTokens},
                         {"output_tokens", r.usage.outputTokens}};
    }
    return json;
}

Json bodyToJson(const FileRecord &r)
{
    Json json = head("file", nullptr, nullptr);
    json["name"] = text(r.name);
    json["size"] = r.size;
    json["mounted"] = r.mounted;
    json["source"] = text(r.source);
    json["hint"] = text(r.hint);
    if (r.removed)
        json["removed"] = true;
    return json;
}

Json bodyToJson(const NoticeRecord &r)
{
    Json json = head("notice", nullptr, r.cell.isNull() ? idOrNull(r.turn) : idOrNull(r.cell));
    json["cell"] = idOrNull(r.cell);
    json["turn"] = idOrNull(r.turn);
    json["kind"] = text(r.notice.kind);
    json["text"] = text(r.notice.text);
    json["subject"] = text(r.notice.subject);
    return json;
}

Json bodyToJson(const SandboxRecord &r)
{
    Json json = head("sandbox", nullptr, nullptr);
    json["vm"] = text(r.vm);
    json["boot"] = text(r.boot);
    json["last"] = r.last;
    return json;
}

} // namespace

QByteArray recordToLine(const Record &record)
{
    if (const auto *unknown = std::get_if<UnknownRecord>(&record.body))
        return unknown->line + '\n';
    Json json{{"v", journalVersion},
              {"seq", record.seq},
              {"t", text(record.time.toUTC().toString(Qt::ISODateWithMs))}};
    std::visit(
        [&](const auto &body) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(body)>, UnknownRecord>)
                json.update(bodyToJson(body));
        },
        record.body);
    return jsonLine(json) + '\n';
}

} // namespace sandglass
