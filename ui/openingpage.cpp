// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/openingpage.h"

#include "ui/plainlabel.h"

#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds noticed(200);

} // namespace

OpeningPage::OpeningPage(QWidget *parent)
    : QWidget(parent)
    , m_text(new PlainLabel(PlainLabel::Rank::Muted, tr("Opening…"), this))
{
    m_text->setObjectName(QStringLiteral("opening"));
    m_text->setAlignment(Qt::AlignCenter);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_text);
    m_pause.setSingleShot(true);
    m_pause.setInterval(noticed);
    connect(&m_pause, &QTimer::timeout, m_text, &QWidget::show);
    m_text->hide();
}

void OpeningPage::begin()
{
    m_pause.start();
}

void OpeningPage::end()
{
    m_pause.stop();
    m_text->hide();
}

} // namespace sandglass
