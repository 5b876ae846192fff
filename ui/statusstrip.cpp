// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/statusstrip.h"

#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QHBoxLayout>
#include <QPainter>

namespace sandglass {

StatusStrip::StatusStrip(QWidget *parent)
    : QWidget(parent)
    , m_place(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_tokens(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_keys(new PlainLabel(PlainLabel::Rank::Muted, this))
{
    m_place->setObjectName(QStringLiteral("status"));
    m_tokens->setObjectName(QStringLiteral("statusTokens"));
    m_keys->setObjectName(QStringLiteral("statusKeys"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(13, 4, 13, 4);
    row->setSpacing(18);
    row->addWidget(m_place, 1);
    row->addWidget(m_tokens);
    row->addWidget(m_keys);
    for (PlainLabel *label : {m_place, m_tokens, m_keys})
        label->setWordWrap(false);
    m_place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setTokens({});
    setKeys({});
}

void StatusStrip::setPlace(const QString &text)
{
    m_placeText = text;
    m_place->setToolTip(plainToolTip(text));
    fit();
}

void StatusStrip::setTokens(const Usage &usage)
{
    m_tokens->setText(tr("This conversation: %1 tokens in · %2 out")
                          .arg(countText(usage.inputTokens), countText(usage.outputTokens)));
    m_tokens->setVisible(usage != Usage());
    fit();
}

void StatusStrip::setKeys(const QString &text)
{
    m_keys->setText(text);
    m_keys->setVisible(!text.isEmpty());
    fit();
}

// What is short of room first is where keys are kept, then the end of the first sentence.
void StatusStrip::fit()
{
    const QMargins margins = layout()->contentsMargins();
    int room = width() - margins.left() - margins.right();
    if (m_tokens->isVisibleTo(this))
        room -= m_tokens->sizeHint().width() + layout()->spacing();
    const QFontMetrics metrics = m_place->fontMetrics();
    const int keys = m_keys->sizeHint().width() + layout()->spacing();
    const bool hasRoom = metrics.horizontalAdvance(m_placeText) + keys <= room;
    m_keys->setVisible(!m_keys->text().isEmpty() && hasRoom);
    if (m_keys->isVisibleTo(this))
        room -= keys;
    m_place->setText(metrics.elidedText(m_placeText, Qt::ElideRight, room));
}

void StatusStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void StatusStrip::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void StatusStrip::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.sidebar);
    painter.fillRect(0, 0, width(), 1, theme.border);
}

} // namespace sandglass
