// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpage.h"

#include "app/settings.h"
#include "ui/button.h"
#include "ui/centeredcolumn.h"
#include "ui/execard.h"
#include "ui/plainlabel.h"
#include "ui/servercard.h"

#include <QGridLayout>

namespace sandglass {

StartPage::StartPage(QWidget *parent)
    : QScrollArea(parent)
    , m_content(new CenteredColumn)
    , m_where(new PlainLabel(PlainLabel::Rank::Muted, m_content))
    , m_who(new PlainLabel(PlainLabel::Rank::Muted, m_content))
    , m_grid(new QGridLayout)
    , m_servers(new ServerCard(m_content))
    , m_exe(new ExeCard(m_content))
    , m_cells(makeCellCard())
    , m_examples(makeExampleCard())
{
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start of a conversation"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    m_where->setObjectName(QStringLiteral("whereCodeRuns"));
    m_who->setObjectName(QStringLiteral("whoAnswers"));
    auto *heading = new PlainLabel(PlainLabel::Rank::Heading,
                                   tr("What would you like to find out?"), m_content);
    heading->setObjectName(QStringLiteral("startHeading"));
    m_grid->setSpacing(12);
    QVBoxLayout *column = m_content->column();
    column->setSpacing(8);
    column->addStretch(1);
    column->addWidget(heading);
    column->addWidget(m_where);
    column->addWidget(m_who);
    column->addSpacing(4);
    column->addLayout(m_grid);
    column->addStretch(2);
    setWidget(m_content);
    m_content->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    arrange();
}

Card *StartPage::makeCellCard()
{
    auto *card = new Card(
        tr("No model: write cells yourself"),
        tr("A notebook in the same sandbox. Drop files into it and write Python."), m_content);
    auto *cell = new Button(Button::Look::Outline, tr("New cell"), card);
    cell->setObjectName(QStringLiteral("newCell"));
    connect(cell, &Button::clicked, this, &StartPage::cellRequested);
    card->column()->addWidget(cell, 0, Qt::AlignLeft);
    card->column()->addStretch(1);
    return card;
}

Card *StartPage::makeExampleCard()
{
    auto *card = new Card(tr("Try the built-in examples"),
                          tr("Not an AI: a few prepared questions, and a first look at a CSV file, "
                             "answered by code that really runs here."),
                          m_content);
    const QList<std::pair<QString, QString>> questions{
        {tr("The 1000th prime"), tr("What is the 1000th prime?")},
        {tr("Two dice, 10,000 rolls"),
         tr("Simulate 10,000 rolls of two dice and plot the distribution of the sums")}};
    m_samples = new QBoxLayout(QBoxLayout::LeftToRight);
    m_samples->setSpacing(6);
    for (const auto &[text, question] : questions) {
        auto *button = new Button(Button::Look::Outline, text, card);
        button->setObjectName(QStringLiteral("sampleQuestion"));
        button->setToolTip(question);
        connect(button, &Button::clicked, this,
                [this, asked = question] { Q_EMIT questionChosen(asked); });
        m_samples->addWidget(button, 0, Qt::AlignLeft);
    }
    m_samples->addStretch(1);
    card->column()->addLayout(m_samples);
    card->column()->addStretch(1);
    return card;
}

// Two columns where there is room, else one.
void StartPage::arrange()
{
    const int width = CenteredColumn::columnWidth(this->width());
    int least = fontMetrics().height() * 18;
    for (const Card *card : {static_cast<Card *>(m_servers), static_cast<Card *>(m_exe), m_cells})
        least = std::max(least, card->minimumSizeHint().width());
    const int columns = width >= 2 * least + m_grid->spacing() ? 2 : 1;
    int samples = 2 * 16; // the margins of their card
    for (const Button *button : m_examples->findChildren<Button *>())
        samples += button->sizeHint().width() + m_samples->spacing();
    m_samples->setDirection(samples <= (width - m_grid->spacing()) / columns
                                ? QBoxLayout::LeftToRight
                                : QBoxLayout::TopToBottom);
    if (columns == m_columns)
        return;
    m_columns = columns;
    const QList<Card *> cards{m_servers, m_exe, m_cells, m_examples};
    for (Card *card : cards)
        m_grid->removeWidget(card);
    for (int i = 0; i < cards.size(); ++i)
        m_grid->addWidget(cards[i], i / columns, i % columns);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, columns - 1);
}

void StartPage::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    m_content->setTaken(width() - viewport()->width());
    arrange();
}

void StartPage::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

void StartPage::setPlace(const Settings &settings)
{
    const bool isExe = settings.sandbox == Settings::SandboxKind::Exe;
    const bool isOpen = isExe ? settings.egress == Settings::Egress::All : settings.network;
    if (isExe)
        m_where->setText(
            isOpen ? tr("Code runs in a VM of its own at exe.dev: it sees only files you attach, "
                        "and reaches the internet.")
                   : tr("Code runs in a VM of its own at exe.dev: it sees only files you attach, "
                        "and reaches only what is attached to your account there."));
    else
        m_where->setText(
            isOpen ? tr("Code runs in a sandbox on this computer: it sees only files you attach, "
                        "and reaches the network, your local network too.")
                   : tr("Code runs in a sandbox on this computer: it sees only files you attach "
                        "and has no network."));
}

void StartPage::setModel(const QString &name, bool isBuiltin)
{
    m_who->setText(
        isBuiltin ? tr("Choose who writes the code; you can change this at any time.")
                  : tr("%1 writes the code; you can change this at any time.").arg(name.left(200)));
}

} // namespace sandglass
