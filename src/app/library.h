// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/ids.h"

#include <QDateTime>
#include <QList>

namespace sandglass {

/// What a list of conversations shows of one.
struct ConversationEntry
{
    ConversationId id;
    QString title;     ///< may be empty
    QDateTime changed; ///< UTC

    friend bool operator==(const ConversationEntry &, const ConversationEntry &) = default;
};

/// The conversations of a data folder. No state of its own; any thread, but two changes to the same
/// conversation one after the other. Throws Error(File), or NotRunning where another process has
/// the conversation open.
class Library
{
public:
    explicit Library(QString dataFolder);

    /// All conversations that hold something, the newest change first. Reads only the start and the
    /// end of each journal.
    QList<ConversationEntry> list() const;

    /// The entry of one, or nothing where there is none.
    std::optional<ConversationEntry> find(const ConversationId &id) const;

    /// Writes the title of a conversation that is not open; an open one: Session::setTitle().
    void rename(const ConversationId &id, const QString &title);

    /// Puts a conversation that is not open away; restore() brings it back until purge().
    void remove(const ConversationId &id);
    void restore(const ConversationId &id);

    /// What was removed and not restored.
    QList<ConversationId> removed() const;

    /// Deletes a removed conversation for good; nothing where there is none.
    void purge(const ConversationId &id);

private:
    QString folder(const ConversationId &id) const;
    QString removedFolder(const ConversationId &id) const;

    QString m_dataFolder;
};

} // namespace sandglass
