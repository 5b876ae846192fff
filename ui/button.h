// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace sandglass {

/// A flat push button in the window's own looks: filled, outlined, text alone, coloured like a
/// link, or a rounded chip that tells a state. One with a menu says so by a mark.
class Button : public QPushButton
{
    Q_OBJECT

public:
    enum class Look { Primary, Outline, Plain, Link, Chip };

    Button(Look look, const QString &text, QWidget *parent = nullptr);

    /// A dot before the text, for a state; an invalid colour for none.
    void setDot(const QColor &color);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString shownText() const;
    QColor backColor() const;
    void paintFrame(QPainter &painter) const;

    Look m_look;
    QColor m_dot;
};

} // namespace sandglass
