// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/vmentry.h"

namespace sandglass {

namespace {

constexpr double gigabyte = 1024.0 * 1024 * 1024;

VmEntry::Owner ownerOf(const VmComment &comment, const QString &install)
{
    const bool isOurs = !install.isEmpty() && comment.install == install;
    switch (comment.kind) {
    case VmComment::Kind::Base:
    case VmComment::Kind::NewBase:
        return VmEntry::Owner::Base;
    case VmComment::Kind::Sandbox:
        return isOurs ? VmEntry::Owner::Ours : VmEntry::Owner::Elsewhere;
    case VmComment::Kind::Relay:
        return isOurs ? VmEntry::Owner::Relay : VmEntry::Owner::Elsewhere;
    case VmComment::Kind::Other:
        break;
    }
    return VmEntry::Owner::Foreign;
}

} // namespace

VmEntry vmEntry(const exedev::VmInfo &info, const QString &install)
{
    VmEntry entry;
    entry.info = info;
    entry.comment = VmComment::fromText(info.comment);
    entry.owner = ownerOf(entry.comment, install);
    return entry;
}

QString withKept(const QString &comment, bool kept)
{
    QStringList words = comment.split(u' ', Qt::SkipEmptyParts);
    words.removeAll(QStringLiteral("keep"));
    if (kept)
        words.append(QStringLiteral("keep"));
    return words.join(u' ');
}

std::optional<VmSize> sizeFrom(const exedev::Stats &stats)
{
    if (stats.points.empty())
        return std::nullopt;
    const exedev::StatPoint &last = stats.points.back();
    return VmSize{last.cpuNominal, last.memoryTotal, last.diskSizeGb * gigabyte};
}

} // namespace sandglass
