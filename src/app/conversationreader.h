// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/openconversation.h"
#include "base/worker.h"

#include <QObject>

#include <functional>

namespace sandglass {

/// Opens a conversation on a thread of its own, since a long one takes its time. GUI thread; owned
/// by what shows it.
class ConversationReader : public QObject
{
    Q_OBJECT

public:
    using Done = std::function<void(OpenedConversation)>;
    using Failed = std::function<void(const Failure &)>;

    using QObject::QObject;

    /// Calls one of both in this thread, later, and none once this is gone. One at a time.
    void read(const QString &dataFolder, const ConversationId &id, const Done &done,
              const Failed &failed);
    bool isReading() const { return m_worker != nullptr; }

private:
    std::unique_ptr<Worker> m_worker; ///< while it reads; last: its job uses this
};

} // namespace sandglass
