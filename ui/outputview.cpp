// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/outputview.h"

#include "ui/button.h"
#include "ui/codefont.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QPaintEvent>
#include <QPainter>
#include <QTextLayout>

namespace sandglass {

namespace {

// Of a text that lies in memory as a whole, so many bytes are looked at.
constexpr qsizetype maxHead = 64 * 1024;
constexpr qsizetype maxTail = 32 * 1024;
// Of a tail that is folded, so many; more than OutputRows::shownTail lines as a rule.
constexpr qsizetype foldedTail = 16 * 1024;

std::vector<const TerminalText::Line *> linesOf(const TerminalText &text, bool skipFirst)
{
    std::vector<const TerminalText::Line *> lines;
    lines.reserve(text.lines().size());
    for (const TerminalText::Line &line : text.lines())
        lines.push_back(&line);
    if (skipFirst && lines.size() > 1)
        lines.erase(lines.begin());
    if (!lines.empty() && lines.back()->text.isEmpty())
        lines.pop_back(); // what follows the last line end
    return lines;
}

} // namespace

OutputView::OutputView(QWidget *parent)
    : QWidget(parent)
    , m_more(new Button(Button::Look::Plain, tr("Show all"), this))
    , m_save(new Button(Button::Look::Plain, tr("Save full text…"), this))
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::IBeamCursor);
    setAccessibleName(tr("Output"));
    QFont label = font();
    label.setFamilies(label.families()); // set on them, so that ours doesn't reach them
    label.setPointSizeF(label.pointSizeF());
    m_more->setFont(label);
    m_save->setFont(label);
    new CodeFont(this);
    m_more->setObjectName(QStringLiteral("showAll"));
    m_save->setObjectName(QStringLiteral("saveFullText"));
    connect(m_more, &Button::clicked, this, [this] {
        setExpanded(!m_expanded);
        Q_EMIT expandedChanged(m_expanded);
    });
    connect(m_save, &Button::clicked, this, &OutputView::saveRequested);
}

void OutputView::setKind(Kind kind)
{
    m_kind = kind;
    setAccessibleName(kind == Kind::Plain    ? tr("Output")
                      : kind == Kind::Stderr ? tr("Messages of the program")
                                             : tr("Error"));
    update();
}

void OutputView::setStream(const StreamText &stream)
{
    if (stream.bytesLeftOut() <= 0)
        setParts(stream.tail.isEmpty() ? stream.head : stream.head + stream.tail, {}, 0);
    else
        setParts(stream.head, stream.tail, stream.linesLeftOut());
}

void OutputView::setText(const QByteArray &text)
{
    if (text.size() <= maxHead + maxTail) {
        setParts(text, {}, 0);
        return;
    }
    QByteArray head = text.first(maxHead);
    QByteArray tail = text.last(maxTail);
    const qsizetype headEnd = head.lastIndexOf('\n');
    if (headEnd < 0) { // one huge line: its cut says what is left out
        setParts(text, {}, 0);
        return;
    }
    head.truncate(headEnd + 1);
    setParts(head, tail, text.count('\n') - head.count('\n') - tail.count('\n'));
}

void OutputView::setParts(const QByteArray &head, const QByteArray &tail, qint64 between)
{
    if (head.size() >= m_headBytes.size() && head.startsWith(m_headBytes)) {
        m_head.append(QByteArrayView(head).sliced(m_headBytes.size()));
    } else {
        m_head.clear();
        m_head.append(head);
        m_anchor = m_cursor = {};
    }
    const bool newTail = tail != m_tailBytes;
    m_headBytes = head;
    m_tailBytes = tail;
    // The tail begins somewhere in a line, which isn't shown.
    m_between = tail.isEmpty() ? 0 : std::max<qint64>(1, between + head.endsWith('\n'));
    if (newTail)
        readTail();
    refold();
}

// A tail that moves is read anew each time: while it is folded, only its end.
void OutputView::readTail()
{
    QByteArrayView tail = m_tailBytes;
    m_skipped = 0;
    if (!m_expanded && tail.size() > foldedTail) {
        m_skipped = std::count(tail.begin(), tail.end() - foldedTail, '\n');
        tail = tail.last(foldedTail);
    }
    m_tail.clear();
    m_tail.append(tail);
}

void OutputView::refold()
{
    const auto tail =
        m_tailBytes.isEmpty() ? std::vector<const TerminalText::Line *>() : linesOf(m_tail, true);
    m_rows.setText(linesOf(m_head, false), tail, m_between + m_skipped);
    m_rows.fold(m_columns, m_expanded);
    m_more->setVisible(m_rows.isFolded() || m_expanded || m_skipped > 0);
    m_more->setText(m_expanded ? tr("Show less") : tr("Show all"));
    m_save->setVisible(m_rows.leftOut() > 0 || m_rows.hasCutLines());
    update();
}

void OutputView::setExpanded(bool expanded)
{
    if (m_expanded == expanded)
        return;
    m_expanded = expanded;
    readTail();
    refold();
}

int OutputView::rowHeight() const
{
    return fontMetrics().lineSpacing() + 1;
}

int OutputView::arrange(int width)
{
    const double advance = QFontMetricsF(font()).horizontalAdvance(QLatin1Char('0'));
    const int columns = std::max(10, static_cast<int>((width - 2 * margin) / advance));
    if (columns != m_columns) {
        m_columns = columns;
        m_rows.fold(m_columns, m_expanded);
    }
    int height = 2 * gap + static_cast<int>(m_rows.rows().size()) * rowHeight();
    int x = margin - 6;
    const bool buttons = !m_more->isHidden() || !m_save->isHidden();
    for (Button *button : {m_more, m_save}) {
        if (button->isHidden())
            continue;
        button->setGeometry(QRect(QPoint(x, height - gap), button->sizeHint()));
        x += button->width() + 6;
    }
    if (buttons)
        height += m_more->sizeHint().height();
    resize(width, height);
    return height;
}

QColor OutputView::behind() const
{
    const Theme &theme = Theme::of(palette());
    return m_kind == Kind::Error    ? theme.badBack
           : m_kind == Kind::Stderr ? theme.warnBack
                                    : theme.surface;
}

QString OutputView::leftOutText() const
{
    return m_rows.leftOut() == 1 ? tr("1 line left out")
                                 : tr("%1 lines left out").arg(countText(m_rows.leftOut()));
}

void OutputView::paintEvent(QPaintEvent *event)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    if (m_kind != Kind::Plain) {
        painter.fillRect(event->rect(), behind());
        painter.fillRect(QRect(0, 0, 3, height()),
                         m_kind == Kind::Error ? theme.bad : theme.ansi[3]);
    }
    const int step = rowHeight();
    const auto &rows = m_rows.rows();
    const int first = std::max(0, (event->rect().top() - gap) / step);
    const int last =
        std::min(static_cast<int>(rows.size()), (event->rect().bottom() - gap) / step + 1);
    for (int i = first; i < last; ++i)
        paintRow(painter, rows[static_cast<size_t>(i)], gap + i * step);
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void OutputView::paintRow(QPainter &painter, const OutputRows::Row &row, int y) const
{
    const Theme &theme = Theme::of(palette());
    if (row.line < 0) {
        painter.setPen(theme.muted);
        painter.drawText(QRect(margin, y, width() - 2 * margin, rowHeight()), Qt::AlignVCenter,
                         QStringLiteral("— ") + leftOutText() + QStringLiteral(" —"));
        return;
    }
    QTextLayout layout;
    layoutRow(row, layout);
    QList<QTextLayout::FormatRange> selection;
    const auto [from, to] = std::minmax(m_anchor, m_cursor);
    if (from != to && row.line >= from.line && row.line <= to.line) {
        const int begin = row.line == from.line ? std::max(0, from.column - row.start) : 0;
        const int end =
            row.line == to.line ? std::min(row.length, to.column - row.start) : row.length;
        QTextLayout::FormatRange range;
        range.start = begin;
        range.length = std::max(0, end - begin);
        range.format.setBackground(theme.accent);
        range.format.setForeground(theme.onAccent);
        if (range.length > 0)
            selection.append(range);
    }
    painter.setPen(theme.text);
    layout.draw(&painter, QPointF(margin, y), selection);
}

void OutputView::layoutRow(const OutputRows::Row &row, QTextLayout &layout) const
{
    const Theme &theme = Theme::of(palette());
    const TerminalText::Line &line = m_rows.line(row.line);
    QString text = line.text.mid(row.start, row.length);
    QList<QTextLayout::FormatRange> formats;
    for (const TerminalText::Run &run : line.runs) {
        const int begin = std::max(run.start, row.start) - row.start;
        const int end = std::min(run.start + run.length, row.start + row.length) - row.start;
        if (end <= begin)
            continue;
        QTextLayout::FormatRange range;
        range.start = begin;
        range.length = end - begin;
        const AnsiColors colors = colorsFor(run.style, theme, behind());
        range.format.setForeground(colors.text);
        if (colors.background.isValid())
            range.format.setBackground(colors.background);
        range.format.setFontWeight(run.style.bold ? QFont::Bold : QFont::Normal);
        range.format.setFontItalic(run.style.italic);
        range.format.setFontUnderline(run.style.underline);
        range.format.setFontStrikeOut(run.style.strike);
        formats.append(range);
    }
    if (row.last && line.leftOut > 0) {
        const QString cut = tr(" … %1 characters left out").arg(countText(line.leftOut));
        QTextLayout::FormatRange range;
        range.start = static_cast<int>(text.size());
        range.length = static_cast<int>(cut.size());
        range.format.setForeground(theme.muted);
        formats.append(range);
        text += cut;
    }
    layout.setText(text);
    layout.setFont(font());
    layout.setFormats(formats);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    layout.setTextOption(option);
    layout.beginLayout();
    layout.createLine().setLineWidth(1e6);
    layout.endLayout();
}

bool OutputView::event(QEvent *event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        update();
    return QWidget::event(event);
}

QString OutputView::allText() const
{
    QString text;
    for (const TerminalText::Line *line : linesOf(m_head, false))
        text += line->text + u'\n';
    if (m_tailBytes.isEmpty())
        return text;
    text += tr("… %1 lines left out …").arg(countText(m_between)) + u'\n';
    TerminalText tail;
    tail.append(m_tailBytes);
    for (const TerminalText::Line *line : linesOf(tail, true))
        text += line->text + u'\n';
    return text;
}

} // namespace sandglass
