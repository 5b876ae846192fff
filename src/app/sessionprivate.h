// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/attachments.h"
#include "app/openconversation.h"
#include "app/recordedcells.h"
#include "app/recordqueue.h"
#include "app/session.h"
#include "base/worker.h"

#include <QElapsedTimer>

#include <atomic>
#include <deque>

namespace sandglass {

/// The inside of a Session: its workers, and what waits for them. GUI thread where nothing else is
/// said.
class Session::Private
{
public:
    Private(Session *session, Parts sessionParts, Settings sessionSettings,
            OpenedConversation openedConversation);
    ~Private();

    /// Something for the cells worker. `start` is called in the GUI thread when everything before
    /// it is done and shown, so that it sees the document as it is; it gives the job.
    struct Action
    {
        std::function<Worker::Job()> start;
        bool needsFiles = false; ///< attachments that are being copied are waited for
    };

    bool refuse(); ///< tells why and gives true where the conversation is read-only
    void enqueue(Action action);
    void startNext();
    void updateBusy();
    void stop();

    Worker::Job turnJob(const TurnId &turn, const QString &text);
    Worker::Job cellJob(const CellId &cell, const QString &code, CellOrigin origin);
    Worker::Job restartJob();
    Worker::Job rerunJob();
    Worker::Job resumeJob(const CellId &cell);
    void setExeToken(const Secret &token);
    Settings::SandboxKind sandboxKind() const;
    std::unique_ptr<SandboxFiles> files(); ///< of the sandbox; any worker
    QList<CellId> cellsToRestore() const;
    QStringList kernelNotes() const;
    PromptFacts promptFacts() const;

    /// A job of the files worker; `after` is called in the GUI thread at its end.
    void postFiles(std::function<void(std::stop_token)> job) { postFiles(job, m_filesStop, {}); }
    void postFiles(std::function<void(std::stop_token)> job, const std::stop_source &stop,
                   std::function<void()> after);
    void attach(const QStringList &paths);
    void cancelFiles();
    void detach(const QString &name);
    void setTitle(const QString &title);
    void setSettings(const Settings &next);
    Attachments::Hooks attachmentHooks();
    void addFile(const FileRecord &file);                                          ///< files worker
    void bring(const QString &path, const FileRecord &file, std::stop_token stop); ///< files worker

    /// Any thread: calls `call` in the GUI thread after all records so far were shown.
    void tell(std::function<void()> call) { queue.push(std::move(call)); }
    void tellFailure(const Failure &failure);
    void tellProgress(const QString &what, qint64 done, qint64 total);
    void tellCode(const TurnId &turn, const QString &code);

    Session *q;
    Parts parts;
    Settings settings;
    Secret key;
    OpenedConversation opened;
    Conversation &document; ///< that of `opened`
    RecordQueue queue;
    std::unique_ptr<Recorder> recorder; ///< null where it is read-only
    std::unique_ptr<RecordedCells> cells;

    bool kernelIsOld = false; ///< cells ran before this session: their variables are gone
    std::deque<Action> actions;
    bool running = false;
    bool shownBusy = false;
    int fileJobs = 0; ///< of the files worker, running or waiting

private:
    QStringList takenNames();
    Parts::ExeWish exeWish();
    void furnish(const QString &vm, std::stop_token stop);
    void goOn();
    void noteKind();
    void open();
    void restoreFiles();
    void wake();
    void drain();
    void show(const Record &record);
    void noteFile(const FileRecord &file);
    std::unique_ptr<Sandbox> makeSandbox();
    std::unique_ptr<Sandbox> makeExeSandbox();
    RecordedCells &sandboxCells();
    Worker &cellsWorker();
    Worker &filesWorker();
    void endWorkers();
    void removeIfEmpty();

    bool m_ranHere = false;       ///< cells ran in a local sandbox
    bool m_wentOn = false;        ///< with cells that a former session left
    std::stop_source m_stop;      ///< of the running action
    std::stop_source m_filesStop; ///< of the files worker's jobs but for attaching
    std::stop_source m_attachStop;
    QElapsedTimer m_lastDrain;

    std::mutex m_mutex; ///< of what follows, which workers read or write
    Settings m_workerSettings;
    QList<FileRecord> m_files;
    Secret m_exeToken;
    bool m_isExe = false;
    QString m_vm;
    QString m_broughtTo; ///< the VM that there was when the last file was attached
    std::atomic<bool> m_kernelRuns = false;
    QString m_code;
    bool m_codeWaits = false;
    QElapsedTimer m_lastProgress;

    std::unique_ptr<Worker> m_cellsWorker;
    std::unique_ptr<Worker> m_filesWorker;
    std::unique_ptr<Worker> m_titleWorker; ///< a title must not wait for a long copy or cell
};

} // namespace sandglass
