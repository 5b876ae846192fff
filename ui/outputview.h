// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "ui/outputrows.h"

#include <QWidget>

class QTextLayout;

namespace sandglass {

class Button;

/// Text that a cell printed. Holds lines, paints only the rows that are to be seen, folds long
/// output to its head and tail. The text can be selected and copied. GUI thread.
class OutputView : public QWidget
{
    Q_OBJECT

public:
    enum class Kind { Plain, Stderr, Error };

    explicit OutputView(QWidget *parent = nullptr);

    void setKind(Kind kind);
    /// A stream with its head and tail in memory. Where it only grew, only that is read.
    void setStream(const StreamText &stream);
    /// A text that is in memory as a whole; of a long one the middle isn't shown.
    void setText(const QByteArray &text);
    /// Before the text is set: how much of it a folded view shows.
    void setFolding(OutputRows::Folding folding) { m_rows.setFolding(folding); }
    void setExpanded(bool expanded);

    /// Lays out for this width and gives the height.
    int arrange(int width);

    QString selectedText() const;
    /// What is in memory, with a line that says how much is missing.
    QString allText() const;

Q_SIGNALS:
    void expandedChanged(bool expanded);
    void saveRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Position
    {
        int line = 0;
        int column = 0;

        friend auto operator<=>(const Position &, const Position &) = default;
    };

    void setParts(const QByteArray &head, const QByteArray &tail, qint64 between);
    void readTail();
    void refold();
    void paintRow(QPainter &painter, const OutputRows::Row &row, int y) const;
    void layoutRow(const OutputRows::Row &row, QTextLayout &layout) const;
    QString leftOutText() const;
    Position positionAt(const QPoint &point) const;
    void selectAll();
    void copy(const QString &text) const;

    static constexpr int margin = 12; ///< left and right of the text
    static constexpr int gap = 8;     ///< above and below it

    int rowHeight() const;
    QColor behind() const;

    TerminalText m_head;
    TerminalText m_tail;
    QByteArray m_headBytes; // shared with the document
    QByteArray m_tailBytes;
    qint64 m_between = 0; ///< lines between head and tail
    qint64 m_skipped = 0; ///< lines of the tail that aren't read while it is folded
    OutputRows m_rows;
    Kind m_kind = Kind::Plain;
    bool m_expanded = false;
    int m_columns = 80;
    Position m_anchor;
    Position m_cursor;
    Button *m_more;
    Button *m_save;
};

} // namespace sandglass
