// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/jsonlines.h"

#include "app/outputjson.h"
#include "cli/jsontext.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>

namespace sandglass::cli {

namespace {

using Json = nlohmann::ordered_json;

Json typed(const char *type, const CellId &cell = {})
{
    Json json;
    json["type"] = type;
    if (!cell.isNull())
        json["cell"] = jsonString(cell.toString());
    return json;
}

QString causeName(DeathCause::Kind kind)
{
    switch (kind) {
    case DeathCause::Kind::Exit:
        return QStringLiteral("exit");
    case DeathCause::Kind::Signal:
        return QStringLiteral("signal");
    case DeathCause::Kind::OutOfMemory:
        break;
    }
    return QStringLiteral("oom");
}

} // namespace

QByteArray userLine(const ConversationId &conversation, const TurnRecord &turn)
{
    Json json = typed("user");
    json["text"] = jsonString(turn.text);
    json["conversation"] = jsonString(conversation.toString());
    json["turn"] = jsonString(turn.turn.toString());
    json["model"] = jsonString(turn.model);
    json["files"] = jsonStrings(turn.files);
    return terminalSafeLine(json);
}

QByteArray assistantLine(const TurnId &turn, const QString &text)
{
    Json json = typed("assistant");
    json["text"] = jsonString(text);
    json["turn"] = jsonString(turn.toString());
    return terminalSafeLine(json);
}

QByteArray codeLine(const CellRecord &cell)
{
    Json json = typed("code", cell.cell);
    json["code"] = jsonString(cell.code);
    json["origin"] = cell.origin == CellOrigin::Model    ? "model"
                     : cell.origin == CellOrigin::Person ? "person"
                                                         : "rerun";
    return terminalSafeLine(json);
}

QByteArray outputLine(const CellId &cell, const Output &output)
{
    const Json content = outputToJson(output);
    Json json = typed("", cell);
    for (const auto &[key, value] : content.items()) {
        if (key == "output_type")
            json["type"] = value;
        else
            json[key] = value;
    }
    if (const auto *display = std::get_if<DisplayData>(&output)) {
        if (!display->bundle.displayId.isEmpty())
            json["transient"]["display_id"] = jsonString(display->bundle.displayId);
    }
    return terminalSafeLine(json);
}

QByteArray fileLine(const CellId &cell, const FileInfo &file)
{
    Json json = typed("file", cell);
    json["name"] = jsonString(file.name);
    json["size"] = file.size;
    return terminalSafeLine(json);
}

QByteArray savedLine(const CellId &cell, const QString &name, const QString &path)
{
    Json json = typed("file", cell);
    json["name"] = jsonString(name);
    json["size"] = QFileInfo(path).size();
    json["saved"] = jsonString(path);
    return terminalSafeLine(json);
}

QByteArray noticeLine(const CellId &cell, const Notice &notice)
{
    Json json = typed("notice", cell);
    json["kind"] = jsonString(notice.kind);
    json["text"] = jsonString(notice.text);
    if (!notice.subject.isEmpty())
        json["subject"] = jsonString(notice.subject);
    return terminalSafeLine(json);
}

QByteArray failureLine(const CellId &cell, const Failure &failure)
{
    Json json = typed("notice", cell);
    json["kind"] = jsonString(errorKindName(failure.kind));
    json["text"] = jsonString(failure.text);
    if (!failure.remedy.isEmpty())
        json["remedy"] = jsonString(failure.remedy);
    return terminalSafeLine(json);
}

QByteArray doneLine(const CellId &cell, const CellResult &result)
{
    Json json = typed("done", cell);
    json["execution_count"] = result.executionCount ? Json(*result.executionCount) : Json();
    json["seconds"] = result.seconds;
    json["status"] = jsonString(cellStatusName(result.status));
    if (result.cause) {
        json["cause"]["kind"] = jsonString(causeName(result.cause->kind));
        json["cause"]["number"] = result.cause->number;
        json["cause"]["memory_likely"] = result.cause->memoryLikely;
    }
    json["variables_lost"] = result.variablesLost;
    return terminalSafeLine(json);
}

QString cellStatusName(CellStatus status)
{
    switch (status) {
    case CellStatus::Ok:
        return QStringLiteral("ok");
    case CellStatus::Error:
        return QStringLiteral("error");
    case CellStatus::TimedOut:
        return QStringLiteral("timed_out");
    case CellStatus::Interrupted:
        return QStringLiteral("interrupted");
    case CellStatus::Died:
        return QStringLiteral("died");
    case CellStatus::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

QString errorKindName(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Auth:
        return QStringLiteral("auth");
    case ErrorKind::Permission:
        return QStringLiteral("permission");
    case ErrorKind::NotFound:
        return QStringLiteral("not_found");
    case ErrorKind::RateLimited:
        return QStringLiteral("rate_limited");
    case ErrorKind::NotRunning:
        return QStringLiteral("not_running");
    case ErrorKind::NetworkEffectUnknown:
        return QStringLiteral("network");
    case ErrorKind::Protocol:
        return QStringLiteral("protocol");
    case ErrorKind::TimedOut:
        return QStringLiteral("timed_out");
    case ErrorKind::Interrupted:
        return QStringLiteral("interrupted");
    case ErrorKind::OutputLimit:
        return QStringLiteral("output_limit");
    case ErrorKind::SetupFailed:
        return QStringLiteral("setup_failed");
    case ErrorKind::Unsupported:
        return QStringLiteral("unsupported");
    case ErrorKind::File:
        return QStringLiteral("file");
    case ErrorKind::InvalidInput:
        return QStringLiteral("invalid_input");
    case ErrorKind::Cancelled:
        break;
    }
    return QStringLiteral("cancelled");
}

} // namespace sandglass::cli
