// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filepanel.h"

#include "ui/button.h"
#include "ui/filelistmodel.h"
#include "ui/plainlabel.h"
#include "ui/rowdelegate.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr int maxRows = 12; // more are scrolled

class FileDelegate : public RowDelegate
{
public:
    using RowDelegate::RowDelegate;

    Qt::TextElideMode elideMode() const override { return Qt::ElideMiddle; }

    QString note(const QModelIndex &index) const override
    {
        return sizeText(index.data(FileListModel::SizeRole).toLongLong());
    }
};

} // namespace

FilePanel::FilePanel(QWidget *parent)
    : QWidget(parent)
    , m_given(makeSection(tr("From you"), new FileListModel(FileListModel::Side::Person, this)))
    , m_made(makeSection(tr("From the sandbox"),
                         new FileListModel(FileListModel::Side::Sandbox, this)))
    , m_saveAll(new Button(Button::Look::Plain, tr("Save all…"), m_made.buttons))
{
    nameParts();
    static_cast<QBoxLayout *>(m_made.buttons->layout())->insertWidget(1, m_saveAll);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 14, 8, 12);
    column->setSpacing(4);
    for (const Section &section : {m_given, m_made}) {
        column->addWidget(section.title);
        column->addWidget(section.list);
        column->addWidget(section.buttons);
        column->addSpacing(8);
    }
    column->addStretch();
    setMinimumWidth(180);
    resize(250, height());
    connect(m_saveAll, &Button::clicked, this, &FilePanel::saveAllRequested);
    setDocument(nullptr);
}

void FilePanel::nameParts()
{
    setObjectName(QStringLiteral("filePanel"));
    m_given.list->setObjectName(QStringLiteral("givenFiles"));
    m_made.list->setObjectName(QStringLiteral("sandboxFiles"));
    m_given.save->setObjectName(QStringLiteral("saveGivenFile"));
    m_made.save->setObjectName(QStringLiteral("saveFile"));
    m_saveAll->setObjectName(QStringLiteral("saveAllFiles"));
    m_given.save->setAccessibleName(tr("Save the selected file of yours"));
    m_made.save->setAccessibleName(tr("Save the selected file"));
    m_saveAll->setAccessibleName(tr("Save all files from the sandbox"));
}

FilePanel::Section FilePanel::makeSection(const QString &title, FileListModel *model)
{
    Section section{new PlainLabel(PlainLabel::Rank::Muted, title, this), new QListView(this),
                    new QWidget(this), nullptr, model};
    section.title->setContentsMargins(8, 2, 0, 0);
    section.save = new Button(Button::Look::Plain, tr("Save…"), section.buttons);
    auto *row = new QHBoxLayout(section.buttons);
    row->setContentsMargins(3, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(section.save);
    row->addStretch();
    section.list->setModel(model);
    section.list->setItemDelegate(new FileDelegate(section.list));
    section.list->setFrameShape(QFrame::NoFrame);
    section.list->setUniformItemSizes(true);
    section.list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    section.list->setDragEnabled(true);
    section.list->setDragDropMode(QAbstractItemView::DragOnly);
    section.list->setDefaultDropAction(Qt::CopyAction);
    section.list->setAccessibleName(title);
    connect(model, &QAbstractItemModel::modelReset, this, [this, section] { update(section); });
    const auto save = [this, section] {
        saveSelected(section);
    };
    connect(section.save, &Button::clicked, this, save);
    connect(section.list, &QListView::activated, this, save);
    connect(section.list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this, section] { updateSave(section); });
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
    for (QWidget *widget : {static_cast<QWidget *>(section.title), section.buttons})
        widget->setVisible(rows > 0);
    section.list->setVisible(rows > 0);
    const int row = std::max(1, section.list->sizeHintForRow(0));
    section.list->setFixedHeight(std::clamp(rows, 1, maxRows) * row + 4);
    m_saveAll->setVisible(m_made.model->rowCount() > 1);
    if (rows > 0 && !section.list->currentIndex().isValid())
        section.list->setCurrentIndex(section.model->index(0));
    updateSave(section);
    updateShown();
}

void FilePanel::updateSave(const Section &section)
{
    const QModelIndex index = section.list->currentIndex();
    section.save->setEnabled(index.isValid() && index.data(FileListModel::IsHereRole).toBool());
}

void FilePanel::updateShown()
{
    setVisible(m_wanted && (m_made.model->rowCount() > 0 || m_given.model->rowCount() > 0));
}

void FilePanel::setWanted(bool wanted)
{
    m_wanted = wanted;
    updateShown();
}

void FilePanel::saveSelected(const Section &section)
{
    const QModelIndex index = section.list->currentIndex();
    if (index.isValid() && index.data(FileListModel::IsHereRole).toBool())
        Q_EMIT saveRequested(index.data(FileListModel::NameRole).toString());
}

void FilePanel::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, 0, 1, height(), theme.border);
}

} // namespace sandglass
