// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/variablesbar.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QHBoxLayout>
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
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 7, 8, 7);
    row->setSpacing(8);
    row->addWidget(m_text, 1);
    row->addWidget(m_run);
    row->addWidget(m_close);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    connect(m_run, &Button::clicked, this, &VariablesBar::runRequested);
    connect(m_close, &Button::clicked, this, [this] {
        m_isDismissed = true;
        hide();
    });
    hide();
}

void VariablesBar::setLost(int cells)
{
    if (cells == 0)
        m_isDismissed = false;
    m_text->setText(tr("Variables are gone: the kernel that held them has ended. Files are still "
                       "there."));
    m_run->setText(cells == 1 ? tr("Run 1 cell again")
                              : tr("Run %1 cells again").arg(countText(cells)));
    m_run->setAccessibleName(m_run->text());
    m_run->show();
    m_close->show();
    setVisible(cells > 0 && !m_isDismissed);
}

void VariablesBar::setProgress(int done, int total)
{
    m_text->setText(tr("Running cell %1 of %2 again…").arg(countText(done + 1), countText(total)));
    m_run->hide();
    m_close->hide();
    show();
}

void VariablesBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.border);
    painter.setBrush(theme.warnBack);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
}

} // namespace sandglass
