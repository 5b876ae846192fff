// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/imagecache.h"

#include <QDialog>

namespace sandglass {

/// A figure by itself, as large as the window is made, at most at its own size in pixels. Esc
/// closes. GUI thread; deletes itself.
class FigureWindow : public QDialog
{
    Q_OBJECT

public:
    FigureWindow(const ImageSource &source, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ImageCache m_cache;
    ImageSource m_source;
};

} // namespace sandglass
