// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/history.h"
#include "app/lostcells.h"
#include "app/sessionprivate.h"
#include "app/turnrun.h"
#include "sandbox/workfolder.h"

#include <QFileInfo>

namespace sandglass {

namespace {

constexpr qsizetype maxTitle = 60;
constexpr int progressMs = 50;

/// The first line of a question, shortened at a word.
QString titleFrom(const QString &question)
{
    const QString line = question.trimmed().section(QLatin1Char('\n'), 0, 0).simplified();
    if (line.size() <= maxTitle)
        return line;
    const qsizetype space = line.lastIndexOf(QLatin1Char(' '), maxTitle - 1);
    QString title = line.left(space > maxTitle / 2 ? space : maxTitle - 1);
    if (title.back().isHighSurrogate())
        title.chop(1);
    return title + QChar(u'…');
}

QString modelLabel(const Settings &settings)
{
    if (settings.provider == Settings::Provider::Builtin)
        return QStringLiteral("Built-in (no AI)");
    if (settings.provider == Settings::Provider::Gateway)
        return settings.gatewayModel;
    return settings.model.isEmpty() ? settings.baseUrl.host() : settings.model;
}

} // namespace

QStringList Session::Private::kernelNotes() const
{
    if (!kernelIsOld)
        return {};
    return {QStringLiteral("The conversation was closed in between: a new kernel runs, and "
                           "variables from before are gone. Files are still there.")};
}

PromptFacts Session::Private::promptFacts() const
{
    PromptFacts facts;
    facts.date = QDate::currentDate();
    facts.network = sandboxKind() == Settings::SandboxKind::Exe
                        ? settings.egress == Settings::Egress::All
                        : settings.network;
    facts.cellTimeout = static_cast<int>(settings.cellTimeout.count());
    facts.maxCells = settings.maxCells;
    for (const FileRecord &file : document.files()) {
        if (file.mounted)
            facts.folders << file.name + QLatin1String(": ") + file.hint;
        else
            facts.files << AttachedFile{file.name, file.size, file.hint};
    }
    return facts;
}

Worker::Job Session::Private::turnJob(const TurnId &turn, const QString &text)
{
    const TurnRecord question{turn, document.lastTurn(), text, document.pendingFiles(),
                              modelLabel(settings)};
    const QStringList notes = kernelNotes();
    const QString title = document.title().isEmpty() ? titleFrom(text) : QString();
    ModelRequest request;
    request.messages = modelHistory(document, question, notes);
    kernelIsOld = false;
    RecordedCells *runner = cells.get();
    const TurnRun::Hooks hooks{
        [this, turn](const QString &code) { tellCode(turn, code); },
        [this, turn](int left, const QString &reason) {
            tell([this, turn, left, reason] { Q_EMIT q->waiting(turn, left, reason); });
        },
    };
    return [this, question, notes, title, request, facts = promptFacts(), runner, hooks,
            current = settings, kind = sandboxKind(), secret = key](std::stop_token stop) mutable {
        current.sandbox = kind;
        if (!title.isEmpty())
            recorder->add(MetaRecord{title});
        for (const QString &note : notes)
            recorder->add(NoticeRecord{{}, {}, {kernelNotice, note, {}}});
        recorder->add(question);
        if (parts.addFacts)
            parts.addFacts(facts, opened.folder, current);
        request.system = systemPrompt(facts);
        TurnRun(question.turn, *runner, *recorder, current, hooks)
            .run([&] { return parts.model(current, secret); }, request, stop);
    };
}

Worker::Job Session::Private::cellJob(const CellId &cell, const QString &code, CellOrigin origin)
{
    const QString title = document.title().isEmpty() ? titleFrom(code) : QString();
    const QStringList notes = kernelNotes();
    kernelIsOld = false;
    return [this, cell, code, origin, title, notes, runner = cells.get(),
            timeout = settings.cellTimeout](std::stop_token stop) {
        if (!title.isEmpty())
            recorder->add(MetaRecord{title});
        for (const QString &note : notes)
            recorder->add(NoticeRecord{{}, {}, {kernelNotice, note, {}}});
        try {
            runner->run({cell, {}, {}, code, origin}, timeout, stop);
        } catch (const Error &error) {
            if (error.kind() != ErrorKind::Cancelled)
                tellFailure(error.failure());
        }
    };
}

Worker::Job Session::Private::restartJob()
{
    return [this, runner = cells.get()](std::stop_token) {
        try {
            runner->restart();
        } catch (const Error &error) {
            tellFailure(error.failure());
        }
    };
}

void Session::Private::postFiles(std::function<void(std::stop_token)> job,
                                 const std::stop_source &stop, std::function<void()> after)
{
    ++fileJobs;
    const auto guarded = [this, job = std::move(job), after = std::move(after),
                          token = stop.get_token()](std::stop_token) {
        try {
            job(token);
        } catch (const Error &error) {
            if (error.kind() != ErrorKind::Cancelled)
                tellFailure(error.failure());
        }
        tell([this, after] {
            --fileJobs;
            if (after)
                after();
            startNext();
        });
    };
    filesWorker().post(guarded);
}

Attachments::Hooks Session::Private::attachmentHooks()
{
    return {
        [this](const FileRecord &file) { addFile(file); },
        [this](const Failure &failure) { tellFailure(failure); },
        [this](const QString &name, qint64 done, qint64 total) { tellProgress(name, done, total); },
        [this](const QString &path, const FileRecord &file, std::stop_token stop) {
            bring(path, file, std::move(stop));
        },
    };
}

/// Brings a file of the person to the sandbox; a mounted one a local sandbox sees by itself.
void Session::Private::bring(const QString &path, const FileRecord &file, std::stop_token stop)
{
    {
        const std::lock_guard lock(m_mutex);
        if (file.mounted && !m_isExe)
            return;
        m_broughtTo = m_vm;
    }
    files()->put(
        path, file.name, [&](qint64 done, qint64 total) { tellProgress(file.name, done, total); },
        std::move(stop));
}

void Session::Private::addFile(const FileRecord &file)
{
    bool isExe = false;
    bool isMissing = false;
    {
        const std::lock_guard lock(m_mutex);
        m_files << file;
        isExe = m_isExe;
        isMissing = m_isExe && m_vm != m_broughtTo;
    }
    recorder->add(file);
    if (isMissing) { // the VM was made meanwhile, and was told of other files
        const QString kept = opened.folder + QLatin1String("/files/") + file.name;
        bring(file.mounted ? file.source : kept, file, {});
    }
    if (!file.mounted || !m_kernelRuns || isExe)
        return;
    const QString text = QStringLiteral("Code can read %1 once the kernel has been restarted; "
                                        "variables are lost then.")
                             .arg(file.name);
    recorder->add(NoticeRecord{{}, {}, {QStringLiteral("mount"), text, file.name}});
}

void Session::Private::attach(const QStringList &paths)
{
    // Filled by the job, read after it.
    const auto names = std::make_shared<QStringList>();
    QStringList taken;
    for (const FileInfo &file : document.sandboxFiles())
        taken << file.name;
    postFiles(
        [this, paths, names, taken](std::stop_token stop) {
            *names = Attachments(opened.folder, attachmentHooks())
                         .add(paths, takenNames() + taken, stop);
        },
        m_attachStop, [this, names] { Q_EMIT q->attached(*names); });
}

void Session::Private::detach(const QString &name)
{
    postFiles([this, name, file = document.file(name)](std::stop_token stop) {
        if (file.name.isEmpty())
            return;
        const QString kept = opened.folder + QLatin1String("/files");
        if (!file.mounted && QFileInfo(kept).isDir())
            WorkFolder(kept).remove(name);
        if (!file.mounted)
            files()->remove(name, stop);
        FileRecord removed = file;
        removed.removed = true;
        recorder->add(removed);
    });
}

void Session::Private::tellFailure(const Failure &failure)
{
    tell([this, failure] { Q_EMIT q->failed(failure); });
}

void Session::Private::tellProgress(const QString &what, qint64 done, qint64 total)
{
    {
        const std::lock_guard lock(m_mutex);
        if (done < total && m_lastProgress.isValid() && m_lastProgress.elapsed() < progressMs)
            return;
        m_lastProgress.start();
    }
    tell([this, what, done, total] { Q_EMIT q->progress(what, done, total); });
}

void Session::Private::tellCode(const TurnId &turn, const QString &code)
{
    {
        const std::lock_guard lock(m_mutex);
        m_code = code;
        if (std::exchange(m_codeWaits, true))
            return;
    }
    tell([this, turn] {
        QString latest;
        {
            const std::lock_guard lock(m_mutex);
            latest = std::exchange(m_code, {});
            m_codeWaits = false;
        }
        Q_EMIT q->codeProgress(turn, latest);
    });
}

} // namespace sandglass
