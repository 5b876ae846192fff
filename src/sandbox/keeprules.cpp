// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/keeprules.h"

namespace sandglass {

namespace {

/// Longer than any making of a base: what is still called new was broken off.
constexpr std::chrono::hours makingTime{2};

bool isOver(const QDateTime &since, std::chrono::seconds limit, const QDateTime &now)
{
    return limit.count() > 0 && since.isValid() && since.secsTo(now) >= limit.count();
}

} // namespace

KeepAct keepAct(const VmUse &use, const KeepRules &rules, const QDateTime &now)
{
    const VmComment &comment = use.comment;
    if (comment.install.isEmpty() || comment.install != rules.install || comment.isKept)
        return KeepAct::Nothing;
    if (comment.kind == VmComment::Kind::NewBase)
        return isOver(use.created, makingTime, now) ? KeepAct::Delete : KeepAct::Nothing;
    const bool runs = use.status == QLatin1String("running");
    const bool isIdle = runs && isOver(use.lastUse, rules.pauseAfter, now);
    if (comment.kind == VmComment::Kind::Relay)
        return isIdle ? KeepAct::Pause : KeepAct::Nothing;
    if (comment.kind != VmComment::Kind::Sandbox || use.isElsewhere || use.isBusy)
        return KeepAct::Nothing;
    switch (use.conversation) {
    case VmUse::Conversation::None:
        return KeepAct::Delete;
    case VmUse::Conversation::Removed:
        return runs ? KeepAct::Pause : KeepAct::Nothing;
    case VmUse::Conversation::Open:
    case VmUse::Conversation::Idle:
        break;
    }
    if (isOver(use.lastUse, rules.deleteAfter, now))
        return KeepAct::Delete;
    return isIdle ? KeepAct::Pause : KeepAct::Nothing;
}

} // namespace sandglass
