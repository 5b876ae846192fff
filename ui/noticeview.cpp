// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/noticeview.h"

#include "ui/button.h"
#include "ui/frame.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QPainter>

namespace sandglass {

NoticeView::NoticeView(QWidget *parent)
    : QWidget(parent)
    , m_text(new PlainLabel(PlainLabel::Rank::Normal, this))
    , m_add(new Button(Button::Look::Outline, QString(), this))
{
    m_text->setObjectName(QStringLiteral("notice"));
    m_add->setObjectName(QStringLiteral("addPackages"));
    connect(m_add, &Button::clicked, this, [this] { Q_EMIT packagesRequested(m_packages); });
}

void NoticeView::setNotice(const Notice &notice)
{
    m_text->setText(notice.text);
    m_packages.clear();
    if (notice.kind == QLatin1String("missing_module") ||
        notice.kind == QLatin1String("pip_offline"))
        m_packages = notice.subject.split(u' ', Qt::SkipEmptyParts);
    m_add->setVisible(!m_packages.isEmpty());
    m_add->setText(tr("Add %1")
                       .arg(m_packages.join(QStringLiteral(", ")).left(60))
                       .replace(u'&', QLatin1String("&&")));
    m_add->setAccessibleName(tr("Add %1").arg(m_packages.join(QStringLiteral(", "))));
}

int NoticeView::arrange(int width)
{
    const int button = m_add->isHidden() ? 0 : m_add->sizeHint().width() + 10;
    const int inner = width - 26 - button;
    const int text = m_text->heightForWidth(inner);
    const int height = std::max(text + 16, m_add->isHidden() ? 0 : m_add->sizeHint().height() + 12);
    m_text->setGeometry(14, (height - text) / 2, inner, text);
    if (button > 0)
        m_add->setGeometry(
            QRect(QPoint(width - button - 2, (height - m_add->sizeHint().height()) / 2),
                  m_add->sizeHint()));
    resize(width, height);
    return height;
}

void NoticeView::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    drawRoundedFrame(painter, rect(), 7, theme.warnBack, theme.border);
}

} // namespace sandglass
