// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messagebar.h"

#include "ui/button.h"
#include "ui/frame.h"
#include "ui/messagerow.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QAccessible>
#include <QPainter>

namespace sandglass {

namespace {

constexpr qsizetype mostMessages = 5;
constexpr qsizetype longestText = 2000;

} // namespace

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
    m_action->setAccessibleName(tr("Act on the message"));
    m_close->setAccessibleName(tr("Close message"));
    m_row = new MessageRow(m_text, {m_action, m_close}, this);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    connect(m_close, &Button::clicked, this, &MessageBar::closeTop);
    connect(m_action, &Button::clicked, this, [this] {
        const std::function<void()> act = m_messages.last().act;
        closeTop();
        act();
    });
    hide();
}

void MessageBar::showFailure(FailedAt where, const Failure &failure)
{
    Message message;
    message.text = failure.remedy.isEmpty() ? failure.text : failure.text + u' ' + failure.remedy;
    message.isFailure = true;
    const Remedy remedy = remedyFor(failure, where);
    if (remedy != Remedy::None) {
        message.button = remedyText(remedy);
        message.act = [this, remedy] {
            Q_EMIT remedyRequested(remedy);
        };
    }
    present(std::move(message));
}

void MessageBar::showNews(const QString &text)
{
    present({text, false, {}, {}, 0, false});
}

int MessageBar::ask(const QString &text, const QString &button, std::function<void()> act)
{
    present({text, false, button, std::move(act), ++m_asked, true});
    return m_asked;
}

int MessageBar::offer(const QString &text, const QString &button, std::function<void()> act)
{
    present({text, false, button, std::move(act), ++m_asked, false});
    return m_asked;
}

void MessageBar::take(int number)
{
    m_messages.removeIf([&](const Message &message) { return message.number == number; });
    showTop();
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::present(Message message)
{
    message.text.truncate(longestText);
    // The same again isn't told again, and news give way to what comes next.
    m_messages.removeIf([&](const Message &old) {
        return (old.number == 0 && old.text == message.text) || (!old.isFailure && !old.act);
    });
    if (m_messages.size() == mostMessages)
        m_messages.removeFirst();
    m_messages.append(std::move(message));
    showTop();
    QAccessibleEvent event(m_text, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::closeTop()
{
    m_messages.removeLast();
    showTop();
}

void MessageBar::showTop()
{
    setVisible(!m_messages.isEmpty());
    if (m_messages.isEmpty())
        return;
    const Message &top = m_messages.last();
    m_text->setText(top.text);
    m_action->setText(top.button);
    if (!top.button.isEmpty())
        m_action->setAccessibleName(top.button);
    m_action->setVisible(static_cast<bool>(top.act));
    m_close->setText(top.isQuestion ? tr("Cancel") : tr("Close"));
    m_close->setAccessibleName(top.isQuestion ? tr("Cancel") : tr("Close message"));
    m_close->setToolTip(m_messages.size() > 1 ? tr("Shows the message before this one")
                                              : QString());
    m_row->fit(width());
    QWidget::update();
}

void MessageBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_row->fit(width());
}

void MessageBar::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    const bool isFailure = !m_messages.isEmpty() && m_messages.last().isFailure;
    QPainter painter(this);
    drawRoundedFrame(painter, contentsRect(), 7, isFailure ? theme.badBack : theme.warnBack,
                     isFailure ? theme.bad : theme.border);
}

} // namespace sandglass
