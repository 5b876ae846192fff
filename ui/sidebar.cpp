// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sidebar.h"

#include "ui/button.h"
#include "ui/conversationlistmodel.h"
#include "ui/rowdelegate.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QShortcut>
#include <QVBoxLayout>

namespace sandglass {

namespace {

class ConversationDelegate : public RowDelegate
{
public:
    using RowDelegate::RowDelegate;

    QString note(const QModelIndex &index) const override
    {
        return agoText(index.data(ConversationListModel::ChangedRole).toDateTime());
    }
};

} // namespace

Sidebar::Sidebar(ConversationListModel *model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_new(new Button(Button::Look::Primary, tr("New conversation"), this))
    , m_list(new QListView(this))
{
    setObjectName(QStringLiteral("sidebar"));
    m_new->setObjectName(QStringLiteral("newConversation"));
    m_list->setObjectName(QStringLiteral("conversations"));
    m_list->setAccessibleName(tr("Conversations"));
    m_list->setModel(model);
    m_list->setItemDelegate(new ConversationDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->setMouseTracking(true);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 9, 8, 8);
    column->setSpacing(8);
    column->addWidget(m_new);
    column->addWidget(m_list, 1);
    setFixedWidth(234);

    connect(m_new, &Button::clicked, this, &Sidebar::newRequested);
    connect(m_list, &QListView::clicked, this, &Sidebar::select);
    connect(m_list, &QListView::activated, this, &Sidebar::select);
    connect(m_list, &QWidget::customContextMenuRequested, this, &Sidebar::showMenu);
    auto *remove = new QShortcut(QKeySequence::Delete, m_list);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &Sidebar::deleteCurrent);
    connect(model, &QAbstractItemModel::modelReset, this, [this] { setCurrent(m_current); });
    connect(model, &QAbstractItemModel::rowsInserted, this, [this] { setCurrent(m_current); });
}

void Sidebar::setCurrent(const ConversationId &id)
{
    m_current = id;
    const int row = m_model->rowOf(id);
    if (row < 0)
        m_list->clearSelection();
    else
        m_list->setCurrentIndex(m_model->index(row));
}

void Sidebar::select(const QModelIndex &index)
{
    const ConversationId id = m_model->idAt(index.row());
    if (!id.isNull() && !(id == m_current))
        Q_EMIT chosen(id);
}

void Sidebar::showMenu(const QPoint &at)
{
    const QModelIndex index = m_list->indexAt(at);
    const ConversationId id = m_model->idAt(index.row());
    if (id.isNull())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Delete"), this, [this, id] { Q_EMIT deleteRequested(id); });
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

void Sidebar::deleteCurrent()
{
    const ConversationId id = m_model->idAt(m_list->currentIndex().row());
    if (!id.isNull())
        Q_EMIT deleteRequested(id);
}

void Sidebar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.sidebar);
    painter.fillRect(width() - 1, 0, 1, height(), theme.border);
}

} // namespace sandglass
