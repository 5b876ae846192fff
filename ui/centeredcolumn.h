// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace sandglass {

/// Holds things below each other in the middle of its width, as wide as the blocks of a
/// conversation are. GUI thread.
class CenteredColumn : public QWidget
{
    Q_OBJECT

public:
    static constexpr int maxColumn = 800;
    static constexpr int sideMargin = 24;

    explicit CenteredColumn(QWidget *parent = nullptr);

    QVBoxLayout *column() const { return m_column; }
    /// A line at the top, all the way across.
    void setLine(bool line) { m_hasLine = line; }
    /// What a scroll bar takes at the right of it: the column stays where it is without one.
    void setTaken(int taken);
    /// The width of the column in a space of this width.
    static int columnWidth(int space);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fit();

    QVBoxLayout *m_column;
    int m_taken = 0;
    bool m_hasLine = false;
};

} // namespace sandglass
