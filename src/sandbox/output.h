// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"

#include <QByteArray>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <variant>

namespace sandglass {

/// What a kernel shows, in the shapes of nbformat 4. Text is UTF-8 without lone surrogates.

/// MIME type to bytes: text types as UTF-8, image/png and image/jpeg decoded from base64, JSON
/// types as the text of the JSON value.
using MimeData = std::map<QString, QByteArray>;

struct MimeBundle
{
    MimeData data;
    QByteArray metadata; ///< text of the JSON object; empty for none
    QString displayId;   ///< transient.display_id; empty for none

    friend bool operator==(const MimeBundle &, const MimeBundle &) = default;
};

struct StreamOutput
{
    enum class Name { Stdout, Stderr };

    Name name = Name::Stdout;
    QByteArray text;

    friend bool operator==(const StreamOutput &, const StreamOutput &) = default;
};

struct DisplayData
{
    MimeBundle bundle;

    friend bool operator==(const DisplayData &, const DisplayData &) = default;
};

/// Replaces the bundle of every earlier display with the same display id.
struct UpdateDisplayData
{
    MimeBundle bundle;

    friend bool operator==(const UpdateDisplayData &, const UpdateDisplayData &) = default;
};

struct ExecuteResult
{
    MimeBundle bundle;
    int executionCount = 0;

    friend bool operator==(const ExecuteResult &, const ExecuteResult &) = default;
};

struct ErrorOutput
{
    QString ename;
    QString evalue;
    QStringList traceback; ///< with ANSI colours

    friend bool operator==(const ErrorOutput &, const ErrorOutput &) = default;
};

/// Empties the cell's outputs: now, or with `wait` when the next one comes.
struct ClearOutput
{
    bool wait = false;

    friend bool operator==(const ClearOutput &, const ClearOutput &) = default;
};

using Output = std::variant<StreamOutput, DisplayData, UpdateDisplayData, ExecuteResult,
                            ErrorOutput, ClearOutput>;

/// How a cell ended. Unknown: the sandbox it ran in is gone and nobody saw the end.
enum class CellStatus { Ok, Error, TimedOut, Interrupted, Died, Unknown };

/// Why a kernel died.
struct DeathCause
{
    enum class Kind { Exit, Signal, OutOfMemory };

    Kind kind = Kind::Exit;
    int number = 0;            ///< exit status or signal number
    bool memoryLikely = false; ///< killed by SIGKILL and not by us

    friend bool operator==(const DeathCause &, const DeathCause &) = default;
};

/// A regular file in the work folder; `name` is relative to it, with / between folders, NFC.
struct FileInfo
{
    QString name;
    qint64 size = 0;    ///< bytes
    qint64 mtimeNs = 0; ///< nanoseconds since 1970

    friend bool operator==(const FileInfo &, const FileInfo &) = default;
};

struct CellResult
{
    CellStatus status = CellStatus::Unknown;
    std::optional<DeathCause> cause; ///< for Died, and where the ladder ended in a kill
    bool variablesLost = false;      ///< the kernel is gone; a new one starts at the next cell
    double seconds = 0;
    std::optional<int> executionCount;
    QList<FileInfo> files; ///< new and changed in the work folder since its start

    friend bool operator==(const CellResult &, const CellResult &) = default;
};

/// Something to tell the person beside the outputs.
struct Notice
{
    QString kind;    ///< e.g. "missing_module", "pip_offline", "truncated", "kernel", "limits"
    QString text;    ///< plain sentences
    QString subject; ///< what it is about: a module, package names divided by spaces; may be empty

    friend bool operator==(const Notice &, const Notice &) = default;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::Output)
Q_DECLARE_METATYPE(sandglass::CellResult)
Q_DECLARE_METATYPE(sandglass::Notice)
