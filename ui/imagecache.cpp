// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/imagecache.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QFile>
#include <QImageReader>

namespace sandglass {

namespace {

constexpr qsizetype maxKilobytes = 96 * 1024;

QByteArray formatOf(const QByteArray &head)
{
    if (head.startsWith("\x89PNG"))
        return "png";
    return head.startsWith("\xff\xd8\xff") ? "jpeg" : "";
}

QByteArray read(const ImageSource &source, qint64 most)
{
    if (!source.bytes.isEmpty())
        return source.bytes;
    QFile file(source.file);
    return file.open(QIODevice::ReadOnly) ? file.read(most) : QByteArray();
}

QSize sizeIn(const QByteArray &bytes)
{
    const QByteArray format = formatOf(bytes);
    if (format.isEmpty()) // only these two decoders ever see a kernel's bytes
        return {};
    QBuffer buffer;
    buffer.setData(bytes);
    buffer.open(QIODevice::ReadOnly);
    return QImageReader(&buffer, format).size();
}

QImage decode(const ImageSource &source, QSize fit)
{
    const QByteArray bytes = read(source, ImageCache::maxBytes + 1);
    const QSize size = sizeIn(bytes);
    if (bytes.size() > ImageCache::maxBytes || size.isEmpty() ||
        qint64(size.width()) * size.height() > ImageCache::maxPixels)
        return {};
    QImage image = QImage::fromData(bytes, formatOf(bytes).constData());
    if (!image.isNull() && (size.width() > fit.width() || size.height() > fit.height()))
        image = image.scaled(fit, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    return image;
}

QByteArray entryOf(const ImageSource &source, QSize fit)
{
    return source.key + '/' + QByteArray::number(fit.width()) + 'x' +
           QByteArray::number(fit.height());
}

} // namespace

ImageSource ImageSource::fromBytes(const QByteArray &bytes)
{
    return {bytes, {}, QCryptographicHash::hash(bytes, QCryptographicHash::Sha1)};
}

ImageSource ImageSource::fromFile(const QString &path)
{
    return {{}, path, path.toUtf8()};
}

ImageCache::ImageCache(QObject *parent)
    : QObject(parent)
    , m_images(maxKilobytes)
{
    m_pool.setMaxThreadCount(1);
}

ImageCache::~ImageCache()
{
    m_pool.clear();
    m_pool.waitForDone();
}

QSize ImageCache::sizeOf(const ImageSource &source)
{
    return sizeIn(read(source, 64 * 1024));
}

QImage ImageCache::known(const ImageSource &source, QSize fit) const
{
    const QImage *image = m_images.object(entryOf(source, fit));
    return image ? *image : QImage();
}

QImage ImageCache::image(const ImageSource &source, QSize fit)
{
    const QByteArray entry = entryOf(source, fit);
    const QImage known = this->known(source, fit);
    if (!known.isNull())
        return known;
    if (m_failed.contains(source.key) || m_pending.contains(entry))
        return {};
    m_pending.insert(entry);
    m_pool.start([this, source, fit, entry] {
        const QImage image = decode(source, fit);
        QMetaObject::invokeMethod(
            this, [this, key = source.key, entry, image] { take(key, entry, image); },
            Qt::QueuedConnection);
    });
    return {};
}

void ImageCache::take(const QByteArray &key, const QByteArray &entry, const QImage &image)
{
    m_pending.remove(entry);
    if (image.isNull())
        m_failed.insert(key);
    else
        m_images.insert(
            entry, new QImage(image),
            std::min(maxKilobytes, static_cast<qsizetype>(image.sizeInBytes() / 1024 + 1)));
    Q_EMIT loaded(key);
}

} // namespace sandglass
