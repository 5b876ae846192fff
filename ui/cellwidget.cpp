// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cellwidget.h"

#include "ui/button.h"
#include "ui/codeview.h"
#include "ui/figureview.h"
#include "ui/markdownview.h"
#include "ui/noticeview.h"
#include "ui/outputview.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <QPainterPath>

namespace sandglass {

QWidget *CellWidget::Part::widget() const
{
    if (text != nullptr)
        return text;
    if (figure != nullptr)
        return figure;
    if (markdown != nullptr)
        return markdown;
    return remark;
}

CellWidget::CellWidget(const BlockContext &context, QWidget *parent)
    : BlockWidget(context, parent)
    , m_title(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_status(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_copy(new Button(Button::Look::Plain, tr("Copy"), this))
    , m_code(new CodeView(this))
    , m_detail(new PlainLabel(PlainLabel::Rank::Bad, this))
{
    m_title->setObjectName(QStringLiteral("cellTitle"));
    m_status->setObjectName(QStringLiteral("cellStatus"));
    m_copy->setObjectName(QStringLiteral("copyCode"));
    m_code->setObjectName(QStringLiteral("code"));
    m_detail->setObjectName(QStringLiteral("cellDetail"));
    m_copy->setAccessibleName(tr("Copy code"));
    for (PlainLabel *label : {m_title, m_status})
        label->setWordWrap(false);
    connect(m_copy, &Button::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_code->toPlainText()); });
    m_clock.setInterval(100);
    connect(&m_clock, &QTimer::timeout, this, &CellWidget::tick);
}

void CellWidget::show(const Block &block, BlockState &state)
{
    const CellBlock &cell = std::get<CellBlock>(block);
    m_state = &state;
    if (!(cell.record.cell == m_cell)) {
        m_cell = cell.record.cell;
        m_code->setCode(cell.record.code);
    }
    showHeader(cell);
    showOutputs(cell);
    showNotices(cell);
}

void CellWidget::showHeader(const CellBlock &cell)
{
    const bool running = !cell.result && m_state->isRunning;
    m_number = cell.result ? cell.result->executionCount.value_or(0) : 0;
    const QString number = m_number > 0 ? QString::number(m_number)
                           : running    ? QStringLiteral("*")
                                        : QStringLiteral(" ");
    QString title = tr("▶ Python [%1]").arg(number);
    if (cell.record.origin == CellOrigin::Person)
        title += tr("  yours");
    m_title->setText(title);
    m_clock.stop();
    if (running) {
        m_status->setRank(PlainLabel::Rank::Muted);
        tick();
        m_clock.start();
    } else {
        const CellResult result = cell.result.value_or(CellResult());
        const CellStatus status = result.status;
        m_status->setRank(status == CellStatus::Ok ? PlainLabel::Rank::Good
                          : status == CellStatus::Error || status == CellStatus::TimedOut ||
                                  status == CellStatus::Died
                              ? PlainLabel::Rank::Bad
                              : PlainLabel::Rank::Muted);
        m_status->setText(resultText(result));
        m_detail->setText(resultDetail(result));
    }
    m_detail->setVisible(!running && !m_detail->text().isEmpty());
    setAccessibleName(m_title->text() + u' ' + m_status->text());
}

void CellWidget::tick()
{
    if (m_state == nullptr || isHidden()) {
        m_clock.stop();
        return;
    }
    const QString time =
        m_state->started.isValid()
            ? QStringLiteral(" ") +
                  secondsText(static_cast<double>(m_state->started.elapsed()) / 1000)
            : QString();
    m_status->setText(tr("● running%1").arg(time));
    m_status->resize(m_status->sizeHint().width(), m_status->height());
}

void CellWidget::showOutputs(const CellBlock &cell)
{
    const int count = static_cast<int>(cell.outputs.size());
    std::vector<int> shown;
    for (int i = 0; i < count; ++i)
        if (count <= maxWidgets || i < maxWidgets / 2 || i >= count - maxWidgets / 2)
            shown.push_back(i);
    m_outputs.clear();
    m_choices.clear();
    int slot = 0;
    for (const int index : shown) {
        if (slot == maxWidgets / 2 && count > maxWidgets) {
            OutputChoice gap;
            gap.kind = OutputChoice::Kind::Remark;
            gap.text = tr("— %1 outputs left out —").arg(countText(count - maxWidgets)).toUtf8();
            showOutput(slot++, -1, gap);
        }
        showOutput(slot++, index, chooseOutput(cell.outputs[index], context()));
    }
    while (m_parts.size() > static_cast<size_t>(slot)) {
        dropPart(m_parts.back());
        m_parts.pop_back();
    }
}

void CellWidget::showOutput(int slot, int output, const OutputChoice &choice)
{
    Part &part = partFor(slot, choice.kind);
    m_outputs.push_back(output);
    m_choices.push_back(choice);
    if (part.text != nullptr) {
        part.text->setKind(choice.kind == OutputChoice::Kind::Error ? OutputView::Kind::Error
                           : choice.kind == OutputChoice::Kind::Stream &&
                                   choice.stream.name == StreamOutput::Name::Stderr
                               ? OutputView::Kind::Stderr
                               : OutputView::Kind::Plain);
        part.text->setExpanded(m_state->expanded.count(output) > 0);
        if (choice.kind == OutputChoice::Kind::Stream)
            part.text->setStream(choice.stream);
        else
            part.text->setText(choice.text);
    } else if (part.figure != nullptr) {
        part.figure->setPicture(choice.picture, choice.shownSize);
    } else if (part.markdown != nullptr) {
        part.markdown->setUnfinished(QString::fromUtf8(choice.text));
    } else {
        part.remark->setText(QString::fromUtf8(choice.text));
    }
}

CellWidget::Part &CellWidget::partFor(int slot, OutputChoice::Kind kind)
{
    using Kind = OutputChoice::Kind;
    if (static_cast<size_t>(slot) == m_parts.size())
        m_parts.emplace_back();
    Part &part = m_parts[static_cast<size_t>(slot)];
    const bool fits = kind == Kind::Picture    ? part.figure != nullptr
                      : kind == Kind::Markdown ? part.markdown != nullptr
                      : kind == Kind::Remark   ? part.remark != nullptr
                                               : part.text != nullptr;
    if (fits)
        return part;
    dropPart(part);
    if (kind == Kind::Picture) {
        part.figure = makeFigure();
    } else if (kind == Kind::Markdown) {
        part.markdown = new MarkdownView(this);
        connect(part.markdown, &MarkdownView::linkActivated, this, &BlockWidget::linkActivated);
    } else if (kind == Kind::Remark) {
        part.remark = new PlainLabel(PlainLabel::Rank::Muted, this);
    } else {
        part.text = makeText();
    }
    part.widget()->show();
    return part;
}

OutputView *CellWidget::makeText()
{
    auto *view = new OutputView(this);
    view->setObjectName(QStringLiteral("output"));
    const auto slotOf = [this, view] {
        size_t slot = 0;
        while (slot < m_parts.size() && m_parts[slot].text != view)
            ++slot;
        return slot;
    };
    connect(view, &OutputView::expandedChanged, this, [this, slotOf](bool expanded) {
        const int output = m_outputs.at(slotOf());
        if (expanded)
            m_state->expanded.insert(output);
        else
            m_state->expanded.erase(output);
        Q_EMIT heightChanged();
    });
    connect(view, &OutputView::saveRequested, this, [this, slotOf] {
        const size_t slot = slotOf();
        const OutputChoice &choice = m_choices.at(slot);
        SaveRequest request;
        request.suggestedName = saveName(m_outputs.at(slot), QStringLiteral("txt"));
        request.file = choice.file;
        if (request.file.isEmpty())
            request.bytes = choice.kind == OutputChoice::Kind::Stream
                                ? choice.stream.head + choice.stream.tail
                                : choice.text;
        Q_EMIT saveRequested(request);
    });
    return view;
}

FigureView *CellWidget::makeFigure()
{
    auto *view = new FigureView(context().images, this);
    view->setObjectName(QStringLiteral("figure"));
    connect(view, &FigureView::saveRequested, this, [this, view](const ImageSource &source) {
        size_t slot = 0;
        while (slot < m_parts.size() && m_parts[slot].figure != view)
            ++slot;
        SaveRequest request;
        request.suggestedName = saveName(m_outputs.at(slot), m_choices.at(slot).suffix);
        request.bytes = source.bytes;
        request.file = source.file;
        Q_EMIT saveRequested(request);
    });
    return view;
}

void CellWidget::dropPart(Part &part)
{
    if (QWidget *widget = part.widget()) {
        widget->hide();
        widget->deleteLater(); // it may be on the call stack
    }
    part = {};
}

void CellWidget::showNotices(const CellBlock &cell)
{
    const auto count = static_cast<size_t>(cell.notices.size());
    while (m_notices.size() < count) {
        m_notices.push_back(new NoticeView(this));
        connect(m_notices.back(), &NoticeView::packagesRequested, this,
                &BlockWidget::packagesRequested);
    }
    for (size_t i = 0; i < m_notices.size(); ++i) {
        if (i < count)
            m_notices[i]->setNotice(cell.notices[static_cast<qsizetype>(i)]);
        m_notices[i]->setVisible(i < count);
    }
}

int CellWidget::arrange(int width)
{
    const QSize copy = m_copy->sizeHint();
    const int bar = copy.height() + 4;
    const QSize title = m_title->sizeHint();
    m_title->setGeometry(12, 0, title.width(), bar);
    m_status->setGeometry(m_title->geometry().right() + 12, 0, m_status->sizeHint().width(), bar);
    m_copy->setGeometry(QRect(QPoint(width - copy.width() - 6, 2), copy));
    m_code->move(1, bar);
    m_codeBottom = bar + m_code->arrange(width - 2);
    int y = arrangeOutputs(width, m_codeBottom + 1);
    if (!m_detail->isHidden()) {
        m_detail->setGeometry(12, y + 6, width - 24, m_detail->heightForWidth(width - 24));
        y = m_detail->geometry().bottom() + 9;
    }
    m_frame = QRect(0, 0, width, y + 1);
    y += 1;
    for (NoticeView *notice : m_notices) {
        if (notice->isHidden())
            continue;
        notice->move(0, y + 8);
        y += 8 + notice->arrange(width);
    }
    return y;
}

int CellWidget::arrangeOutputs(int width, int y)
{
    for (const Part &part : m_parts) {
        QWidget *widget = part.widget();
        widget->move(1, y);
        if (part.text != nullptr) {
            y += part.text->arrange(width - 2);
        } else if (part.figure != nullptr) {
            y += part.figure->arrange(width - 2);
        } else if (part.markdown != nullptr) {
            widget->move(12, y + 8);
            y += part.markdown->arrange(width - 24) + 10;
        } else {
            const int height = part.remark->heightForWidth(width - 24);
            part.remark->setGeometry(12, y + 8, width - 24, height);
            y += height + 16;
        }
    }
    return y;
}

void CellWidget::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.border);
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(QRectF(m_frame).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(m_code->geometry(), theme.code);
    painter.drawLine(1, m_code->y() - 1, width() - 2, m_code->y() - 1);
    if (!m_parts.empty() || !m_detail->isHidden())
        painter.drawLine(1, m_codeBottom, width() - 2, m_codeBottom);
}

QString CellWidget::saveName(int output, const QString &suffix) const
{
    return QStringLiteral("cell-%1-%2.%3").arg(m_number).arg(output + 1).arg(suffix);
}

} // namespace sandglass
