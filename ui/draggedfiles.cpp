// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/draggedfiles.h"

namespace sandglass {

namespace {

QString uriList()
{
    return QStringLiteral("text/uri-list");
}

} // namespace

DraggedFiles::DraggedFiles(QStringList names, Copy copy)
    : m_names(std::move(names))
    , m_copy(std::move(copy))
{}

QStringList DraggedFiles::formats() const
{
    return {uriList()};
}

QVariant DraggedFiles::retrieveData(const QString &mimeType, QMetaType) const
{
    if (mimeType != uriList())
        return {};
    if (!std::exchange(m_isCopied, true)) {
        for (const QString &name : m_names) {
            const QString path = m_copy(name);
            if (!path.isEmpty())
                m_urls << QUrl::fromLocalFile(path);
        }
    }
    return m_urls;
}

} // namespace sandglass
