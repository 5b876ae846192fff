// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "app/settings.h"
#include "base/secret.h"
#include "llm/model.h"
#include "sandbox/sandbox.h"

#include <functional>
#include <memory>

namespace sandglass {

class Journal;

/// One open conversation: its document, its journal and its workers. GUI thread; nothing here waits.
///
/// Every step goes to the journal first, on the thread where it happens, and then as a Record to
/// the document and to recorded(). The composition roots say which sandboxes and models there are.
class Session : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        /// Makes the sandbox of the conversation in `folder`; called on the cells worker.
        std::function<std::unique_ptr<Sandbox>(const QString &folder, const Settings &)> sandbox;
        /// Makes the model that settings and keys name; called on the cells worker.
        std::function<std::unique_ptr<Model>(const Settings &, const Secret &key)> model;
    };

    /// Opens or makes the conversation below `settings.dataFolder`. Throws Error(File).
    Session(Parts parts, Settings settings, ConversationId id, QObject *parent = nullptr);
    ~Session() override; ///< stops what runs, ends the kernel

    Conversation &document();
    bool isReadOnly() const;   ///< another process holds the lock, or a newer version wrote it
    QString readOnlyReason() const;
    bool isBusy() const;

    void setSettings(const Settings &settings);
    void setKey(const Secret &key);

    /// Asks the model. Files are those attached since the last question.
    TurnId ask(const QString &text);
    /// Runs a person's own cell.
    CellId runCell(const QString &code, CellOrigin origin = CellOrigin::Person);
    /// Copies files into the conversation (files worker); names come as FileRecords, failures by
    /// failed(). A folder or a big file is mounted at the next kernel start.
    void attach(const QStringList &paths);
    /// Copies one file of the work folder to `target` (files worker); saved() or failed() tells.
    void save(const QString &name, const QString &target);
    /// Installs packages into the conversation's layer (files worker).
    void addPackages(const QStringList &names);
    /// Stops the turn and the running cell; variables stay.
    void stop();
    void restartKernel();

Q_SIGNALS:
    void recorded(const sandglass::Record &record);
    void codeProgress(const sandglass::TurnId &turn, const QString &code);
    void waiting(const sandglass::TurnId &turn, int secondsLeft, const QString &reason);
    void sandboxStateChanged(sandglass::SandboxState state, const QString &detail);
    void busyChanged(bool busy);
    void attached(const QStringList &names);
    void saved(const QString &name, const QString &target);
    void packagesAdded(const QStringList &names);
    void progress(const QString &what, qint64 done, qint64 total);
    void failed(const sandglass::Failure &failure);
};

} // namespace sandglass
