// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/noticewidget.h"

#include "app/lostcells.h"
#include "ui/divider.h"
#include "ui/noticeview.h"

namespace sandglass {

NoticeWidget::NoticeWidget(const BlockContext &context, QWidget *parent)
    : BlockWidget(context, parent)
    , m_mark(new Divider(tr("Variables from above are gone"), this))
    , m_notice(new NoticeView(this))
{
    connect(m_notice, &NoticeView::packagesRequested, this, &BlockWidget::packagesRequested);
}

void NoticeWidget::show(const Block &block, BlockState &)
{
    const Notice &notice = std::get<NoticeBlock>(block).record.notice;
    m_mark->setVisible(notice.kind == kernelNotice);
    m_notice->setNotice(notice);
}

int NoticeWidget::arrange(int width)
{
    int y = 0;
    if (!m_mark->isHidden()) {
        m_mark->setGeometry(0, 0, width, m_mark->sizeHint().height());
        y = m_mark->height() + 6;
    }
    m_notice->move(0, y);
    return y + m_notice->arrange(width);
}

} // namespace sandglass
