// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/figures.h"

#include "base/error.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace sandglass::cli {

namespace {

Error notKept(const QString &path)
{
    return Error(
        ErrorKind::File, QStringLiteral("A figure could not be saved as %1.").arg(path),
        QStringLiteral("Name another folder with --save; the figure stays in the conversation."));
}

const MimeBundle *bundleOf(const Output &output)
{
    if (const auto *display = std::get_if<DisplayData>(&output))
        return &display->bundle;
    if (const auto *update = std::get_if<UpdateDisplayData>(&output))
        return &update->bundle;
    if (const auto *result = std::get_if<ExecuteResult>(&output))
        return &result->bundle;
    return nullptr;
}

} // namespace

Figures::Figures(QString folder)
    : m_folder(std::move(folder))
{}

std::pair<QString, QByteArray> Figures::figureOf(const MimeBundle &bundle)
{
    for (const auto &[mime, extension] :
         {std::pair(QLatin1String("image/png"), QLatin1String("png")),
          std::pair(QLatin1String("image/jpeg"), QLatin1String("jpg")),
          std::pair(QLatin1String("image/svg+xml"), QLatin1String("svg"))}) {
        const auto it = bundle.data.find(mime);
        if (it != bundle.data.end())
            return {extension, it->second};
    }
    return {};
}

std::optional<Figures::Kept> Figures::keep(const Output &output)
{
    const MimeBundle *bundle = bundleOf(output);
    if (!bundle)
        return std::nullopt;
    const auto [extension, bytes] = figureOf(*bundle);
    if (bytes.isEmpty())
        return std::nullopt;

    QString path;
    const auto known = m_pathOfDisplay.find(bundle->displayId);
    if (std::holds_alternative<UpdateDisplayData>(output) && known != m_pathOfDisplay.end())
        path = known->second;
    else
        path = freshPath(extension);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.flush())
        throw notKept(path);
    if (!bundle->displayId.isEmpty())
        m_pathOfDisplay[bundle->displayId] = path;
    return Kept{QFileInfo(path).fileName(), path};
}

QString Figures::freshPath(const QString &extension)
{
    if (m_folder.isEmpty()) {
        QTemporaryDir folder(QDir::tempPath() + QStringLiteral("/sandglass-figures-XXXXXX"));
        folder.setAutoRemove(false);
        if (!folder.isValid())
            throw notKept(folder.path());
        m_folder = folder.path();
    } else if (!QDir().mkpath(m_folder)) {
        throw notKept(m_folder);
    }
    return freePath(m_folder, QStringLiteral("figure-%1.%2").arg(++m_count).arg(extension));
}

QString freePath(const QString &folder, const QString &name)
{
    const QFileInfo info(folder + u'/' + name);
    QString path = info.filePath();
    // A link that points nowhere is there as well: writing would go through it.
    for (int n = 1; QFileInfo::exists(path) || QFileInfo(path).isSymLink(); ++n) {
        const QString suffix = info.suffix().isEmpty() ? QString() : u'.' + info.suffix();
        path = QStringLiteral("%1/%2 (%3)%4")
                   .arg(info.path(), info.completeBaseName(), QString::number(n), suffix);
    }
    return path;
}

} // namespace sandglass::cli
