// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/variablesbar.h"

#include "ui/button.h"
#include "ui/frame.h"
#include "ui/messagerow.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QPainter>

namespace sandglass {

VariablesBar::VariablesBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new PlainLabel(PlainLabel::Rank::Normal, this))
    , m_run(new Button(Button::Look::Outline, QString(), this))
    , m_close(new Button(Button::Look::Plain, tr("Close"), this))
{
    setObjectName(QStringLiteral("variablesBar"));
    m_text->setObjectName(QStringLiteral("variablesGone"));
    m_run->setObjectName(QStringLiteral("runCellsAgain"));
    m_close->setObjectName(QStringLiteral("closeVariables"));
    m_close->setAccessibleName(tr("Close the message about variables"));
    m_row = new MessageRow(m_text, {m_run, m_close}, this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    connect(m_run, &Button::clicked, this, &VariablesBar::runRequested);
    connect(m_close, &Button::clicked, this, [this] {
        m_isDismissed = true;
        hide();
    });
    hide();
}

void VariablesBar::setLost(int cells, bool isGone)
{
    if (cells == 0 && !isGone)
        m_isDismissed = false;
    m_text->setText(isGone ? tr("The sandbox is gone, with its variables and the files that code "
                                "made. Your own files are kept on this computer: a new sandbox "
                                "gets them.")
                           : tr("Variables are gone: the kernel that held them has ended. Files "
                                "are still there."));
    const QString again =
        cells == 1 ? tr("Run 1 cell again") : tr("Run %1 cells again").arg(countText(cells));
    m_run->setText(isGone ? tr("Restore") : again);
    m_run->setAccessibleName(isGone ? tr("Restore the sandbox: %1").arg(again) : again);
    m_run->setToolTip(isGone ? tr("%1 in a new sandbox, in their order").arg(again) : QString());
    m_run->setVisible(cells > 0);
    m_close->show();
    m_row->fit(width());
    setVisible((cells > 0 || isGone) && !m_isDismissed);
}

void VariablesBar::setProgress(int done, int total)
{
    m_text->setText(tr("Running cell %1 of %2 again…").arg(countText(done + 1), countText(total)));
    m_run->hide();
    m_close->hide();
    show();
}

void VariablesBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_row->fit(width());
}

void VariablesBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    drawRoundedFrame(painter, rect(), 7, theme.warnBack, theme.border);
}

} // namespace sandglass
