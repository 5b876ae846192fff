// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record.h"

namespace sandglass::cli {

/// The lines that --json prints, each with its line end; docs/cli.md describes every field. Pure.
/// C1 control characters are escaped too, so that a terminal never acts on a line.

QByteArray userLine(const ConversationId &conversation, const TurnRecord &turn);
QByteArray assistantLine(const TurnId &turn, const QString &text);
QByteArray codeLine(const CellRecord &cell);
QByteArray outputLine(const CellId &cell, const Output &output);
QByteArray fileLine(const CellId &cell, const FileInfo &file);
QByteArray savedLine(const CellId &cell, const QString &name, const QString &path);
QByteArray noticeLine(const CellId &cell, const Notice &notice);
QByteArray failureLine(const CellId &cell, const Failure &failure);
QByteArray doneLine(const CellId &cell, const CellResult &result);

/// "auth", "not_found" and so on: what scripts act on.
QString errorKindName(ErrorKind kind);
QString cellStatusName(CellStatus status);

} // namespace sandglass::cli
