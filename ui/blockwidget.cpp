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
    , m_remedy(new Button(Button::Look::Outline, QString(), this))
{
    m_footer->setObjectName(QStringLiteral("turnEnd"));
    m_askAgain->setObjectName(QStringLiteral("askAgain"));
    m_remedy->setObjectName(QStringLiteral("turnRemedy"));
    connect(m_askAgain, &Button::clicked, this, &BlockWidget::askAgainRequested);
    connect(m_remedy, &Button::clicked, this, [this] { Q_EMIT remedyRequested(m_offered); });
}

void BlockWidget::setBlock(const Block &block, BlockState &state)
{
    show(block, state);
    m_footer->setText(state.footer);
    m_footer->setVisible(!state.footer.isEmpty());
    m_askAgain->setVisible(state.canAskAgain);
    m_offered = state.remedy;
    if (m_offered != Remedy::None) {
        m_remedy->setText(remedyText(m_offered));
        m_remedy->setAccessibleName(m_remedy->text());
    }
    m_remedy->setVisible(m_offered != Remedy::None);
}

int BlockWidget::place(int width)
{
    int height = arrange(width);
    if (!m_footer->isHidden()) {
        m_footer->setGeometry(0, height + 10, width, m_footer->heightForWidth(width));
        height = m_footer->geometry().bottom() + 1;
    }
    int x = 0;
    const int top = height + 8;
    for (Button *button : {m_askAgain, m_remedy}) {
        if (button->isHidden())
            continue;
        button->setGeometry(QRect(QPoint(x, top), button->sizeHint()));
        x = button->geometry().right() + 9;
        height = button->geometry().bottom() + 1;
    }
    resize(width, height);
    return height;
}

} // namespace sandglass
