// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/worker.h"

#include <QImage>
#include <QObject>
#include <QTemporaryDir>

#include <memory>

namespace sandglass {

/// Makes PNG files of pasted pictures, so that they can be attached as files are. Encodes on a
/// thread of its own, begun with the first; the files go with this. GUI thread.
class PastedImages : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// written() or failed() tells the end.
    void write(const QImage &image);

Q_SIGNALS:
    void written(const QString &path);
    void failed(const sandglass::Failure &failure);

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    int m_count = 0;
    std::unique_ptr<Worker> m_worker; // last: its jobs use this
};

} // namespace sandglass
