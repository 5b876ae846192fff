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
    , m_save(makeButton(tr("Save image…"), "saveImage"))
    , m_saveSvg(makeButton(tr("Save as SVG…"), "saveSvg"))
    , m_copy(makeButton(tr("Copy image"), "copyImage"))
{
    setAccessibleName(tr("Figure"));
    setFocusPolicy(Qt::TabFocus);
    setMouseTracking(true);
    connect(m_save, &Button::clicked, this, &FigureView::saveRequested);
    connect(m_saveSvg, &Button::clicked, this, &FigureView::saveSvgRequested);
    connect(m_copy, &Button::clicked, this, &FigureView::copy);
    connect(m_cache, &ImageCache::loaded, this, [this](const QByteArray &key) {
        if (key != m_source.key)
            return;
        update();
        if (m_isCopying)
            copy();
    });
}

Button *FigureView::makeButton(const QString &text, const char *name)
{
    auto *button = new Button(Button::Look::Plain, text, this);
    button->setObjectName(QLatin1String(name));
    return button;
}

void FigureView::setPicture(const ImageSource &source, QSize shownSize, bool hasSvg)
{
    m_saveSvg->setVisible(hasSvg);
    m_save->setVisible(!source.key.isEmpty());
    m_copy->setVisible(!source.key.isEmpty());
    if (source.key == m_source.key)
        return;
    m_before = m_cache->known(m_source, devicePixels());
    m_source = source;
    m_isCopying = false;
    m_size = !isDrawn() ? QSize() : shownSize.isEmpty() ? ImageCache::sizeOf(source) : shownSize;
    setFocusPolicy(isDrawn() ? Qt::TabFocus : Qt::NoFocus);
    setAccessibleDescription(isDrawn() ? tr("Enter enlarges it") : QString());
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
    for (Button *button : {m_save, m_saveSvg, m_copy}) {
        if (button->isHidden())
            continue;
        button->setGeometry(QRect(QPoint(x, m_picture.bottom() + 5), button->sizeHint()));
        x += button->width() + 4;
    }
    const int height = m_picture.bottom() + 5 + m_save->sizeHint().height() + 5;
    resize(width, height);
    return height;
}

void FigureView::paintEvent(QPaintEvent *event)
{
    if (!event->rect().intersects(m_picture.adjusted(-3, -3, 3, 3)))
        return;
    QPainter painter(this);
    if (!isDrawn()) {
        paintWords(painter, tr("This figure came as an SVG drawing only. It isn't drawn here; it "
                               "can be saved."));
        return;
    }
    QImage image = m_cache->image(m_source, devicePixels());
    if (!image.isNull() || m_cache->hasFailed(m_source))
        m_before = {};
    else
        image = m_before; // an animated figure doesn't flicker
    if (image.isNull()) {
        if (m_cache->hasFailed(m_source))
            paintWords(painter, tr("This picture can't be shown here: it is damaged or has too "
                                   "many pixels. It can be saved."));
        return;
    }
    if (image.hasAlphaChannel())
        painter.fillRect(m_picture, Qt::white);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(m_picture, image);
    if (hasFocus()) {
        painter.setPen(QPen(Theme::of(palette()).accent, 2));
        painter.drawRect(m_picture.adjusted(-2, -2, 1, 1));
    }
}

void FigureView::paintWords(QPainter &painter, const QString &words)
{
    painter.setPen(Theme::of(palette()).muted);
    painter.drawText(m_picture, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, words);
}

void FigureView::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (Button *button : {m_save, m_saveSvg, m_copy})
        if (!button->isHidden())
            menu->addAction(button->text(), button, &Button::click);
    menu->popup(event->globalPos());
}

void FigureView::mousePressEvent(QMouseEvent *event)
{
    m_isPressed =
        event->button() == Qt::LeftButton && m_picture.contains(event->position().toPoint());
}

void FigureView::mouseReleaseEvent(QMouseEvent *event)
{
    const bool isClick = m_isPressed && m_picture.contains(event->position().toPoint());
    m_isPressed = false;
    if (isClick && event->button() == Qt::LeftButton)
        enlarge();
}

void FigureView::mouseMoveEvent(QMouseEvent *event)
{
    const bool over = isDrawn() && m_picture.contains(event->position().toPoint());
    setCursor(over ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void FigureView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
        event->key() == Qt::Key_Space)
        enlarge();
    else
        QWidget::keyPressEvent(event);
}

void FigureView::enlarge()
{
    if (isDrawn() && !m_cache->hasFailed(m_source))
        Q_EMIT enlargeRequested(m_source);
}

// As large as it came; what is shown may be smaller.
void FigureView::copy()
{
    const QImage image = m_cache->image(m_source, ImageCache::whole);
    m_isCopying = image.isNull() && !m_cache->hasFailed(m_source);
    if (!image.isNull())
        QGuiApplication::clipboard()->setImage(image);
}

QSize FigureView::devicePixels() const
{
    return (QSizeF(m_picture.size()) * devicePixelRatioF()).toSize();
}

} // namespace sandglass
