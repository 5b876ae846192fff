// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plainlabel.h"

namespace sandglass {

/// A short state in a rounded frame. GUI thread.
class Chip : public PlainLabel
{
    Q_OBJECT

public:
    explicit Chip(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace sandglass
