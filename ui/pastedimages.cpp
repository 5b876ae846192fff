// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pastedimages.h"

#include <QImageWriter>

namespace sandglass {

void PastedImages::write(const QImage &image)
{
    if (!m_worker) {
        m_folder = std::make_unique<QTemporaryDir>();
        m_worker = std::make_unique<Worker>(QStringLiteral("paste"));
    }
    const QString path = m_folder->filePath(QStringLiteral("pasted-image-%1.png").arg(++m_count));
    m_worker->post([this, image, path](std::stop_token) {
        QImageWriter writer(path, "png");
        const bool isWritten = writer.write(image);
        const QString reason = writer.errorString();
        QMetaObject::invokeMethod(
            this,
            [this, isWritten, reason, path] {
                if (isWritten) {
                    Q_EMIT written(path);
                    return;
                }
                Q_EMIT failed(
                    {ErrorKind::File,
                     tr("The picture could not be attached: it can't be written to %1 (%2).")
                         .arg(path, reason),
                     tr("Check that the disk has room, or save the picture as a file and attach "
                        "that.")});
            },
            Qt::QueuedConnection);
    });
}

} // namespace sandglass
