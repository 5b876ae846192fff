// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpage.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QPainter>
#include <QVBoxLayout>

namespace sandglass {

StartPage::StartPage(QWidget *parent)
    : CenteredColumn(parent)
    , m_where(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_who(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_card(new QWidget(this))
{
    setObjectName(QStringLiteral("startPage"));
    auto *heading =
        new PlainLabel(PlainLabel::Rank::Heading, tr("What would you like to find out?"), this);
    m_where->setObjectName(QStringLiteral("whereCodeRuns"));
    m_who->setObjectName(QStringLiteral("whoAnswers"));
    auto *title = new PlainLabel(PlainLabel::Rank::Title, tr("Try one of these"), m_card);
    auto *cardColumn = new QVBoxLayout(m_card);
    cardColumn->setContentsMargins(16, 14, 16, 16);
    cardColumn->setSpacing(9);
    cardColumn->addWidget(title);
    cardColumn->addWidget(m_who);
    const QStringList questions{
        tr("What is the 1000th prime?"),
        tr("Simulate 10,000 rolls of two dice and plot the distribution of the sums")};
    for (const QString &question : questions) {
        auto *button = new Button(Button::Look::Outline, question, m_card);
        button->setObjectName(QStringLiteral("sampleQuestion"));
        connect(button, &Button::clicked, this,
                [this, question] { Q_EMIT questionChosen(question); });
        cardColumn->addWidget(button, 0, Qt::AlignLeft);
    }
    column()->setSpacing(12);
    column()->addStretch(1);
    column()->addWidget(heading);
    column()->addWidget(m_where);
    column()->addSpacing(8);
    column()->addWidget(m_card);
    column()->addStretch(3);
}

void StartPage::setNetwork(bool network)
{
    m_where->setText(
        network ? tr("Code that answers your questions runs in a sandbox on this computer: it sees "
                     "the files you attach and not your other files. It reaches the network, and "
                     "your local network too.")
                : tr("Code that answers your questions runs in a sandbox on this computer: it sees "
                     "the files you attach, not your other files, and has no network."));
}

void StartPage::setModel(const QString &name, bool isBuiltin)
{
    m_who->setText(isBuiltin ? tr("Built-in examples: no AI, a few prepared questions and a first "
                                  "look at a CSV file "
                                  "that you attach. Their code really runs here.")
                             : tr("%1 writes the code.").arg(name));
}

void StartPage::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.border);
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(QRectF(m_card->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

} // namespace sandglass
