// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filepanel.h"

#include "ui/button.h"
#include "ui/filedelegate.h"
#include "ui/filelistmodel.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

#include <utility>

namespace sandglass {

namespace {

constexpr int maxRows = 12; // more are scrolled

} // namespace

FilePanel::FilePanel(QWidget *parent)
    : QWidget(parent)
    , m_given(makeSection(tr("From you"), new FileListModel(FileListModel::Side::Person, this)))
    , m_made(makeSection(tr("From the sandbox"),
                         new FileListModel(FileListModel::Side::Sandbox, this)))
    , m_saveAll(new Button(Button::Look::Link, tr("Save all"), m_made.head))
    , m_empty(new PlainLabel(PlainLabel::Rank::Muted,
                             tr("Files you attach or code saves appear here."), this))
{
    setObjectName(QStringLiteral("filePanel"));
    m_given.list->setObjectName(QStringLiteral("givenFiles"));
    m_made.list->setObjectName(QStringLiteral("sandboxFiles"));
    m_saveAll->setObjectName(QStringLiteral("saveAllFiles"));
    m_empty->setObjectName(QStringLiteral("noFiles"));
    m_empty->setContentsMargins(6, 0, 6, 0);
    m_saveAll->setAccessibleName(tr("Save all files from the sandbox"));
    m_made.head->layout()->addWidget(m_saveAll);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(10, 12, 10, 12);
    column->setSpacing(2);
    column->addWidget(m_empty);
    for (const Section &section : {m_given, m_made}) {
        column->addWidget(section.head);
        column->addWidget(section.list);
        column->addSpacing(10);
    }
    column->addStretch();
    setMinimumWidth(180);
    resize(250, height());
    connect(m_saveAll, &Button::clicked, this, &FilePanel::saveAllRequested);
    setDocument(nullptr);
}

FilePanel::Section FilePanel::makeSection(const QString &title, FileListModel *model)
{
    Section section{new QWidget(this), new QListView(this), model};
    auto *head = new QHBoxLayout(section.head);
    head->setContentsMargins(6, 2, 4, 2);
    head->addWidget(new PlainLabel(PlainLabel::Rank::Section, title, section.head), 1);
    auto *delegate = new FileDelegate(section.list);
    section.list->setModel(model);
    section.list->setItemDelegate(delegate);
    section.list->setFrameShape(QFrame::NoFrame);
    section.list->setUniformItemSizes(true);
    section.list->setMouseTracking(true);
    section.list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    section.list->setDragEnabled(true);
    section.list->setDragDropMode(QAbstractItemView::DragOnly);
    section.list->setDefaultDropAction(Qt::CopyAction);
    section.list->setAccessibleName(title);
    section.list->setAccessibleDescription(tr("Enter saves a file"));
    connect(model, &QAbstractItemModel::modelReset, this, [this, section] { update(section); });
    connect(delegate, &FileDelegate::saveRequested, this, &FilePanel::save);
    connect(section.list, &QListView::activated, this, &FilePanel::save);
    return section;
}

void FilePanel::setDocument(Conversation *document)
{
    m_given.model->setDocument(document);
    m_made.model->setDocument(document);
}

void FilePanel::setDragCopy(const DraggedFiles::Copy &copy)
{
    m_given.model->setDragCopy(copy);
    m_made.model->setDragCopy(copy);
}

void FilePanel::update(const Section &section)
{
    const int rows = section.model->rowCount();
    section.head->setVisible(rows > 0);
    section.list->setVisible(rows > 0);
    const int row = std::max(1, section.list->sizeHintForRow(0));
    section.list->setFixedHeight(std::clamp(rows, 1, maxRows) * row);
    m_saveAll->setVisible(m_made.model->rowCount() > 1);
    updateShown();
}

void FilePanel::updateShown()
{
    const bool isEmpty = m_made.model->rowCount() == 0 && m_given.model->rowCount() == 0;
    const bool isOpen = m_wanted && (m_wantedEmpty || !isEmpty);
    m_empty->setVisible(isEmpty);
    setVisible(isOpen);
    if (std::exchange(m_isOpen, isOpen) != isOpen)
        Q_EMIT shownChanged(isOpen);
}

void FilePanel::setWanted(bool wanted)
{
    m_wanted = wanted;
    updateShown();
}

void FilePanel::setOpen(bool open)
{
    m_wantedEmpty = open;
    setWanted(open);
}

void FilePanel::save(const QModelIndex &index)
{
    if (index.data(FileListModel::IsHereRole).toBool())
        Q_EMIT saveRequested(index.data(FileListModel::NameRole).toString());
}

void FilePanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    update(m_given); // rows are taller or smaller now
    update(m_made);
}

void FilePanel::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, 0, 1, height(), theme.border);
}

} // namespace sandglass
