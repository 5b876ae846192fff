// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pageheader.h"

#include "ui/button.h"
#include "ui/chip.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QHBoxLayout>
#include <QPainter>

namespace sandglass {

PageHeader::PageHeader(QWidget *parent)
    : QWidget(parent)
    , m_title(new PlainLabel(PlainLabel::Rank::Title, this))
    , m_state(new Chip(this))
    , m_model(new Chip(this))
    , m_restart(new Button(Button::Look::Plain, tr("Restart kernel"), this))
{
    m_title->setObjectName(QStringLiteral("conversationTitle"));
    m_state->setObjectName(QStringLiteral("sandboxState"));
    m_model->setObjectName(QStringLiteral("modelName"));
    m_restart->setObjectName(QStringLiteral("restartKernel"));
    m_restart->setToolTip(tr("Ends the kernel and its variables; files stay"));
    m_title->setWordWrap(false);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(15, 0, 14, 0);
    row->setSpacing(9);
    row->addWidget(m_title, 1);
    row->addWidget(m_restart);
    row->addWidget(m_state);
    row->addWidget(m_model);
    setFixedHeight(44);
    connect(m_restart, &Button::clicked, this, &PageHeader::restartRequested);
    setState(SandboxState::None, {});
}

void PageHeader::setTitle(const QString &title)
{
    m_title->setText(title.simplified().left(200));
}

void PageHeader::setModel(const QString &name)
{
    m_model->setText(name.left(60));
    m_model->setAccessibleName(tr("Answered by %1").arg(name));
}

void PageHeader::setState(SandboxState state, const QString &detail)
{
    m_state->setText(tr("Local sandbox · %1").arg(stateText(state)));
    m_state->setToolTip(detail);
    const bool alive = state == SandboxState::Ready || state == SandboxState::Running;
    m_state->setRank(alive                         ? PlainLabel::Rank::Good
                     : state == SandboxState::Dead ? PlainLabel::Rank::Bad
                                                   : PlainLabel::Rank::Muted);
    m_restart->setVisible(alive);
}

void PageHeader::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(0, height() - 1, width(), 1, theme.border);
}

} // namespace sandglass
