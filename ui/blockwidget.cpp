// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blockwidget.h"

#include "ui/button.h"
#include "ui/plainlabel.h"

namespace sandglass {

QString BlockContext::outputPath(const QString &name) const
{
    if (name.isEmpty() || name.contains(u'/') || name.startsWith(u'.') || outputsFolder.isEmpty())
        return {};
    return outputsFolder + u'/' + name;
}

BlockWidget::BlockWidget(const BlockContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_footer(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_askAgain(new Button(Button::Look::Outline, tr("Ask again"), this))
{
    m_footer->setObjectName(QStringLiteral("turnEnd"));
    m_askAgain->setObjectName(QStringLiteral("askAgain"));
    connect(m_askAgain, &Button::clicked, this, &BlockWidget::askAgainRequested);
}

void BlockWidget::setBlock(const Block &block, BlockState &state)
{
    show(block, state);
    m_footer->setText(state.footer);
    m_footer->setVisible(!state.footer.isEmpty());
    m_askAgain->setVisible(state.canAskAgain);
}

int BlockWidget::place(int width)
{
    int height = arrange(width);
    if (!m_footer->isHidden()) {
        m_footer->setGeometry(0, height + 10, width, m_footer->heightForWidth(width));
        height = m_footer->geometry().bottom() + 1;
    }
    if (!m_askAgain->isHidden()) {
        m_askAgain->setGeometry(QRect(QPoint(0, height + 8), m_askAgain->sizeHint()));
        height = m_askAgain->geometry().bottom() + 1;
    }
    resize(width, height);
    return height;
}

} // namespace sandglass
