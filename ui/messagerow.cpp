// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messagerow.h"

#include <QLabel>

namespace sandglass {

namespace {

constexpr int leastText = 36; // characters in a line beside the buttons
constexpr int mostLines = 3;  // there

} // namespace

MessageRow::MessageRow(QLabel *text, const QList<QWidget *> &buttons, QWidget *bar)
    : QBoxLayout(LeftToRight, bar)
    , m_text(text)
    , m_buttons(buttons)
{
    setContentsMargins(14, 7, 8, 7);
    setSpacing(8);
    auto *answers = new QHBoxLayout;
    answers->setSpacing(8);
    answers->addStretch();
    for (QWidget *button : buttons)
        answers->addWidget(button);
    addWidget(text, 1);
    addLayout(answers);
}

void MessageRow::fit(int width)
{
    int room = width - contentsMargins().left() - contentsMargins().right();
    for (const QWidget *button : std::as_const(m_buttons))
        room -= button->isHidden() ? 0 : button->sizeHint().width() + spacing();
    const QFontMetrics metrics = m_text->fontMetrics();
    const int whole = metrics.horizontalAdvance(m_text->text());
    const int least = std::min(whole, leastText * metrics.averageCharWidth());
    setDirection(room < std::max(least, whole / mostLines) ? TopToBottom : LeftToRight);
}

} // namespace sandglass
