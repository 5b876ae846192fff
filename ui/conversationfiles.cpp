// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversationfiles.h"

#include "app/session.h"
#include "sandbox/workfolder.h"
#include "ui/activityline.h"
#include "ui/composer.h"
#include "ui/filepanel.h"
#include "ui/filesaver.h"
#include "ui/messagebar.h"
#include "ui/pastedimages.h"
#include "ui/wording.h"

#include <QDir>
#include <QTemporaryDir>

namespace sandglass {

namespace {

// A copy for a drag is made while the window waits for it: no more than takes a moment.
constexpr qint64 maxDragged = 16 << 20;
constexpr qsizetype maxNamed = 12;

} // namespace

ConversationFiles::ConversationFiles(const Widgets &widgets, QWidget *page)
    : QObject(page)
    , m_widgets(widgets)
    , m_saver(new FileSaver(page))
    , m_pasted(new PastedImages(this))
{
    connectWidgets();
}

ConversationFiles::~ConversationFiles() = default;

void ConversationFiles::connectWidgets()
{
    MessageBar *messages = m_widgets.messages;
    connect(m_widgets.composer, &Composer::filesOffered, this, &ConversationFiles::offered);
    connect(m_widgets.composer, &Composer::imageOffered, m_pasted, &PastedImages::write);
    connect(m_widgets.composer, &Composer::removeRequested, this,
            [this](const QString &name) { m_session->detach(name); });
    connect(m_pasted, &PastedImages::written, this,
            [this](const QString &path) { Q_EMIT offered({path}); });
    const auto tellHere = [messages](const Failure &failure) {
        messages->showFailure(FailedAt::ThisComputer, failure);
    };
    connect(m_pasted, &PastedImages::failed, messages, tellHere);
    connect(m_widgets.panel, &FilePanel::saveRequested, this, &ConversationFiles::save);
    connect(m_widgets.panel, &FilePanel::saveAllRequested, this, &ConversationFiles::saveAll);
    connect(m_widgets.activity, &ActivityLine::cancelRequested, this, &ConversationFiles::cancel);
    connect(m_saver, &FileSaver::failed, messages, tellHere);
    connect(m_saver, &FileSaver::progress, m_widgets.activity, &ActivityLine::setProgress);
    connect(m_saver, &FileSaver::ended, m_widgets.activity, &ActivityLine::endProgress);
    connect(m_saver, &FileSaver::saved, messages, [messages](const QString &target) {
        messages->showNews(tr("Saved as %1.").arg(target));
    });
}

void ConversationFiles::setSession(Session *session)
{
    m_session = session;
    // Files in a VM would have to be fetched while the other program waits for them.
    if (session->sandboxKind() == Settings::SandboxKind::Local)
        m_widgets.panel->setDragCopy([this](const QString &name) { return copyToDrag(name); });
    connectSession();
    showPending();
}

void ConversationFiles::connectSession()
{
    ActivityLine *activity = m_widgets.activity;
    MessageBar *messages = m_widgets.messages;
    connect(m_session, &Session::progress, activity, &ActivityLine::setProgress);
    connect(m_session, &Session::failed, activity, &ActivityLine::endProgress);
    connect(m_session, &Session::attached, this, [this] {
        m_attaching = std::max(0, m_attaching - 1);
        m_widgets.activity->endProgress();
        showPending();
    });
    connect(m_session, &Session::saved, messages,
            [messages, activity](const QString &name, const QString &target) {
                activity->endProgress();
                messages->showNews(tr("%1 was saved as %2.").arg(name, target));
            });
    connect(m_session, &Session::savedAll, this, &ConversationFiles::tellAllSaved);
    connect(&m_session->document(), &Conversation::filesChanged, this,
            &ConversationFiles::showPending, Qt::QueuedConnection);
}

void ConversationFiles::attach(const QStringList &paths)
{
    ++m_attaching;
    m_session->attach(paths);
    showPending();
}

void ConversationFiles::showPending()
{
    if (m_session == nullptr)
        return;
    QList<FileChips::File> files;
    for (const QString &name : m_session->pendingFiles())
        files.append({name, m_session->document().file(name).size});
    m_widgets.composer->setFiles(files, m_attaching > 0 ? tr("Copying files…") : QString());
}

void ConversationFiles::save(const QString &name)
{
    m_saver->chooseFile(name,
                        [this, name](const QString &target) { m_session->save(name, target); });
}

void ConversationFiles::saveOutput(const SaveRequest &request)
{
    m_saver->save(request);
}

void ConversationFiles::saveLinked(const QString &name)
{
    QStringList names;
    for (const FileInfo &file : m_session->document().sandboxFiles())
        names.append(file.name);
    for (const FileRecord &file : m_session->document().files())
        names.append(file.name);
    if (names.contains(name)) {
        save(name);
        return;
    }
    const QString there =
        names.isEmpty()
            ? tr("There are no files in this conversation yet.")
            : tr("There are: %1.").arg(names.mid(0, maxNamed).join(QStringLiteral(", ")));
    m_widgets.messages->showFailure(
        FailedAt::ThisComputer,
        {ErrorKind::NotFound,
         tr("The answer names a file %1 that isn't in the sandbox.").arg(name.left(200)), there});
}

void ConversationFiles::saveAll()
{
    m_saver->chooseFolder([this](const QString &folder) { m_session->saveAll(folder); });
}

void ConversationFiles::tellAllSaved(const QString &folder, const QList<SavedFile> &files)
{
    m_widgets.activity->endProgress();
    QStringList problems;
    for (const SavedFile &file : files)
        if (file.failure)
            problems << file.failure->text;
    const qsizetype count = files.size() - problems.size();
    const QString whole = count == 1
                              ? tr("1 file was saved in %1.").arg(folder)
                              : tr("%1 files were saved in %2.").arg(countText(count), folder);
    if (problems.isEmpty()) {
        m_widgets.messages->showNews(whole);
        return;
    }
    QString missing = problems.mid(0, maxNamed).join(u' ');
    if (problems.size() > maxNamed)
        missing += tr(" And %1 more.").arg(countText(problems.size() - maxNamed));
    m_widgets.messages->showFailure(FailedAt::ThisComputer,
                                    {ErrorKind::File, whole + u' ' + missing, {}});
}

void ConversationFiles::cancel()
{
    m_saver->cancel();
    if (m_session != nullptr)
        m_session->cancelFiles();
    m_widgets.activity->endProgress();
}

// A folder of its own for each copy, so that every name is free.
QString ConversationFiles::dragFolder()
{
    if (!m_dragged)
        m_dragged = std::make_unique<QTemporaryDir>();
    const QString folder = m_dragged->filePath(QString::number(++m_draggedCount));
    if (!m_dragged->isValid() || !QDir().mkpath(folder))
        throw Error(ErrorKind::File, tr("%1 can't be made.").arg(folder),
                    tr("Check that the disk has room."));
    return folder;
}

// Never the file itself: it may be a link by the time that somebody reads it.
QString ConversationFiles::copyToDrag(const QString &name)
{
    try {
        const WorkFolder work(m_session->folder() + QStringLiteral("/work"));
        const std::optional<FileInfo> file = work.info(name);
        if (file && file->size > maxDragged)
            throw Error(ErrorKind::File,
                        tr("%1 is too large to be dragged (%2).").arg(name, sizeText(file->size)),
                        tr("Use Save… instead."));
        const QString target = dragFolder() + u'/' + suggestedFileName(name);
        work.copyOut(name, target);
        return target;
    } catch (const Error &error) {
        m_widgets.messages->showFailure(FailedAt::ThisComputer, error.failure());
        return {};
    }
}

} // namespace sandglass
