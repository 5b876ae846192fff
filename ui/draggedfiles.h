// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QUrl>

#include <functional>

namespace sandglass {

/// Files of a conversation that are dragged out of the window. Copies are made only when the place
/// where they are dropped asks for them. GUI thread; the drag owns it.
class DraggedFiles : public QMimeData
{
    Q_OBJECT

public:
    /// Gives the path of a copy of the file, empty where there is none.
    using Copy = std::function<QString(const QString &name)>;

    DraggedFiles(QStringList names, Copy copy);

    QStringList formats() const override;

protected:
    QVariant retrieveData(const QString &mimeType, QMetaType type) const override;

private:
    QStringList m_names;
    Copy m_copy;
    mutable QList<QVariant> m_urls; ///< once they were asked for
    mutable bool m_isCopied = false;
};

} // namespace sandglass
