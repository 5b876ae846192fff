// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/message.h"

#include <QStringList>

#include <chrono>
#include <functional>
#include <stop_token>

namespace sandglass {

/// What a model tells while it replies; called in the calling thread.
struct ModelEvents
{
    std::function<void(const QString &)> onText;         ///< the next piece of text
    std::function<void(const QString &)> onCodeProgress; ///< code so far of a call being written
    /// Waiting before another try; called about once a second with what is left. Or, once and with
    /// 0, for something that is made first and takes as long as it takes.
    std::function<void(std::chrono::seconds left, const QString &reason)> onWaiting;
};

/// A language model. Calls block; one call at a time for each object; any thread.
class Model
{
public:
    virtual ~Model() = default;

    /// One reply. Throws Error: Auth, Permission, NotFound (no such model), RateLimited,
    /// NotRunning, NetworkEffectUnknown (broken stream; text given to onText stays valid),
    /// Protocol, TimedOut, OutputLimit, Cancelled.
    virtual ModelReply reply(const ModelRequest &request, const ModelEvents &events,
                             std::stop_token stop) = 0;

    /// Names that the server offers, in its order. Throws like reply().
    virtual QStringList models(std::stop_token stop) = 0;
};

} // namespace sandglass
