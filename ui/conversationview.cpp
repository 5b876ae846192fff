// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/conversationview.h"

#include "ui/wording.h"

#include <QScrollBar>

namespace sandglass {

namespace {

constexpr int frameMs = 33;

TurnId turnOf(const Block &block)
{
    if (const auto *answer = std::get_if<AnswerBlock>(&block))
        return answer->turn;
    if (const auto *cell = std::get_if<CellBlock>(&block))
        return cell->record.turn;
    if (const auto *notice = std::get_if<NoticeBlock>(&block))
        return notice->record.turn;
    return std::get<QuestionBlock>(block).record.turn;
}

/// Whether this is what the cell's own notice says already.
bool isWhyNotRun(const Block &block, const Failure &failure)
{
    const auto *cell = std::get_if<CellBlock>(&block);
    return cell != nullptr &&
           std::any_of(cell->notices.begin(), cell->notices.end(), [&](const Notice &notice) {
               return notice.kind == QLatin1String("sandbox") &&
                      notice.text.startsWith(failure.text);
           });
}

} // namespace

ConversationView::ConversationView(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("conversation"));
    setAccessibleName(tr("Conversation"));
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalScrollBar()->setSingleStep(40);
    m_context.images = new ImageCache(this);
    m_frame.setSingleShot(true);
    m_frame.setInterval(frameMs);
    connect(&m_frame, &QTimer::timeout, this, &ConversationView::showChanges);
}

ConversationView::~ConversationView()
{
    // The widgets keep the addresses of our states.
    for (const auto &[index, live] : m_live)
        delete live.widget;
}

void ConversationView::setDocument(Conversation *document, const QString &outputsFolder)
{
    if (m_document != nullptr)
        m_document->disconnect(this);
    m_document = document;
    m_context.outputsFolder = outputsFolder;
    m_context.document = document;
    reset();
    if (document == nullptr)
        return;
    connect(document, &Conversation::blockAdded, this, &ConversationView::addBlock);
    connect(document, &Conversation::blockChanged, this, &ConversationView::changeBlock);
}

void ConversationView::reset()
{
    recycle(0, -1);
    m_heights.clear();
    m_states.clear();
    m_changed.clear();
    m_follow = true;
    const int count = m_document == nullptr ? 0 : static_cast<int>(m_document->blocks().size());
    m_states.resize(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
        foldRerun(i);
        m_heights.append(estimate(i));
    }
    updateTurnEnds();
    layoutBlocks();
}

// What was run again only for its variables is seen above already; but not why one failed.
void ConversationView::foldRerun(int index)
{
    const auto *cell = std::get_if<CellBlock>(&m_document->blocks()[static_cast<size_t>(index)]);
    if (cell == nullptr || cell->record.origin != CellOrigin::Rerun)
        return;
    BlockState &state = m_states[static_cast<size_t>(index)];
    const bool failed = cell->result && cell->result->status != CellStatus::Ok;
    state.codeFolded = true;
    state.outputFolded = !failed;
}

void ConversationView::setKernelStarting(bool starting)
{
    if (m_kernelStarting == starting)
        return;
    m_kernelStarting = starting;
    for (int i = 0; i < m_heights.count(); ++i)
        updateRunning(i);
}

void ConversationView::setPlaces(FailedAt model, FailedAt sandbox)
{
    m_modelAt = model;
    m_sandboxAt = sandbox;
    updateTurnEnds();
}

void ConversationView::setRunnable(bool runnable)
{
    m_context.canRun = runnable;
    for (const auto &[index, live] : m_live)
        changeBlock(index);
}

void ConversationView::setBusy(bool busy)
{
    m_busy = busy;
    for (int i = 0; i < m_heights.count(); ++i)
        updateRunning(i);
    updateTurnEnds();
}

void ConversationView::updateRunning(int index)
{
    const auto *cell = std::get_if<CellBlock>(&m_document->blocks()[static_cast<size_t>(index)]);
    BlockState &state = m_states[static_cast<size_t>(index)];
    if (cell == nullptr)
        return;
    const bool running = m_busy && !cell->result && state.isNew;
    if (running && !m_kernelStarting && !state.started.isValid())
        state.started.start();
    if (running != state.isRunning) {
        state.isRunning = running;
        foldRerun(index);
        changeBlock(index);
    }
}

void ConversationView::addBlock(int index)
{
    m_states.emplace_back();
    m_states.back().isNew = true;
    foldRerun(index);
    m_heights.append(estimate(index));
    updateRunning(index);
    if (std::holds_alternative<QuestionBlock>(m_document->blocks()[static_cast<size_t>(index)]))
        m_follow = true; // the person asked, so it is the answer that they want to see
    updateTurnEnds();
    changeBlock(index);
}

void ConversationView::changeBlock(int index)
{
    m_changed.insert(index);
    if (!m_frame.isActive())
        m_frame.start();
}

void ConversationView::showChanges()
{
    if (m_document == nullptr)
        return;
    const auto &blocks = m_document->blocks();
    const bool questions = std::any_of(m_changed.begin(), m_changed.end(), [&](int index) {
        return std::holds_alternative<QuestionBlock>(blocks[static_cast<size_t>(index)]);
    });
    if (questions)
        updateTurnEnds();
    for (const int index : m_changed) {
        updateRunning(index);
        const auto live = m_live.find(index);
        if (live == m_live.end()) {
            m_heights.set(index, estimate(index));
            continue;
        }
        live->second.widget->setBlock(blocks[static_cast<size_t>(index)],
                                      m_states[static_cast<size_t>(index)]);
        live->second.width = 0;
    }
    m_changed.clear();
    m_frame.stop();
    layoutBlocks();
}

// Under the last block of each turn stands how the turn ended.
void ConversationView::updateTurnEnds()
{
    if (m_document == nullptr)
        return;
    const auto &blocks = m_document->blocks();
    const auto set = [this](size_t index, const QString &footer, bool again, Remedy remedy) {
        BlockState &state = m_states[index];
        if (state.footer == footer && state.canAskAgain == again && state.remedy == remedy)
            return;
        state.footer = footer;
        state.canAskAgain = again;
        state.remedy = remedy;
        changeBlock(static_cast<int>(index));
    };
    const QuestionBlock *question = nullptr;
    size_t last = 0; // block of the question's turn
    const auto finish = [&](bool isNewest) {
        if (question == nullptr)
            return;
        const std::optional<TurnDoneRecord> &end = question->end;
        const bool isOfACell = end && end->failure && isWhyNotRun(blocks[last], *end->failure);
        const QString footer = !end        ? QString()
                               : isOfACell ? tr("The answer ended here: its cell could not be run.")
                                           : turnEndText(*end);
        const bool isOpen = isNewest && !m_busy && !footer.isEmpty();
        const bool helps = isOpen && end->failure;
        set(last, footer, isOpen,
            helps ? remedyFor(*end->failure, isOfACell ? m_sandboxAt : m_modelAt) : Remedy::None);
    };
    for (size_t i = 0; i < blocks.size(); ++i) {
        if (const auto *begun = std::get_if<QuestionBlock>(&blocks[i])) {
            finish(false);
            question = begun;
            last = i;
        } else if (question != nullptr && turnOf(blocks[i]) == question->record.turn) {
            set(last, {}, false, Remedy::None);
            last = i;
        } else {
            set(i, {}, false, Remedy::None);
        }
    }
    finish(true);
}

QString ConversationView::lastQuestion() const
{
    const auto &blocks = m_document->blocks();
    for (auto block = blocks.rbegin(); block != blocks.rend(); ++block)
        if (const auto *question = std::get_if<QuestionBlock>(&*block))
            return question->record.text;
    return {};
}

void ConversationView::scrollToEnd()
{
    m_follow = true;
    layoutBlocks();
}

} // namespace sandglass
