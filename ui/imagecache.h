// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QCache>
#include <QImage>
#include <QObject>
#include <QSet>
#include <QThreadPool>

namespace sandglass {

/// Where a picture's bytes are: in memory, else in a file. `key` names them.
struct ImageSource
{
    QByteArray bytes;
    QString file;
    QByteArray key;

    static ImageSource fromBytes(const QByteArray &bytes);
    static ImageSource fromFile(const QString &path);
};

/// Decoded pictures that were seen lately, bounded by their bytes, so that a hundred charts cost no
/// more memory than the few in sight. Reads and decodes on a thread of its own; used on the GUI
/// thread. Owned by the conversation's view.
class ImageCache : public QObject
{
    Q_OBJECT

public:
    /// Pictures with more pixels, or files with more bytes, aren't decoded: they can be saved only.
    static constexpr qint64 maxPixels = 64'000'000;
    static constexpr qint64 maxBytes = 64LL << 20;
    /// A `fit` that makes no picture smaller.
    static constexpr QSize whole{1 << 16, 1 << 16};

    explicit ImageCache(QObject *parent = nullptr);
    ~ImageCache() override;

    /// The picture, made smaller where it is larger than `fit` (device pixels). Null while it is
    /// being read, loaded() tells, and where it can't be read, see hasFailed().
    QImage image(const ImageSource &source, QSize fit);
    /// The picture where it is at hand; nothing is read for it.
    QImage known(const ImageSource &source, QSize fit) const;
    bool hasFailed(const ImageSource &source) const { return m_failed.contains(source.key); }

    /// Size in pixels by the head of the file; invalid where it is no picture.
    static QSize sizeOf(const ImageSource &source);

Q_SIGNALS:
    void loaded(const QByteArray &key);

private:
    void take(const QByteArray &key, const QByteArray &entry, const QImage &image);

    QCache<QByteArray, QImage> m_images;
    QSet<QByteArray> m_pending;
    QSet<QByteArray> m_failed;
    QThreadPool m_pool;
};

} // namespace sandglass
