// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/activityline.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/wording.h"

#include <QHBoxLayout>

namespace sandglass {

namespace {

constexpr qsizetype maxShown = 300; // characters

} // namespace

ActivityLine::ActivityLine(QWidget *parent)
    : QWidget(parent)
    , m_text(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_cancel(new Button(Button::Look::Plain, tr("Cancel"), this))
{
    m_text->setObjectName(QStringLiteral("activity"));
    m_cancel->setObjectName(QStringLiteral("cancelFiles"));
    m_cancel->setAccessibleName(tr("Cancel copying"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_text, 1);
    row->addWidget(m_cancel);
    connect(m_cancel, &Button::clicked, this, &ActivityLine::cancelRequested);
    hide();
}

void ActivityLine::setDoing(const QString &text)
{
    m_doing = text.left(maxShown);
    present();
}

void ActivityLine::setProgress(const QString &what, qint64 done, qint64 total)
{
    const QString name = what.left(maxShown);
    m_progress = total <= 0 ? name
                            : tr("%1 · %2 of %3 · %4 %")
                                  .arg(name, sizeText(done), sizeText(total))
                                  .arg(100 * done / total);
    present();
}

void ActivityLine::endProgress()
{
    m_progress.clear();
    present();
}

void ActivityLine::present()
{
    const bool copies = !m_progress.isEmpty();
    m_text->setText(copies ? m_progress : m_doing);
    m_cancel->setVisible(copies);
    setVisible(copies || !m_doing.isEmpty());
}

} // namespace sandglass
