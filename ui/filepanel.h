// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/draggedfiles.h"

#include <QWidget>

class QListView;
class QModelIndex;

namespace sandglass {

class Button;
class Conversation;
class FileListModel;
class PlainLabel;

/// The files of the conversation at its side: those from the person and those from the sandbox,
/// which can be saved and dragged out. Hidden while there are none. GUI thread.
class FilePanel : public QWidget
{
    Q_OBJECT

public:
    explicit FilePanel(QWidget *parent = nullptr);

    void setDocument(Conversation *document);
    /// Whether the person wants to see it; without files it stays hidden.
    void setWanted(bool wanted);
    /// The person opens or closes it now: it is shown without files too.
    void setOpen(bool open);
    bool isOpen() const { return m_isOpen; }
    void setDragCopy(const DraggedFiles::Copy &copy);

Q_SIGNALS:
    void saveRequested(const QString &name);
    void saveAllRequested();
    void shownChanged(bool shown);

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Section
    {
        QWidget *head; ///< above the list
        QListView *list;
        FileListModel *model;
    };

    Section makeSection(const QString &title, FileListModel *model);
    void update(const Section &section);
    void save(const QModelIndex &index);
    void updateShown();

    Section m_given;
    Section m_made;
    Button *m_saveAll;
    PlainLabel *m_empty;
    bool m_wanted = true;
    bool m_wantedEmpty = false;
    bool m_isOpen = false;
};

} // namespace sandglass
