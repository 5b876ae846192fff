// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace sandglass {

/// A flat push button in the window's own looks: filled, outlined, or text alone.
class Button : public QPushButton
{
    Q_OBJECT

public:
    enum class Look { Primary, Outline, Plain };

    Button(Look look, const QString &text, QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Look m_look;
};

} // namespace sandglass
