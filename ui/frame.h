// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QPen>

class QPainter;

namespace sandglass {

struct Theme;

/// A rounded frame that fills `outer`: its edge lies inside.
void drawRoundedFrame(QPainter &painter, const QRectF &outer, double radius, const QBrush &back,
                      const QPen &edge);

/// A raised panel that holds code: its band is parted by lines from what is above and below it.
void drawCodeFrame(QPainter &painter, const QRect &outer, const QRect &code, const Theme &theme);

} // namespace sandglass
