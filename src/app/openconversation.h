// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/journal.h"

#include <QLockFile>

#include <memory>

namespace sandglass {

/// What opening a conversation's folder gave.
struct OpenedConversation
{
    QString folder;
    std::unique_ptr<QLockFile> lock;  ///< held while it lives; null where it is read-only
    std::unique_ptr<Journal> journal; ///< open for appending; null where it is read-only
    QString readOnlyReason;           ///< empty where it may be written
    std::vector<Record> records;
    QList<OutputRecord> adopted; ///< for Recorder::adopt()
    QString tornComplaint;    ///< the last step was cut off; to be told once, since it is gone now
    QString damagedComplaint; ///< other steps can't be read; so it is each time
    qint64 nextSeq = 1;
    bool isNew = false; ///< the folder was made now
};

/// The folder of a conversation, which needn't exist.
QString conversationFolder(const QString &dataFolder, const ConversationId &id);

/// Opens the conversation, or makes it. Where another process holds its lock, a newer version wrote
/// it or its folder can't be written it is read-only. Throws Error(File).
OpenedConversation openConversation(const QString &dataFolder, const ConversationId &id);

} // namespace sandglass
