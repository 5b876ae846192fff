// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "app/journal.h"

#include <QLockFile>

#include <memory>

namespace sandglass {

/// What opening a conversation's folder gave; a Session goes on with it.
struct OpenedConversation
{
    QString folder;
    std::unique_ptr<QLockFile> lock;        ///< held while it lives; null where it is read-only
    std::unique_ptr<Journal> journal;       ///< open for appending; null where it is read-only
    QString readOnlyReason;                 ///< empty where it may be written
    std::unique_ptr<Conversation> document; ///< all that is in the journal
    qint64 nextSeq = 1;
    bool isNew = false; ///< the folder was made now
};

/// The folder of a conversation, which needn't exist.
QString conversationFolder(const QString &dataFolder, const ConversationId &id);

/// Opens the conversation, or makes it. Where another process holds its lock, a newer version wrote
/// it or its folder can't be written it is read-only; else what a killed app left unfinished is
/// ended. Takes its time for a long one; any thread, in which the document then lives. Throws
/// Error: File, Cancelled.
OpenedConversation openConversation(const QString &dataFolder, const ConversationId &id,
                                    std::stop_token stop = {});

} // namespace sandglass
