// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session.h"
#include "cli/arguments.h"

#include <memory>

namespace sandglass {
class Library;
}

namespace sandglass::cli {

/// Opens the conversation that a command names: an id, "last" for the newest, or a new one.
class SessionOpener
{
public:
    SessionOpener(Session::Parts parts, Settings settings, Secret key);

    Settings &settings() { return m_settings; }

    /// Where cells run, over what the settings say.
    void use(const SandboxOptions &options);

    /// Throws Error: NotFound, File, NotRunning where another process holds it.
    std::unique_ptr<Session> open(const QString &conversation) const;

private:
    Session::Parts m_parts;
    Settings m_settings;
    Secret m_key;
};

/// The id that `name` stands for. Throws Error(NotFound).
ConversationId namedConversation(const Library &library, const QString &name);

} // namespace sandglass::cli
