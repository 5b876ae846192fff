// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/blockwidget.h"

#include <memory>

class QTemporaryDir;

namespace sandglass {

class ActivityLine;
class Composer;
class FilePanel;
class FileSaver;
class MessageBar;
class PastedImages;
class Session;
struct SavedFile;

/// The ways of files into a conversation and out of it: attached, pasted, saved, dragged. Owned by
/// the ConversationPage, whose widgets it uses. GUI thread.
class ConversationFiles : public QObject
{
    Q_OBJECT

public:
    struct Widgets
    {
        Composer *composer;
        FilePanel *panel;
        MessageBar *messages;
        ActivityLine *activity;
    };

    ConversationFiles(const Widgets &widgets, QWidget *page);
    ~ConversationFiles() override;

    /// From now on files belong to this conversation; it outlives this.
    void setSession(Session *session);
    void attach(const QStringList &paths);
    /// Shows in the composer what goes with the next question.
    void showPending();
    void save(const QString &name);
    /// Saves the file that a sandbox: link means, or says which files there are.
    void saveLinked(const QString &name);
    void saveOutput(const SaveRequest &request);

Q_SIGNALS:
    /// Files that can be attached now, e.g. pasted ones.
    void offered(const QStringList &paths);

private:
    void connectWidgets();
    void connectSession();
    void saveAll();
    void tellAllSaved(const QString &folder, const QList<SavedFile> &files);
    void cancel();
    QString copyToDrag(const QString &name);
    QString dragFolder();

    Widgets m_widgets;
    Session *m_session = nullptr;
    FileSaver *m_saver;
    PastedImages *m_pasted;
    int m_attaching = 0;                      ///< attach() calls that haven't ended
    std::unique_ptr<QTemporaryDir> m_dragged; ///< made at first use
    int m_draggedCount = 0;
};

} // namespace sandglass
