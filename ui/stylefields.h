// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPen>
#include <QStyle>
#include <QStyleOption>

namespace sandglass {

/// How fields look: flat, in one frame, with arrows instead of buttons. Parts of the style; pure
/// painting and geometry.

constexpr int fieldMargin = 5; ///< around the text of a field
constexpr int fieldRadius = 5;

/// The edge of a field, which tells where the focus is.
QPen borderPen(const QStyleOption *option);

void drawComboBox(const QStyleOptionComboBox &box, const QRect &arrow, QPainter *painter);
void drawSpinBox(const QStyleOptionSpinBox &box, QPainter *painter);

/// Where a part of a spin box is.
QRect spinBoxPart(const QStyleOptionSpinBox &box, QStyle::SubControl part);

/// For a text of that size.
QSize spinBoxSize(const QSize &text);

} // namespace sandglass
