// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startpage.h"

#include "ui/button.h"
#include "ui/centeredcolumn.h"
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
    column->setSpacing(10);
    column->addStretch(1);
    column->addWidget(heading);
    column->addWidget(m_where);
    column->addWidget(m_who);
    column->addSpacing(8);
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
                          tr("Not an AI: a few prepared questions and a first look at a CSV file "
                             "that you attach, answered by code that really runs here."),
                          m_content);
    const QList<std::pair<QString, QString>> questions{
        {tr("The 1000th prime"), tr("What is the 1000th prime?")},
        {tr("Two dice, 10,000 rolls"),
         tr("Simulate 10,000 rolls of two dice and plot the distribution of the sums")}};
    auto *row = new QVBoxLayout;
    row->setSpacing(6);
    for (const auto &[text, question] : questions) {
        auto *button = new Button(Button::Look::Outline, text, card);
        button->setObjectName(QStringLiteral("sampleQuestion"));
        button->setToolTip(question);
        connect(button, &Button::clicked, this,
                [this, asked = question] { Q_EMIT questionChosen(asked); });
        row->addWidget(button, 0, Qt::AlignLeft);
    }
    card->column()->addLayout(row);
    card->column()->addStretch(1);
    return card;
}

// Two columns where there is room, the servers beside the rest; else one below the other.
void StartPage::arrange()
{
    const int columns = CenteredColumn::columnWidth(viewport()->width()) >= 560 ? 2 : 1;
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (Card *card : {static_cast<Card *>(m_servers), m_cells, m_examples})
        m_grid->removeWidget(card);
    if (columns == 2) {
        m_grid->addWidget(m_servers, 0, 0, 2, 1);
        m_grid->addWidget(m_cells, 0, 1);
        m_grid->addWidget(m_examples, 1, 1);
    } else {
        m_grid->addWidget(m_servers, 0, 0);
        m_grid->addWidget(m_cells, 1, 0);
        m_grid->addWidget(m_examples, 2, 0);
    }
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, columns - 1);
}

void StartPage::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    arrange();
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
    m_who->setText(
        isBuiltin ? tr("Choose who writes the code; you can change this at any time.")
                  : tr("%1 writes the code; you can change this at any time.").arg(name.left(200)));
}

} // namespace sandglass
