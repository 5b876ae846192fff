// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plainlabel.h"

namespace sandglass {

/// A few muted words below a field of a form. GUI thread.
class HintLabel : public PlainLabel
{
    Q_OBJECT

public:
    explicit HintLabel(QWidget *parent = nullptr);
    HintLabel(const QString &text, QWidget *parent = nullptr);

    QSize sizeHint() const override;
};

} // namespace sandglass
