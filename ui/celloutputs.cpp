// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/celloutputs.h"

#include "ui/figureview.h"
#include "ui/markdownview.h"
#include "ui/outputview.h"
#include "ui/plainlabel.h"
#include "ui/wording.h"

namespace sandglass {

QWidget *CellOutputs::Part::widget() const
{
    if (text != nullptr)
        return text;
    if (figure != nullptr)
        return figure;
    if (markdown != nullptr)
        return markdown;
    return remark;
}

CellOutputs::CellOutputs(const BlockContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
{}

void CellOutputs::setCell(const CellBlock &cell, BlockState &state)
{
    m_state = &state;
    m_number = cell.result ? cell.result->executionCount.value_or(0) : 0;
    m_outputs.clear();
    m_choices.clear();
    const int count = static_cast<int>(cell.outputs.size());
    int slot = 0;
    for (int i = 0; i < count; ++i) {
        if (count > maxWidgets && i == maxWidgets / 2) {
            OutputChoice gap;
            gap.kind = OutputChoice::Kind::Remark;
            gap.text = tr("— %1 outputs left out —").arg(countText(count - maxWidgets)).toUtf8();
            showOutput(slot++, -1, gap);
            i = count - maxWidgets / 2;
        }
        showOutput(slot++, i, chooseOutput(cell.outputs[i], m_context));
    }
    while (m_parts.size() > static_cast<size_t>(slot)) {
        dropPart(m_parts.back());
        m_parts.pop_back();
    }
}

void CellOutputs::showOutput(int slot, int output, const OutputChoice &choice)
{
    Part &part = partFor(slot, choice.kind);
    m_outputs.push_back(output);
    m_choices.push_back(choice);
    if (part.text != nullptr) {
        const bool isError = choice.kind == OutputChoice::Kind::Error;
        const bool isStderr = choice.kind == OutputChoice::Kind::Stream &&
                              choice.stream.name == StreamOutput::Name::Stderr;
        part.text->setKind(isError    ? OutputView::Kind::Error
                           : isStderr ? OutputView::Kind::Stderr
                                      : OutputView::Kind::Plain);
        part.text->setFolding(choice.folding);
        part.text->setExpanded(m_state->expanded.count(output) > 0);
        if (choice.kind == OutputChoice::Kind::Stream)
            part.text->setStream(choice.stream);
        else
            part.text->setText(choice.text);
    } else if (part.figure != nullptr) {
        part.figure->setPicture(choice.picture, choice.shownSize, !choice.svg.key.isEmpty());
    } else if (part.markdown != nullptr) {
        part.markdown->setUnfinished(QString::fromUtf8(choice.text));
    } else {
        part.remark->setText(QString::fromUtf8(choice.text));
    }
}

CellOutputs::Part &CellOutputs::partFor(int slot, OutputChoice::Kind kind)
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
    if (kind == Kind::Picture)
        part.figure = makeFigure();
    else if (kind == Kind::Markdown)
        part.markdown = makeMarkdown();
    else if (kind == Kind::Remark)
        part.remark = new PlainLabel(PlainLabel::Rank::Muted, this);
    else
        part.text = makeText();
    part.widget()->show();
    return part;
}

OutputView *CellOutputs::makeText()
{
    auto *view = new OutputView(this);
    view->setObjectName(QStringLiteral("output"));
    connect(view, &OutputView::expandedChanged, this, [this, view](bool expanded) {
        const int output = m_outputs.at(slotOf(view));
        if (expanded)
            m_state->expanded.insert(output);
        else
            m_state->expanded.erase(output);
        Q_EMIT heightChanged();
    });
    connect(view, &OutputView::saveRequested, this, [this, view] { saveText(slotOf(view)); });
    return view;
}

FigureView *CellOutputs::makeFigure()
{
    auto *view = new FigureView(m_context.images, this);
    view->setObjectName(QStringLiteral("figure"));
    connect(view, &FigureView::saveRequested, this,
            [this, view] { saveFigure(slotOf(view), false); });
    connect(view, &FigureView::saveSvgRequested, this,
            [this, view] { saveFigure(slotOf(view), true); });
    connect(view, &FigureView::enlargeRequested, this, &CellOutputs::enlargeRequested);
    return view;
}

MarkdownView *CellOutputs::makeMarkdown()
{
    auto *view = new MarkdownView(this);
    connect(view, &MarkdownView::linkActivated, this, &CellOutputs::linkActivated);
    connect(view, &MarkdownView::recolored, this, [this, view] {
        const QByteArray text = m_choices.at(slotOf(view)).text;
        view->setUnfinished({});
        view->setUnfinished(QString::fromUtf8(text));
    });
    return view;
}

size_t CellOutputs::slotOf(const QWidget *widget) const
{
    size_t slot = 0;
    while (slot < m_parts.size() && m_parts[slot].widget() != widget)
        ++slot;
    return slot;
}

void CellOutputs::saveText(size_t slot)
{
    const OutputChoice &choice = m_choices.at(slot);
    SaveRequest request;
    request.suggestedName = saveName(m_outputs.at(slot), QStringLiteral("txt"));
    request.file = choice.file;
    if (request.file.isEmpty())
        request.bytes = choice.kind == OutputChoice::Kind::Stream
                            ? choice.stream.head + choice.stream.tail
                            : choice.text;
    Q_EMIT saveRequested(request);
}

void CellOutputs::saveFigure(size_t slot, bool asSvg)
{
    const OutputChoice &choice = m_choices.at(slot);
    const ImageSource &source = asSvg ? choice.svg : choice.picture;
    SaveRequest request;
    request.suggestedName =
        saveName(m_outputs.at(slot), asSvg ? QStringLiteral("svg") : choice.suffix);
    request.bytes = source.bytes;
    request.file = source.file;
    Q_EMIT saveRequested(request);
}

void CellOutputs::dropPart(Part &part)
{
    if (QWidget *widget = part.widget()) {
        widget->hide();
        widget->deleteLater(); // it may be on the call stack
    }
    part = {};
}

int CellOutputs::arrange(int width)
{
    int y = 0;
    for (const Part &part : m_parts) {
        QWidget *widget = part.widget();
        widget->move(0, y);
        if (part.text != nullptr) {
            y += part.text->arrange(width);
        } else if (part.figure != nullptr) {
            y += part.figure->arrange(width);
        } else if (part.markdown != nullptr) {
            widget->move(11, y + 8);
            y += part.markdown->arrange(width - 22) + 10;
        } else {
            const int height = part.remark->heightForWidth(width - 22);
            part.remark->setGeometry(11, y + 8, width - 22, height);
            y += height + 16;
        }
    }
    resize(width, y);
    return y;
}

QString CellOutputs::saveName(int output, const QString &suffix) const
{
    return QStringLiteral("cell-%1-%2.%3").arg(m_number).arg(output + 1).arg(suffix);
}

} // namespace sandglass
