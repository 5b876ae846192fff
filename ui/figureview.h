// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/imagecache.h"

#include <QWidget>

namespace sandglass {

class Button;

/// A picture that a cell showed, fitted to the width and decoded only when it is painted.
/// Transparent ones get a white plate, since charts draw black labels. GUI thread.
class FigureView : public QWidget
{
    Q_OBJECT

public:
    /// `cache` outlives the view.
    explicit FigureView(ImageCache *cache, QWidget *parent = nullptr);

    /// `shownSize` is the size in logical pixels, invalid for the picture's own.
    void setPicture(const ImageSource &source, QSize shownSize);
    /// Lays out for this width and gives the height.
    int arrange(int width);
    QRect pictureRect() const { return m_picture; }

Q_SIGNALS:
    void saveRequested(const sandglass::ImageSource &source);

protected:
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void paintFailure(QPainter &painter);
    void copy() const;
    QSize devicePixels() const;

    ImageCache *m_cache;
    ImageSource m_source;
    QImage m_before; ///< what is shown until the picture that replaces it is read
    QSize m_size;
    QRect m_picture;
    Button *m_save;
    Button *m_copy;
};

} // namespace sandglass
