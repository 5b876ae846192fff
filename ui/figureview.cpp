// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figureview.h"

#include "ui/button.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>

namespace sandglass {

namespace {

constexpr int margin = 12;
constexpr int maxHeight = 1200;

} // namespace

FigureView::FigureView(ImageCache *cache, QWidget *parent)
    : QWidget(parent)
    , m_cache(cache)
    , m_save(new Button(Button::Look::Plain, tr("Save image…"), this))
    , m_copy(new Button(Button::Look::Plain, tr("Copy image"), this))
{
    setAccessibleName(tr("Figure"));
    m_save->setObjectName(QStringLiteral("saveImage"));
    m_copy->setObjectName(QStringLiteral("copyImage"));
    connect(m_save, &Button::clicked, this, [this] { Q_EMIT saveRequested(m_source); });
    connect(m_copy, &Button::clicked, this, &FigureView::copy);
    connect(m_cache, &ImageCache::loaded, this, [this](const QByteArray &key) {
        if (key == m_source.key)
            update();
    });
}

void FigureView::setPicture(const ImageSource &source, QSize shownSize)
{
    if (source.key == m_source.key)
        return;
    m_before = m_cache->known(m_source, devicePixels());
    m_size = shownSize.isEmpty() ? ImageCache::sizeOf(source) : shownSize;
    m_source = source;
    update();
}

int FigureView::arrange(int width)
{
    QSize size = !m_size.isEmpty() ? m_size : QSize(width - 2 * margin, fontMetrics().height() * 2);
    const QSize room(width - 2 * margin, maxHeight);
    if (size.width() > room.width() || size.height() > room.height())
        size.scale(room, Qt::KeepAspectRatio);
    m_picture = QRect(QPoint(margin, margin), size.expandedTo(QSize(1, 1)));
    int x = margin - 6;
    for (Button *button : {m_save, m_copy}) {
        button->setGeometry(QRect(QPoint(x, m_picture.bottom() + 5), button->sizeHint()));
        x += button->width() + 4;
    }
    const int height = m_save->geometry().bottom() + 5;
    resize(width, height);
    return height;
}

void FigureView::paintEvent(QPaintEvent *event)
{
    if (!event->rect().intersects(m_picture))
        return;
    QPainter painter(this);
    QImage image = m_cache->image(m_source, devicePixels());
    if (!image.isNull() || m_cache->hasFailed(m_source))
        m_before = {};
    else
        image = m_before; // an animated figure doesn't flicker
    if (image.isNull()) {
        if (m_cache->hasFailed(m_source))
            paintFailure(painter);
        return;
    }
    if (image.hasAlphaChannel()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(Qt::white);
        painter.drawRect(m_picture);
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(m_picture, image);
}

void FigureView::paintFailure(QPainter &painter)
{
    painter.setPen(Theme::of(palette()).muted);
    painter.drawText(m_picture, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     tr("This picture can't be shown here: it is damaged or has too many pixels. "
                        "It can be saved."));
}

void FigureView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_save->text(), m_save, &Button::click);
    menu->addAction(m_copy->text(), m_copy, &Button::click);
    menu->popup(event->globalPos());
}

void FigureView::copy() const
{
    const QImage image = m_cache->image(m_source, devicePixels());
    if (!image.isNull())
        QGuiApplication::clipboard()->setImage(image);
}

QSize FigureView::devicePixels() const
{
    return (QSizeF(m_picture.size()) * devicePixelRatioF()).toSize();
}

} // namespace sandglass
