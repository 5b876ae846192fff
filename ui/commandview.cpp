// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commandview.h"

#include <QEvent>
#include <QMimeData>
#include <QTextDocumentFragment>

namespace sandglass {

namespace {

constexpr char16_t mayBreak = 0x200b;   // zero width space
constexpr char16_t staysWhole = 0x2060; // word joiner

// At commas, not at hyphens.
QString inLines(const QString &command)
{
    QString text = command;
    text.replace(QLatin1String(" --"), QLatin1String(" \\\n  --"));
    text.replace(u',', QStringLiteral(",") + QChar(mayBreak));
    return text.replace(u'-', QStringLiteral("-") + QChar(staysWhole));
}

} // namespace

CommandView::CommandView(const QString &command, QWidget *parent)
    : CodeView(parent)
{
    setHighlighted(false);
    setLineWrapMode(WidgetWidth);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCode(inLines(command));
}

QString CommandView::typed(const QString &shown)
{
    QString text = shown;
    return text.remove(QChar(mayBreak)).remove(QChar(staysWhole));
}

QMimeData *CommandView::createMimeDataFromSelection() const
{
    auto *copied = new QMimeData;
    copied->setText(typed(textCursor().selection().toPlainText()));
    return copied;
}

void CommandView::fit()
{
    setFixedHeight(heightOf(blockCount()));
}

void CommandView::resizeEvent(QResizeEvent *event)
{
    CodeView::resizeEvent(event);
    fit();
}

void CommandView::changeEvent(QEvent *event)
{
    CodeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

} // namespace sandglass
