// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figurewindow.h"

#include <QPainter>
#include <QScreen>

namespace sandglass {

namespace {

constexpr int margin = 12;

} // namespace

FigureWindow::FigureWindow(const ImageSource &source, QWidget *parent)
    : QDialog(parent)
    , m_source(source)
{
    setObjectName(QStringLiteral("figureWindow"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Figure"));
    setAccessibleName(tr("Figure, enlarged"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    setSizeGripEnabled(true);
    QSize size = (QSizeF(ImageCache::sizeOf(source)) / devicePixelRatioF()).toSize();
    const QSize room = screen()->availableSize() * 9 / 10 - QSize(2 * margin, 2 * margin);
    if (size.width() > room.width() || size.height() > room.height())
        size.scale(room, Qt::KeepAspectRatio);
    resize(size.expandedTo(QSize(320, 240)) + QSize(2 * margin, 2 * margin));
    connect(&m_cache, &ImageCache::loaded, this, [this] { update(); });
}

void FigureWindow::paintEvent(QPaintEvent *)
{
    const QImage image = m_cache.image(m_source, ImageCache::whole);
    if (image.isNull())
        return;
    const QSize room = rect().marginsRemoved({margin, margin, margin, margin}).size();
    QSize size = (QSizeF(image.size()) / devicePixelRatioF()).toSize();
    if (size.width() > room.width() || size.height() > room.height())
        size.scale(room, Qt::KeepAspectRatio);
    QRect place(QPoint(), size);
    place.moveCenter(rect().center());
    QPainter painter(this);
    painter.fillRect(place, Qt::white); // charts draw black labels
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, image);
}

} // namespace sandglass
