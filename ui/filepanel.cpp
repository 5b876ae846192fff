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
    , m_save(new Button(Button::Look::Outline, tr("Save…"), this))
    , m_saveAll(new Button(Button::Look::Plain, tr("Save all…"), this))
{
    setObjectName(QStringLiteral("filePanel"));
    m_given.list->setObjectName(QStringLiteral("givenFiles"));
    m_made.list->setObjectName(QStringLiteral("sandboxFiles"));
    m_save->setObjectName(QStringLiteral("saveFile"));
    m_saveAll->setObjectName(QStringLiteral("saveAllFiles"));
    m_save->setAccessibleName(tr("Save the selected file"));
    m_given.list->setSelectionMode(QAbstractItemView::NoSelection);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_save);
    buttons->addWidget(m_saveAll);
    buttons->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 14, 8, 12);
    column->setSpacing(4);
    for (const Section &section : {m_given, m_made}) {
        column->addWidget(section.title);
        column->addWidget(section.list);
    }
    column->addLayout(buttons);
    column->addStretch();
    setMinimumWidth(180);
    resize(250, height());
    connect(m_save, &Button::clicked, this, &FilePanel::saveSelected);
    connect(m_saveAll, &Button::clicked, this, &FilePanel::saveAllRequested);
    connect(m_made.list, &QListView::activated, this, &FilePanel::saveSelected);
    connect(m_made.list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { m_save->setEnabled(m_made.list->currentIndex().isValid()); });
    setDocument(nullptr);
}

FilePanel::Section FilePanel::makeSection(const QString &title, FileListModel *model)
{
    Section section{new PlainLabel(PlainLabel::Rank::Muted, title, this), new QListView(this),
                    model};
    section.title->setContentsMargins(8, 4, 0, 0);
    section.list->setModel(model);
    section.list->setItemDelegate(new FileDelegate(section.list));
    section.list->setFrameShape(QFrame::NoFrame);
    section.list->setUniformItemSizes(true);
    section.list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    section.list->setAccessibleName(title);
    connect(model, &QAbstractItemModel::modelReset, this, [this, section] { update(section); });
    return section;
}

void FilePanel::setDocument(Conversation *document)
{
    m_given.model->setDocument(document);
    m_made.model->setDocument(document);
}

void FilePanel::update(const Section &section)
{
    const int rows = section.model->rowCount();
    section.title->setVisible(rows > 0);
    section.list->setVisible(rows > 0);
    const int row = section.list->fontMetrics().height() + 15;
    section.list->setFixedHeight(std::clamp(rows, 1, 12) * row + 4);
    const int made = m_made.model->rowCount();
    m_save->setVisible(made > 0);
    m_saveAll->setVisible(made > 1);
    if (made > 0 && !m_made.list->currentIndex().isValid())
        m_made.list->setCurrentIndex(m_made.model->index(0));
    updateShown();
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

void FilePanel::saveSelected()
{
    const QModelIndex index = m_made.list->currentIndex();
    if (index.isValid())
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
