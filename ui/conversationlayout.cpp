// SPDX-License-Identifier: GPL-3.0-or-later
// The half of ConversationView that gives blocks widgets and places.
#include "ui/conversationview.h"

#include "ui/answerwidget.h"
#include "ui/cellwidget.h"
#include "ui/centeredcolumn.h"
#include "ui/heightestimate.h"
#include "ui/noticewidget.h"
#include "ui/questionwidget.h"

#include <QApplication>
#include <QKeyEvent>
#include <QScrollBar>

namespace sandglass {

namespace {

constexpr int margin = 18; // above the first and below the last block
constexpr size_t maxSpare = 12;

} // namespace

int ConversationView::columnWidth() const
{
    // Of the whole width: nothing moves when the scroll bar comes, and the composer is in line.
    return CenteredColumn::columnWidth(width());
}

int ConversationView::estimate(int index) const
{
    const QFontMetrics metrics = fontMetrics();
    const int columns = columnWidth() / std::max(1, metrics.averageCharWidth());
    return spacing + estimateHeight(m_document->blocks()[static_cast<size_t>(index)],
                                    metrics.lineSpacing(), columns);
}

void ConversationView::layoutBlocks()
{
    if (m_inLayout || m_document == nullptr)
        return;
    m_inLayout = true;
    const int width = columnWidth();
    const int room = viewport()->height();
    int value = verticalScrollBar()->value();
    // What is at the top stays at the top, whatever heights above it turn out to be.
    const int anchor = m_heights.at(value - margin);
    const int offset = anchor < 0 ? 0 : value - m_heights.top(anchor);
    int first = 0;
    int last = -1;
    for (int pass = 0; pass < 10; ++pass) {
        const int most = std::max(0, m_heights.total() + 2 * margin - spacing - room);
        value = m_follow || anchor < 0 ? most : std::clamp(m_heights.top(anchor) + offset, 0, most);
        first = std::max(0, m_heights.at(value - margin - room / 2));
        last = m_heights.at(value - margin + room + room / 2);
        bool changed = false;
        for (int i = first; i <= last; ++i)
            changed = measure(i, width) || changed;
        if (!changed)
            break;
    }
    setScrollBar(value);
    placeWidgets(first, last, value);
    recycle(first, last);
    m_inLayout = false;
}

// Gives a block its widget and its true height; true where that changed.
bool ConversationView::measure(int index, int width)
{
    Live &live = m_live[index];
    const Block &block = m_document->blocks()[static_cast<size_t>(index)];
    if (live.widget == nullptr) {
        live.widget = takeWidget(block);
        live.kind = block.index();
        live.widget->setBlock(block, m_states[static_cast<size_t>(index)]);
        live.width = 0;
    }
    if (live.width == width)
        return false;
    live.width = width;
    const int height = live.widget->place(width) + spacing;
    if (height == m_heights.height(index))
        return false;
    m_heights.set(index, height);
    return true;
}

void ConversationView::setScrollBar(int value)
{
    const int room = viewport()->height();
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setRange(0, std::max(0, m_heights.total() + 2 * margin - spacing - room));
    verticalScrollBar()->setValue(value);
}

void ConversationView::placeWidgets(int first, int last, int value)
{
    const int left = (width() - columnWidth()) / 2;
    int y = first <= last ? margin + m_heights.top(first) - value : 0;
    for (int i = first; i <= last; ++i) {
        QWidget *widget = m_live[i].widget;
        widget->move(left, y);
        widget->show();
        y += m_heights.height(i);
    }
}

// Takes their widgets from the blocks outside of first…last, but for one that has the focus.
void ConversationView::recycle(int first, int last)
{
    for (auto it = m_live.begin(); it != m_live.end();) {
        BlockWidget *widget = it->second.widget;
        const bool inside = it->first >= first && it->first <= last;
        const QWidget *focus = QApplication::focusWidget();
        const bool focused = last >= 0 && focus != nullptr && widget->isAncestorOf(focus);
        if (inside || focused) {
            if (!inside)
                widget->move(widget->x(), -widget->height() - 10);
            ++it;
            continue;
        }
        widget->hide();
        const size_t kind = it->second.kind;
        if (m_spare[kind].size() < maxSpare)
            m_spare[kind].push_back(widget);
        else
            widget->deleteLater();
        it = m_live.erase(it);
    }
}

BlockWidget *ConversationView::takeWidget(const Block &block)
{
    auto &spare = m_spare[block.index()];
    if (spare.empty())
        return makeWidget(block);
    BlockWidget *widget = spare.back();
    spare.pop_back();
    return widget;
}

BlockWidget *ConversationView::makeWidget(const Block &block)
{
    BlockWidget *widget = nullptr;
    if (std::holds_alternative<QuestionBlock>(block))
        widget = new QuestionWidget(m_context, viewport());
    else if (std::holds_alternative<AnswerBlock>(block))
        widget = new AnswerWidget(m_context, viewport());
    else if (std::holds_alternative<CellBlock>(block))
        widget = new CellWidget(m_context, viewport());
    else
        widget = new NoticeWidget(m_context, viewport());
    connect(widget, &BlockWidget::linkActivated, this, &ConversationView::linkActivated);
    connect(widget, &BlockWidget::saveRequested, this, &ConversationView::saveRequested);
    connect(widget, &BlockWidget::packagesRequested, this, &ConversationView::packagesRequested);
    connect(widget, &BlockWidget::enlargeRequested, this, &ConversationView::enlargeRequested);
    connect(widget, &BlockWidget::runRequested, this, &ConversationView::runRequested);
    connect(widget, &BlockWidget::remedyRequested, this, &ConversationView::remedyRequested);
    connect(widget, &BlockWidget::askAgainRequested, this,
            [this] { Q_EMIT askAgainRequested(lastQuestion()); });
    connect(widget, &BlockWidget::heightChanged, this, [this, widget] {
        for (auto &[index, live] : m_live)
            if (live.widget == widget)
                live.width = 0;
        layoutBlocks();
    });
    return widget;
}

void ConversationView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    layoutBlocks();
}

void ConversationView::scrollContentsBy(int, int)
{
    if (m_inLayout)
        return;
    m_follow = verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 2;
    layoutBlocks();
}

void ConversationView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Home)
        verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
    else if (event->key() == Qt::Key_End)
        scrollToEnd();
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void ConversationView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        return;
    for (auto &[index, live] : m_live)
        live.width = 0;
    layoutBlocks();
}

// Widgets are used again in any order, so Tab can't follow the order in which they were made.
QList<QWidget *> ConversationView::focusOrder() const
{
    QList<QWidget *> order;
    for (const auto &[index, live] : m_live) {
        QList<QWidget *> inside = live.widget->findChildren<QWidget *>();
        inside.removeIf([](const QWidget *widget) {
            return !widget->isVisible() || !widget->isEnabled() ||
                   (widget->focusPolicy() & Qt::TabFocus) == 0;
        });
        std::stable_sort(inside.begin(), inside.end(), [&](const QWidget *a, const QWidget *b) {
            const QPoint pa = a->mapTo(viewport(), QPoint());
            const QPoint pb = b->mapTo(viewport(), QPoint());
            return pa.y() != pb.y() ? pa.y() < pb.y() : pa.x() < pb.x();
        });
        order += inside;
    }
    return order;
}

bool ConversationView::focusNextPrevChild(bool next)
{
    const QList<QWidget *> order = focusOrder();
    QWidget *now = QApplication::focusWidget();
    qsizetype at = order.indexOf(now);
    if (at < 0 && now != this)
        return QAbstractScrollArea::focusNextPrevChild(next);
    if (now == this)
        at = next ? -1 : 0; // backwards from the view itself leaves it
    at += next ? 1 : -1;
    if (at < 0 || at >= order.size()) {
        if (now != this && !next) {
            setFocus(Qt::BacktabFocusReason);
            return true;
        }
        return leaveFocus(next);
    }
    QWidget *target = order[at];
    target->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    const int top = target->mapTo(viewport(), QPoint()).y();
    const int bottom = top + target->height();
    QScrollBar *bar = verticalScrollBar();
    if (top < 0 || target->height() > viewport()->height())
        bar->setValue(bar->value() + top - 20);
    else if (bottom > viewport()->height())
        bar->setValue(bar->value() + bottom - viewport()->height() + 20);
    return true;
}

// To what comes before or after this view and all that is in it.
bool ConversationView::leaveFocus(bool next)
{
    QWidget *candidate = this;
    do {
        candidate = next ? candidate->nextInFocusChain() : candidate->previousInFocusChain();
        const bool fits = candidate->isVisible() && candidate->isEnabled() &&
                          (candidate->focusPolicy() & Qt::TabFocus) != 0 &&
                          !isAncestorOf(candidate);
        if (fits && candidate != this) {
            candidate->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    } while (candidate != this);
    return false;
}

} // namespace sandglass
