// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cellwidget.h"

#include "ui/button.h"
#include "ui/cellbar.h"
#include "ui/celloutputs.h"
#include "ui/codeedit.h"
#include "ui/divider.h"
#include "ui/frame.h"
#include "ui/noticeview.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>

namespace sandglass {

CellWidget::CellWidget(const BlockContext &context, QWidget *parent)
    : BlockWidget(context, parent)
    , m_bar(new CellBar(this))
    , m_code(new CodeView(this))
    , m_showCode(new Button(Button::Look::Plain, QString(), this))
    , m_outputs(new CellOutputs(context, this))
    , m_showOutput(new Button(Button::Look::Plain, tr("▸ Show output"), this))
    , m_detail(new PlainLabel(PlainLabel::Rank::Bad, this))
    , m_lost(new Divider(tr("The kernel ended here. Variables from above are gone."), this))
{
    m_code->setObjectName(QStringLiteral("code"));
    m_showCode->setObjectName(QStringLiteral("showCode"));
    m_showOutput->setObjectName(QStringLiteral("showOutput"));
    m_detail->setObjectName(QStringLiteral("cellDetail"));
    m_lost->setObjectName(QStringLiteral("kernelLost"));
    connectBar();
    connect(m_showCode, &Button::clicked, this,
            [this] { setFolded(&BlockState::codeFolded, false); });
    connect(m_showOutput, &Button::clicked, this,
            [this] { setFolded(&BlockState::outputFolded, false); });
    connect(m_outputs, &CellOutputs::heightChanged, this, &BlockWidget::heightChanged);
    connect(m_outputs, &CellOutputs::linkActivated, this, &BlockWidget::linkActivated);
    connect(m_outputs, &CellOutputs::saveRequested, this, &BlockWidget::saveRequested);
    connect(m_outputs, &CellOutputs::enlargeRequested, this, &BlockWidget::enlargeRequested);
}

// Not kept: blocks move in memory when others are added.
const CellBlock &CellWidget::cell() const
{
    return *context().document->cell(m_id);
}

void CellWidget::connectBar()
{
    connect(m_bar, &CellBar::editRequested, this, &CellWidget::edit);
    connect(m_bar, &CellBar::runAgainRequested, this,
            [this] { Q_EMIT runRequested(cell().record.code); });
    connect(m_bar, &CellBar::copyRequested, this,
            [this] { QGuiApplication::clipboard()->setText(cell().record.code); });
    connect(m_bar, &CellBar::runEditedRequested, this, &CellWidget::runEdited);
    connect(m_bar, &CellBar::cancelEditRequested, this, &CellWidget::leaveEditor);
    connect(m_bar, &CellBar::foldCodeRequested, this,
            [this] { setFolded(&BlockState::codeFolded, !m_state->codeFolded); });
    connect(m_bar, &CellBar::foldOutputRequested, this,
            [this] { setFolded(&BlockState::outputFolded, !m_state->outputFolded); });
}

void CellWidget::show(const Block &block, BlockState &state)
{
    const CellBlock &shown = std::get<CellBlock>(block);
    m_state = &state;
    if (!(shown.record.cell == m_id)) {
        m_id = shown.record.cell;
        delete m_editor; // another cell's
        m_code->setCode(shown.record.code);
    }
    refresh(shown);
}

void CellWidget::refresh(const CellBlock &shown)
{
    m_bar->setCell(shown, *m_state, context().canRun);
    showCode();
    showOutputs(shown);
    const bool running = !shown.result && m_state->isRunning;
    m_detail->setText(running ? QString() : resultDetail(shown.result.value_or(CellResult())));
    m_detail->setVisible(!m_detail->text().isEmpty());
    m_lost->setVisible(shown.result && shown.result->variablesLost);
    showNotices(shown);
    setAccessibleName(m_bar->words());
    update();
}

void CellWidget::showCode()
{
    if (m_state->edited && m_editor.isNull()) {
        m_editor = new CodeEdit(this);
        m_editor->setObjectName(QStringLiteral("codeEdit"));
        m_editor->setPlainText(*m_state->edited);
        connect(m_editor, &CodeEdit::textChanged, this, [this] {
            m_state->edited = m_editor->toPlainText();
            Q_EMIT heightChanged();
        });
        connect(m_editor, &CodeEdit::runRequested, this, &CellWidget::runEdited);
        connect(m_editor, &CodeEdit::left, this, &CellWidget::leaveEditor);
        m_editor->show();
    }
    const bool folded = m_state->codeFolded && !m_state->edited;
    m_code->setVisible(!m_state->edited && !folded);
    m_showCode->setVisible(folded);
    const int lines = m_code->blockCount();
    m_showCode->setText(lines == 1 ? tr("▸ Show code · 1 line")
                                   : tr("▸ Show code · %1 lines").arg(countText(lines)));
    m_showCode->setAccessibleName(m_showCode->text().mid(2));
}

void CellWidget::showOutputs(const CellBlock &shown)
{
    const bool folded = m_state->outputFolded && !shown.outputs.isEmpty();
    m_showOutput->setVisible(folded);
    m_showOutput->setAccessibleName(tr("Show output"));
    m_outputs->setVisible(!folded);
    if (!folded)
        m_outputs->setCell(shown, *m_state);
}

void CellWidget::showNotices(const CellBlock &shown)
{
    const auto count = static_cast<size_t>(shown.notices.size());
    while (m_notices.size() < count) {
        m_notices.push_back(new NoticeView(this));
        connect(m_notices.back(), &NoticeView::packagesRequested, this,
                &BlockWidget::packagesRequested);
    }
    for (size_t i = 0; i < m_notices.size(); ++i) {
        if (i < count)
            m_notices[i]->setNotice(shown.notices[static_cast<qsizetype>(i)]);
        m_notices[i]->setVisible(i < count);
    }
}

void CellWidget::edit()
{
    m_state->edited = cell().record.code;
    refresh(cell());
    Q_EMIT heightChanged();
    m_editor->moveCursor(QTextCursor::End);
    m_editor->setFocus();
}

void CellWidget::runEdited()
{
    const QString code = m_state->edited.value_or(QString());
    if (code.trimmed().isEmpty())
        return;
    leaveEditor();
    Q_EMIT runRequested(code);
}

void CellWidget::leaveEditor()
{
    m_state->edited.reset();
    if (m_editor != nullptr) {
        m_editor->hide();
        m_editor->deleteLater(); // it is on the call stack
        m_editor.clear();
    }
    refresh(cell());
    Q_EMIT heightChanged();
    m_bar->focusEdit();
}

void CellWidget::setFolded(bool BlockState::*part, bool folded)
{
    m_state->*part = folded;
    refresh(cell());
    Q_EMIT heightChanged();
}

int CellWidget::arrange(int width)
{
    m_bar->move(0, 0);
    int y = arrangeCode(width, m_bar->arrange(width));
    if (!m_outputs->isHidden() && !m_outputs->isEmpty()) {
        m_outputs->move(1, y + 1);
        y += 1 + m_outputs->arrange(width - 2);
    }
    if (!m_showOutput->isHidden()) {
        m_showOutput->setGeometry(QRect(QPoint(6, y + 3), m_showOutput->sizeHint()));
        y = m_showOutput->geometry().bottom() + 3;
    }
    if (!m_detail->isHidden()) {
        m_detail->setGeometry(12, y + 6, width - 24, m_detail->heightForWidth(width - 24));
        y = m_detail->geometry().bottom() + 9;
    }
    m_frame = QRect(0, 0, width, y + 1);
    return arrangeBelow(width, y + 1);
}

int CellWidget::arrangeCode(int width, int y)
{
    CodeView *shown = m_editor != nullptr ? m_editor.data() : m_code;
    int height = 0;
    if (!m_showCode->isHidden()) {
        m_showCode->setGeometry(QRect(QPoint(6, y + 3), m_showCode->sizeHint()));
        height = m_showCode->height() + 6;
    } else {
        height = shown->arrange(width - 2);
        shown->move(1, y);
    }
    m_codeArea = QRect(1, y, width - 2, height);
    return y + height;
}

int CellWidget::arrangeBelow(int width, int y)
{
    for (NoticeView *notice : m_notices) {
        if (notice->isHidden())
            continue;
        notice->move(0, y + 8);
        y += 8 + notice->arrange(width);
    }
    if (!m_lost->isHidden()) {
        m_lost->setGeometry(0, y + 10, width, m_lost->sizeHint().height());
        y = m_lost->geometry().bottom() + 1;
    }
    return y;
}

void CellWidget::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    drawCodeFrame(painter, m_frame, m_codeArea, theme);
    if (m_editor != nullptr && m_editor->hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(m_codeArea.adjusted(0, 0, -1, -1));
    }
}

} // namespace sandglass
