// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messagebar.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>

namespace sandglass {

MessageBar::MessageBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new PlainLabel(PlainLabel::Rank::Normal, this))
    , m_action(new Button(Button::Look::Outline, QString(), this))
    , m_close(new Button(Button::Look::Plain, tr("Close"), this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setObjectName(QStringLiteral("messageText"));
    m_action->setObjectName(QStringLiteral("messageAction"));
    m_close->setObjectName(QStringLiteral("messageClose"));
    m_close->setAccessibleName(tr("Close message"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 7, 8, 7);
    row->setSpacing(8);
    row->addWidget(m_text, 1);
    row->addWidget(m_action);
    row->addWidget(m_close);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    connect(m_close, &Button::clicked, this, &QWidget::hide);
    connect(m_action, &Button::clicked, this, [this] {
        hide();
        if (m_act)
            m_act();
    });
    hide();
}

void MessageBar::showFailure(const Failure &failure)
{
    m_act = {};
    present(failure.remedy.isEmpty() ? failure.text : failure.text + u' ' + failure.remedy, true);
}

void MessageBar::showNews(const QString &text)
{
    m_act = {};
    present(text, false);
}

void MessageBar::ask(const QString &text, const QString &button, std::function<void()> act)
{
    m_act = std::move(act);
    m_action->setText(button);
    m_action->setAccessibleName(button);
    present(text, false);
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::present(const QString &text, bool isFailure)
{
    m_isFailure = isFailure;
    m_text->setText(text);
    m_action->setVisible(static_cast<bool>(m_act));
    show();
    update();
    QAccessibleEvent event(m_text, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_isFailure ? theme.bad : theme.border);
    painter.setBrush(m_isFailure ? theme.badBack : theme.warnBack);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
}

} // namespace sandglass
