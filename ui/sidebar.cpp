// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sidebar.h"

#include "ui/button.h"
#include "ui/conversationdelegate.h"
#include "ui/conversationlistmodel.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

namespace sandglass {

Sidebar::Sidebar(ConversationListModel *model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_new(new Button(Button::Look::Primary, tr("New conversation"), this))
    , m_search(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_empty(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_settings(new Button(Button::Look::Plain, tr("Settings"), this))
    , m_sandboxes(new Button(Button::Look::Plain, tr("Sandboxes"), this))
{
    build();
    connect(m_new, &Button::clicked, this, &Sidebar::newRequested);
    connect(m_settings, &Button::clicked, this, &Sidebar::settingsRequested);
    connect(m_sandboxes, &Button::clicked, this, &Sidebar::sandboxesRequested);
    m_sandboxes->hide();
    connect(m_search, &QLineEdit::textChanged, model, &ConversationListModel::setSearch);
    connect(m_list, &QListView::clicked, this, &Sidebar::select);
    connect(m_list, &QListView::activated, this, &Sidebar::select);
    connect(m_list, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        showMenu(m_list->indexAt(at), m_list->viewport()->mapToGlobal(at));
    });
    const auto follow = [this] {
        setCurrent(m_current);
        updateEmpty();
    };
    connect(model, &QAbstractItemModel::modelReset, this, follow);
    connect(model, &ConversationListModel::loaded, this, [this] {
        m_isLoaded = true;
        updateEmpty();
    });
}

void Sidebar::build()
{
    setObjectName(QStringLiteral("sidebar"));
    m_new->setObjectName(QStringLiteral("newConversation"));
    m_new->setToolTip(tr("New conversation (%1)")
                          .arg(QKeySequence(QKeySequence::New).toString(QKeySequence::NativeText)));
    m_search->setObjectName(QStringLiteral("searchConversations"));
    m_search->setAccessibleName(tr("Search conversations by title"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaxLength(200);
    m_search->installEventFilter(this);
    m_empty->setObjectName(QStringLiteral("noConversations"));
    m_empty->setContentsMargins(8, 12, 8, 0);
    m_empty->hide();
    m_settings->setObjectName(QStringLiteral("openSettings"));
    m_sandboxes->setObjectName(QStringLiteral("openSandboxes"));
    m_list->setObjectName(QStringLiteral("conversations"));
    m_list->setAccessibleName(tr("Conversations"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new ConversationDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setResizeMode(QListView::Adjust);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->setMouseTracking(true);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->installEventFilter(this);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 9, 8, 6);
    column->setSpacing(8);
    column->addWidget(m_new);
    column->addWidget(m_search);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_settings);
    foot->addWidget(m_sandboxes);
    foot->addStretch();
    column->addLayout(foot);
    setMinimumWidth(180);
}

void Sidebar::setCurrent(const ConversationId &id)
{
    m_current = id;
    const int row = m_model->rowOf(id);
    if (row < 0)
        m_list->clearSelection();
    else if (m_list->currentIndex().row() != row ||
             !m_list->selectionModel()->isRowSelected(row, {}))
        m_list->setCurrentIndex(m_model->index(row));
}

void Sidebar::setSandboxesShown(bool shown)
{
    m_sandboxes->setVisible(shown);
}

void Sidebar::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void Sidebar::select(const QModelIndex &index)
{
    const ConversationId id = m_model->idAt(index.row());
    if (!id.isNull() && !(id == m_current))
        Q_EMIT chosen(id);
}

void Sidebar::showMenu(const QModelIndex &index, const QPoint &at)
{
    const ConversationId id = m_model->idAt(index.row());
    if (id.isNull())
        return;
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("conversationMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Rename\tF2"), this, [this, id] {
        const int row = m_model->rowOf(id);
        if (row >= 0)
            m_list->edit(m_model->index(row));
    });
    menu->addAction(tr("Delete\tDel"), this, [this, id] { Q_EMIT deleteRequested(id); });
    menu->popup(at);
}

void Sidebar::deleteCurrent()
{
    const ConversationId id = m_model->idAt(m_list->currentIndex().row());
    if (!id.isNull())
        Q_EMIT deleteRequested(id);
}

void Sidebar::updateEmpty()
{
    const bool isEmpty = m_isLoaded && m_model->rowCount() == 0;
    m_empty->setText(m_model->hasSearch() ? tr("No such title. Clear the search.")
                                          : tr("Conversations appear here."));
    m_empty->setVisible(isEmpty);
}

// Keys of the list that its edit triggers and the search field don't know.
bool Sidebar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (watched == m_search) {
        if (key->key() == Qt::Key_Escape) {
            m_search->clear();
            return true;
        }
        if (key->key() == Qt::Key_Down && m_model->rowCount() > 0) {
            m_list->setFocus(Qt::ShortcutFocusReason);
            if (!m_list->currentIndex().isValid())
                m_list->setCurrentIndex(m_model->index(0));
            return true;
        }
        if (key->key() == Qt::Key_Return && m_model->rowCount() > 0) {
            select(m_model->index(0));
            return true;
        }
        return false;
    }
    switch (key->key()) {
    case Qt::Key_Delete:
        deleteCurrent();
        return true;
    case Qt::Key_Menu: {
        const QModelIndex index = m_list->currentIndex();
        showMenu(index, m_list->viewport()->mapToGlobal(m_list->visualRect(index).center()));
        return true;
    }
    default:
        return false;
    }
}

// As much of the hint as there is room for; never a part of a word.
void Sidebar::fitSearch()
{
    const int room = m_search->width() - 22; // without its frame and margins
    for (const QString &hint : {tr("Search conversations  Ctrl+K"), tr("Search conversations"),
                                tr("Search  Ctrl+K"), tr("Search")}) {
        m_search->setPlaceholderText(hint);
        if (m_search->fontMetrics().horizontalAdvance(hint) <= room)
            break;
    }
}

void Sidebar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    fitSearch();
}

void Sidebar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitSearch();
}

void Sidebar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.sidebar);
    painter.fillRect(width() - 1, 0, 1, height(), theme.border);
}

} // namespace sandglass
