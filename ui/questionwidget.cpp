// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/questionwidget.h"

#include "ui/filechips.h"
#include "ui/frame.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QPainter>

namespace sandglass {

namespace {

constexpr int pad = 13;
// A label lays out all of its text each time; of a pasted book its start is enough.
constexpr qsizetype maxShown = 12'000;

QString shownText(const QString &text)
{
    if (text.size() <= maxShown)
        return text;
    return text.left(maxShown) + u'\n' +
           QuestionWidget::tr("… (characters left out: %1)").arg(countText(text.size() - maxShown));
}

// The width that the longest line takes, as far as there is room.
int naturalWidth(const QLabel &label, int most)
{
    if (label.isHidden())
        return 0;
    const QString text = label.text().left(4000);
    const QRect area(0, 0, most, 1 << 20);
    return std::min(most, label.fontMetrics()
                                  .boundingRect(area, Qt::TextWordWrap | Qt::TextExpandTabs, text)
                                  .width() +
                              1);
}

} // namespace

QuestionWidget::QuestionWidget(const BlockContext &context, QWidget *parent)
    : BlockWidget(context, parent)
    , m_text(new PlainLabel(PlainLabel::Rank::Normal, this))
    , m_files(new FileChips(false, this))
{
    m_text->setObjectName(QStringLiteral("question"));
    m_files->setObjectName(QStringLiteral("questionFiles"));
}

void QuestionWidget::show(const Block &block, BlockState &)
{
    const TurnRecord &turn = std::get<QuestionBlock>(block).record;
    m_text->setText(shownText(turn.text));
    m_text->setAccessibleName(tr("Question: %1").arg(m_text->text()));
    QList<FileChips::File> files;
    for (const QString &name : turn.files) {
        const FileRecord file = context().document->file(name);
        files.append({name, file.name.isEmpty() ? -1 : file.size});
    }
    m_files->setFiles(files);
}

int QuestionWidget::arrange(int width)
{
    const int most = width * 82 / 100 - 2 * pad;
    const int inner =
        std::max({naturalWidth(*m_text, most),
                  m_files->isHidden() ? 0 : std::min(most, m_files->naturalWidth()), 40});
    const int left = width - inner - pad;
    int y = pad - 2;
    if (!m_files->isHidden()) {
        m_files->setGeometry(left, y, inner, m_files->arrange(inner));
        y = m_files->geometry().bottom() + 7;
    }
    m_text->setGeometry(left, y, inner, m_text->heightForWidth(inner));
    y = m_text->geometry().bottom() + pad - 1;
    m_bubble = QRect(left - pad, 0, inner + 2 * pad, y);
    return y;
}

void QuestionWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    drawRoundedFrame(painter, m_bubble, 9, Theme::of(palette()).question, Qt::NoPen);
}

} // namespace sandglass
