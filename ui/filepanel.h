// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QListView;

namespace sandglass {

class Button;
class Conversation;
class FileListModel;
class PlainLabel;

/// The files of the conversation at its side: those from the person and those from the sandbox,
/// which can be saved. Hidden while there are none. GUI thread.
class FilePanel : public QWidget
{
    Q_OBJECT

public:
    explicit FilePanel(QWidget *parent = nullptr);

    void setDocument(Conversation *document);
    /// Whether the person wants to see it; without files it stays hidden.
    void setWanted(bool wanted);
    bool isWanted() const { return m_wanted; }

Q_SIGNALS:
    void saveRequested(const QString &name);
    void saveAllRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Section
    {
        PlainLabel *title;
        QListView *list;
        FileListModel *model;
    };

    Section makeSection(const QString &title, FileListModel *model);
    void update(const Section &section);
    void updateShown();
    void saveSelected();

    Section m_given;
    Section m_made;
    Button *m_save;
    Button *m_saveAll;
    bool m_wanted = true;
};

} // namespace sandglass
