// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session.h"
#include "ui/blockwidget.h"

#include <QWidget>

#include <functional>
#include <memory>

class QSplitter;
class QStackedWidget;

namespace sandglass {

class Composer;
class ConversationView;
class FilePanel;
class FileSaver;
class MessageBar;
class PageHeader;
class PlainLabel;
class StartPage;

/// One conversation with all that belongs to it: header, blocks, files, messages, composer. It owns
/// the Session, which is opened at the first question or file, so that looking makes nothing.
/// GUI thread.
class ConversationPage : public QWidget
{
    Q_OBJECT

public:
    /// Throws Error(File).
    using OpenSession = std::function<std::unique_ptr<Session>()>;

    ConversationPage(OpenSession open, const Settings &settings, QWidget *parent = nullptr);
    ~ConversationPage() override;

    /// Opens the session now, for a conversation that exists. False where that failed, which is
    /// shown.
    bool open();
    /// Null before it is opened.
    Session *session() const { return m_session.get(); }
    bool isBusy() const;

    void ask(const QString &text);
    void offerFiles(const QStringList &paths);
    void stop();
    void focusComposer();
    MessageBar *messages() const { return m_messages; }
    PageHeader *header() const { return m_header; }
    StartPage *startPage() const { return m_start; }
    FilePanel *files() const { return m_files; }
    const Settings &settings() const { return m_settings; }
    /// Also for a conversation that is open: its next request or kernel goes by them.
    void setSettings(const Settings &settings);
    void setFilesWidth(int width);

Q_SIGNALS:
    /// The conversation exists now, or its title changed.
    void touched(const sandglass::ConversationId &id, const QString &title);
    void busyChanged(bool busy);
    void filesWidthChanged(int width);

private:
    void build();
    void connectParts();
    void connectSession();
    void showDocument();
    void setBusy(bool busy);
    void showActivity(const QString &text);
    void showAttachments();
    void openLink(const QUrl &target);
    void saveFile(const QString &name);
    void saveSandboxLink(const QString &name);
    void addPackages(const QStringList &names);
    void tellReadOnly();

    OpenSession m_open;
    Settings m_settings;
    std::unique_ptr<Session> m_session;
    PageHeader *m_header;
    QSplitter *m_splitter;
    QStackedWidget *m_stack;
    StartPage *m_start;
    ConversationView *m_view;
    PlainLabel *m_activity;
    MessageBar *m_messages;
    Composer *m_composer;
    FilePanel *m_files;
    FileSaver *m_saver;
    QStringList m_attached; ///< names that go with the next question
    int m_attaching = 0;    ///< attach() calls that haven't ended
    int m_taken = 0;        ///< of them, those whose files go with a question asked meanwhile
};

/// What answers by these settings, for people.
QString modelName(const Settings &settings);

} // namespace sandglass
