// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hintlabel.h"

namespace sandglass {

HintLabel::HintLabel(QWidget *parent)
    : HintLabel(QString(), parent)
{}

HintLabel::HintLabel(const QString &text, QWidget *parent)
    : PlainLabel(Rank::Muted, text, parent)
{}

// A form takes the larger of this and the height for its width: the usual hint, made for a narrow
// column, would leave a gap.
QSize HintLabel::sizeHint() const
{
    return minimumSizeHint();
}

} // namespace sandglass
