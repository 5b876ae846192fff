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

class ActivityLine;
class Composer;
class ConversationFiles;
class ConversationView;
class DraftKeeper;
class FilePanel;
class MessageBar;
class PageHeader;
class StartPage;
class VariablesBar;

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
    /// Runs code as the person's own cell.
    void runCell(const QString &code);
    void offerFiles(const QStringList &paths);
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
    void showBusy(bool busy);
    void noteBlock(int index);
    void tellTitle();
    void showBlocks();
    void showRecall();
    void showVariables();
    void openLink(const QUrl &target);
    void addPackages(const QStringList &names);
    void enlarge(const ImageSource &picture);
    void tellReadOnly();

    OpenSession m_open;
    Settings m_settings;
    std::unique_ptr<Session> m_session;
    PageHeader *m_header;
    QSplitter *m_splitter;
    QStackedWidget *m_stack;
    StartPage *m_start;
    ConversationView *m_view;
    VariablesBar *m_variables;
    ActivityLine *m_activity;
    MessageBar *m_messages;
    Composer *m_composer;
    FilePanel *m_panel;
    DraftKeeper *m_draft;
    ConversationFiles *m_files;
};

/// What answers by these settings, for people.
QString modelName(const Settings &settings);

} // namespace sandglass
