// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "agent/prompt.h"
#include "app/conversation.h"
#include "app/settings.h"
#include "base/secret.h"
#include "llm/model.h"
#include "sandbox/sandbox.h"
#include "sandbox/sandboxfiles.h"
#include "sandbox/workfolder.h"

#include <functional>
#include <memory>

namespace sandglass {

struct OpenedConversation;

/// One open conversation: its document, its journal and its workers. GUI thread (the command line's
/// main thread, with an event loop); nothing here waits but the constructor that reads the journal
/// itself, and the destructor, which ends the kernel.
///
/// Every step goes to the journal first, on the thread where it happens, and then, batched once a
/// frame, as a Record to the document and to recorded(). What is asked for while something runs is
/// done after it, in order. The composition roots say which sandboxes and models there are.
class Session : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        /// Adds what a model is told of the place where code runs (Python, packages, work folder);
        /// called on the cells worker. Empty: nothing is known.
        std::function<void(PromptFacts &facts, const QString &folder, const Settings &)> addFacts;
        /// Makes the sandbox of the conversation in `folder`; called on the cells worker. `mounts`
        /// are the person's big files and folders, to be seen read-only below data/ under `name`.
        std::function<std::unique_ptr<Sandbox>(const QString &folder, const Settings &,
                                               const QList<FileRecord> &mounts)>
            sandbox;
        /// What a sandbox at exe.dev is made from.
        struct ExeWish
        {
            QString folder; ///< of the conversation
            ConversationId conversation;
            Settings settings;
            Secret token;
            /// Brings the person's files to a new VM; cells worker.
            std::function<void(const QString &vm, std::stop_token)> furnish;
        };
        /// Makes the sandbox of a conversation that has it at exe.dev; called on the cells worker.
        /// Empty: there is no such thing here.
        std::function<std::unique_ptr<Sandbox>(const ExeWish &)> exeSandbox;
        /// The files of it; `vm` gives the name of the VM there is, or nothing. Files worker.
        std::function<std::unique_ptr<SandboxFiles>(const ExeWish &, std::function<QString()> vm)>
            exeFiles;
        /// Makes the model that settings and keys name; called on the cells worker.
        std::function<std::unique_ptr<Model>(const Settings &, const Secret &key)> model;
        /// Installs packages into the conversation's layer; called on the files worker. Throws
        /// Error. Empty: there is no such thing here.
        std::function<void(const QString &folder, const Settings &, const QStringList &names,
                           const std::function<void(const QString &line)> &onLine, std::stop_token)>
            addPackages;
    };

    /// Opens or makes the conversation below `settings.dataFolder`. Throws Error(File).
    Session(Parts parts, Settings settings, ConversationId id, QObject *parent = nullptr);
    /// Goes on with a conversation that was read, and whose document lives in this thread.
    Session(Parts parts, Settings settings, OpenedConversation opened, QObject *parent = nullptr);
    ~Session() override; ///< stops what runs, ends the kernel; an empty conversation is removed

    Conversation &document();
    const Settings &settings() const;
    QString folder() const;  ///< of the conversation
    bool isReadOnly() const; ///< another process holds the lock, or a newer version wrote it
    QString readOnlyReason() const;
    bool isBusy() const; ///< a turn, a cell or a restart runs or waits

    /// The bytes of an output below outputs/, at most `maxBytes` from its start. Empty where it
    /// can't be read.
    QByteArray outputBytes(const QString &file, qint64 maxBytes = 64 << 20) const;

    void setSettings(const Settings &settings);
    void setKey(const Secret &key);
    /// The token for exe.dev. A conversation whose sandbox is there and whose last cell had no end
    /// when the program ended goes on with it now.
    void setExeToken(const Secret &token);
    /// Opens connections to the sandbox anew: the computer slept, or its network changed.
    void reconnect();
    /// Where the cells run: what the settings said before the first one.
    Settings::SandboxKind sandboxKind() const;
    void setTitle(const QString &title);

    /// Asks the model. Files are those attached since the last question; an attach() that still
    /// copies is waited for.
    TurnId ask(const QString &text);
    /// Runs a person's own cell.
    CellId runCell(const QString &code, CellOrigin origin = CellOrigin::Person);
    /// How much was asked for that waits until what runs now has ended.
    int waitingCount() const;
    /// Names of the files that go with the next question.
    QStringList pendingFiles() const;
    /// Copies files into the conversation (files worker); names come as FileRecords, failures by
    /// failed(). A folder or a big file is mounted at the next kernel start.
    void attach(const QStringList &paths);
    /// Takes a file back out: from the conversation, and from the work folder (files worker).
    void detach(const QString &name);
    /// Ends attach(), save(), saveAll() and addPackages() that run or wait.
    void cancelFiles();
    /// Copies one file of the work folder to `target` (files worker); saved() or failed() tells.
    void save(const QString &name, const QString &target);
    /// Copies all files that cells made into `folder`, which exists; savedAll() tells the end.
    void saveAll(const QString &folder);
    /// Installs packages into the conversation's layer (files worker).
    void addPackages(const QStringList &names);
    /// Stops the turn and the running cell, and drops what waits; variables stay.
    void stop();
    void restartKernel();
    /// The cells whose variables went with a kernel, in order; empty where there are none to bring
    /// back.
    QList<CellId> lostCells() const;
    /// Runs them again, up to the first that fails and hadn't failed before. A notice tells the
    /// end.
    void restoreCells();

Q_SIGNALS:
    void recorded(const sandglass::Record &record);
    void codeProgress(const sandglass::TurnId &turn, const QString &code);
    void waiting(const sandglass::TurnId &turn, int secondsLeft, const QString &reason);
    void sandboxStateChanged(sandglass::SandboxState state, const QString &detail);
    void busyChanged(bool busy);
    void attached(const QStringList &names); ///< the end of an attach(), also of a cancelled one
    void saved(const QString &name, const QString &target);
    /// What became of each file.
    void savedAll(const QString &folder, const QList<sandglass::SavedFile> &files);
    void packagesAdded(const QStringList &names);
    void restoring(int done, int total);                           ///< cells that run again
    void progress(const QString &what, qint64 done, qint64 total); ///< total 0: not known
    void failed(const sandglass::Failure &failure);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace sandglass
