// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/imagecache.h"

#include <QWidget>

namespace sandglass {

class Button;

/// A picture that a cell showed, fitted to the width and decoded only when it is painted.
/// Transparent ones get a white plate, since charts draw black labels. A click, or Enter, enlarges
/// it. An SVG is only saved, never drawn. GUI thread.
class FigureView : public QWidget
{
    Q_OBJECT

public:
    /// `cache` outlives the view.
    explicit FigureView(ImageCache *cache, QWidget *parent = nullptr);

    /// `shownSize` is the size in logical pixels, invalid for the picture's own. Without a key in
    /// `source` there is only an SVG.
    void setPicture(const ImageSource &source, QSize shownSize, bool hasSvg = false);
    /// Lays out for this width and gives the height.
    int arrange(int width);
    QRect pictureRect() const { return m_picture; }

Q_SIGNALS:
    void saveRequested();
    void saveSvgRequested();
    void enlargeRequested(const sandglass::ImageSource &source);

protected:
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    Button *makeButton(const QString &text, const char *name);
    void paintWords(QPainter &painter, const QString &words);
    void enlarge();
    void copy();
    bool isDrawn() const { return !m_source.key.isEmpty(); }
    QSize devicePixels() const;

    ImageCache *m_cache;
    ImageSource m_source;
    QImage m_before; ///< what is shown until the picture that replaces it is read
    QSize m_size;
    QRect m_picture;
    Button *m_save;
    Button *m_saveSvg;
    Button *m_copy;
    bool m_isPressed = false;
    bool m_isCopying = false; ///< until the picture was read in its own size
};

} // namespace sandglass
