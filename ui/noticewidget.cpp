// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/noticewidget.h"

#include "ui/noticeview.h"

namespace sandglass {

NoticeWidget::NoticeWidget(const BlockContext &context, QWidget *parent)
    : BlockWidget(context, parent)
    , m_notice(new NoticeView(this))
{
    connect(m_notice, &NoticeView::packagesRequested, this, &BlockWidget::packagesRequested);
}

void NoticeWidget::show(const Block &block, BlockState &)
{
    m_notice->setNotice(std::get<NoticeBlock>(block).record.notice);
}

int NoticeWidget::arrange(int width)
{
    return m_notice->arrange(width);
}

} // namespace sandglass
