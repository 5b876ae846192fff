// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversationreader.h"
#include "app/session.h"
#include "ui/blockwidget.h"

#include <QWidget>

#include <functional>
#include <memory>

class QSplitter;
class QStackedWidget;

namespace sandglass {

class ActivityLine;
class Composer;
class ConversationFiles;
class ConversationView;
class DraftKeeper;
class FilePanel;
class MessageBar;
class OpeningPage;
class PageHeader;
class StartPage;
class VariablesBar;

/// One conversation with all that belongs to it: header, blocks, files, messages, composer. It owns
/// the Session, which is made when the conversation was read: at open(), and of a new one at the
/// first question or file, so that looking makes nothing.
/// GUI thread.
class ConversationPage : public QWidget
{
    Q_OBJECT

public:
    /// Makes the session of a conversation that was read.
    using MakeSession = std::function<std::unique_ptr<Session>(OpenedConversation)>;

    ConversationPage(const ConversationId &id, MakeSession makeSession, const Settings &settings,
                     QWidget *parent = nullptr);
    ~ConversationPage() override;

    /// Begins with what was typed into a new conversation and not sent.
    void beginNew();
    /// Reads a conversation that exists and shows it; once more where that failed before.
    void open();
    /// Null until it was read. What a new one is first asked for makes it.
    Session *session() const { return m_session.get(); }
    bool isOpening() const;
    bool isBusy() const;
    /// Its kernel and cells go on when this is closed.
    bool outlives() const;

    void ask(const QString &text);
    /// Runs code as the person's own cell.
    void runCell(const QString &code);
    void offerFiles(const QStringList &paths);
    void rename(const QString &title);
    void stop();
    void focusComposer();
    /// The composer takes code from now on.
    void writeCell();
    MessageBar *messages() const { return m_messages; }
    PageHeader *header() const { return m_header; }
    StartPage *startPage() const { return m_start; }
    FilePanel *files() const { return m_panel; }
    const Settings &settings() const { return m_settings; }
    /// Also for a conversation that is open: its next request or kernel goes by them.
    void setSettings(const Settings &settings);
    void setFilesWidth(int width);
    /// The window's messages, above the composer; until another page holds them.
    void holdMessages(MessageBar *messages);
    /// Says `why` the kernel should start again, and offers it; once at a time.
    void offerRestart(const QString &why);

Q_SIGNALS:
    /// The conversation exists now, or its title changed.
    void touched(const sandglass::ConversationId &id, const QString &title);
    void busyChanged(bool busy);
    /// The conversation was read, or can't be, which is shown.
    void opened();
    void filesWidthChanged(int width);
    /// A cell told of a server that it started in its VM; once for each port.
    void serverStarted(int port);
    void remedyRequested(sandglass::Remedy remedy);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void connectParts();
    void read();
    void whenRead(std::function<void()> act);
    bool canChange() const;
    void giveBack(const QString &text);
    void setSession(std::unique_ptr<Session> session);
    void endReading();
    void connectSession();
    void showDocument();
    void setBusy(bool busy);
    void showBusy(bool busy);
    void noteBlock(int index);
    void showTitle();
    void tellTitle();
    void fitFiles();
    void showBlocks();
    void showRecall();
    void showVariables();
    void showPlace();
    void noteRecord(const Record &record);
    void noteServer(const OutputRecord &output);
    void openLink(const QUrl &target);
    void addPackages(const QStringList &names);
    void enlarge(const ImageSource &picture);
    void tellReadOnly();

    ConversationId m_id;
    MakeSession m_makeSession;
    Settings m_settings;
    ConversationReader *m_reader;
    std::unique_ptr<Session> m_session;
    std::vector<std::function<void()>> m_waiting; ///< for the session
    QSet<int> m_servers;                          ///< ports that were told of
    PageHeader *m_header;
    QSplitter *m_splitter;
    QStackedWidget *m_stack;
    StartPage *m_start;
    OpeningPage *m_opening;
    ConversationView *m_view;
    VariablesBar *m_variables;
    ActivityLine *m_activity;
    MessageBar *m_messages;
    Composer *m_composer;
    FilePanel *m_panel;
    int m_filesWidth = 250; ///< that is wanted; a narrow window gives less
    DraftKeeper *m_draft;
    ConversationFiles *m_files;
    int m_restartOffer = 0; ///< number of the message; 0: there was none
};

/// What answers by these settings, for people.
QString modelName(const Settings &settings);
/// Where code runs, and where the model is, for what can be done about a failure.
FailedAt sandboxAt(const Settings &settings);
FailedAt modelAt(const Settings &settings);

} // namespace sandglass
