// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session.h"
#include "cli/arguments.h"

#include <functional>
#include <memory>

namespace sandglass {
class Library;
}

namespace sandglass::cli {

/// Opens the conversation that a command names: an id, "last" for the newest, or a new one.
class SessionOpener
{
public:
    /// What a sandbox at exe.dev needs beside the parts of a session. Main thread.
    struct ExeParts
    {
        /// The token; throws Error where there is none.
        std::function<Secret()> token;
        /// Says, once for all commands, what a person should know of sandboxes there.
        std::function<void(const Settings &)> introduce;
        /// Deletes those of the conversation. Throws Error.
        std::function<void(const ConversationId &)> remove;
        /// Says that it stays.
        std::function<void(const ConversationId &)> keep;
    };

    SessionOpener(Session::Parts parts, Settings settings, Secret key, ExeParts exe);

    Settings &settings() { return m_settings; }

    /// Where cells run, over what the settings say.
    void use(const SandboxOptions &options);

    /// Throws Error: NotFound, File, NotRunning where another process holds it.
    std::unique_ptr<Session> open(const QString &conversation) const;

    /// Opens it for `job`. A sandbox at exe.dev that was made for it is deleted afterwards, however
    /// that ended, unless the options say to keep it. Gives what `job` gave. Throws Error as open()
    /// does, and what the job throws.
    int run(const QString &conversation, const std::function<int(Session &)> &job) const;

private:
    Session::Parts m_parts;
    Settings m_settings;
    Secret m_key;
    ExeParts m_exe;
    bool m_keeps = false;
};

/// The id that `name` stands for. Throws Error(NotFound).
ConversationId namedConversation(const Library &library, const QString &name);

} // namespace sandglass::cli
