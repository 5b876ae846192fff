// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/values.h"
#include "sandbox/vmcomment.h"

#include <QList>

#include <optional>

namespace sandglass {

/// How large a VM is.
struct VmSize
{
    double cpus = 0;
    double memory = 0; ///< bytes
    double disk = 0;   ///< bytes

    friend bool operator==(const VmSize &, const VmSize &) = default;
};

/// A VM at exe.dev as a list of them shows it.
struct VmEntry
{
    enum class Owner {
        Ours,      ///< the sandbox of a conversation in this data folder
        Base,      ///< what sandboxes are copied from
        Relay,     ///< what the language model is asked through
        Elsewhere, ///< an interpreter's, of another data folder or program
        Foreign,   ///< no interpreter's at all
    };

    exedev::VmInfo info;
    VmComment comment;
    Owner owner = Owner::Foreign;
    bool hasConversation = false; ///< of ours: it still exists here
    QString title;                ///< of that conversation
    QDateTime used;               ///< when that conversation last changed, UTC; may be invalid
    std::optional<VmSize> size;
};

/// What `info` is to the data folder whose id is `install`. Pure.
VmEntry vmEntry(const exedev::VmInfo &info, const QString &install);

/// The comment with the word that keeps a VM from being deleted by itself, or without it; all else
/// that stands there stays. Pure.
QString withKept(const QString &comment, bool kept);

/// The size that the last measurement tells; nothing where there is none. Pure.
std::optional<VmSize> sizeFrom(const exedev::Stats &stats);

} // namespace sandglass
