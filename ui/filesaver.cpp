// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filesaver.h"

#include <QFile>
#include <QFileDialog>
#include <QSaveFile>
#include <QStandardPaths>

namespace sandglass {

namespace {

constexpr qint64 chunk = 1 << 20;

Failure cannotSave(const QString &target, const QString &reason)
{
    return {ErrorKind::File, FileSaver::tr("%1 could not be saved: %2.").arg(target, reason),
            FileSaver::tr("Choose another place and save again.")};
}

std::optional<Failure> copyTo(const SaveRequest &request, const QString &target,
                              std::stop_token stop)
{
    QSaveFile out(target);
    if (!out.open(QIODevice::WriteOnly))
        return cannotSave(target, out.errorString());
    if (request.file.isEmpty()) {
        out.write(request.bytes);
    } else {
        QFile in(request.file);
        if (!in.open(QIODevice::ReadOnly))
            return cannotSave(target, in.errorString());
        while (!in.atEnd() && !stop.stop_requested())
            if (out.write(in.read(chunk)) < 0)
                break;
        if (in.error() != QFileDevice::NoError)
            return cannotSave(target, in.errorString());
    }
    if (stop.stop_requested())
        return cannotSave(target, FileSaver::tr("the window was closed"));
    if (!out.commit())
        return cannotSave(target, out.errorString());
    return {};
}

} // namespace

QString suggestedFileName(const QString &name)
{
    QString suggested = name.section(u'/', -1).section(u'\\', -1);
    suggested.removeIf([](QChar c) {
        return c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
    });
    while (suggested.startsWith(u'.'))
        suggested.remove(0, 1);
    return suggested.isEmpty() ? QStringLiteral("file") : suggested.left(200);
}

FileSaver::FileSaver(QWidget *window)
    : QObject(window)
    , m_window(window)
    , m_worker(QStringLiteral("saver"))
{}

void FileSaver::chooseFile(const QString &suggestedName, std::function<void(const QString &)> then)
{
    auto *dialog = new QFileDialog(m_window, tr("Save"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDirectory(QStandardPaths::writableLocation(QStandardPaths::DownloadLocation));
    dialog->selectFile(suggestedFileName(suggestedName));
    connect(dialog, &QFileDialog::fileSelected, this, then);
    dialog->open();
}

void FileSaver::chooseFolder(std::function<void(const QString &)> then)
{
    auto *dialog = new QFileDialog(m_window, tr("Save all files into a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, then);
    dialog->open();
}

void FileSaver::save(const SaveRequest &request)
{
    chooseFile(request.suggestedName,
               [this, request](const QString &target) { write(request, target); });
}

void FileSaver::write(const SaveRequest &request, const QString &target)
{
    m_worker.post([this, request, target](std::stop_token stop) {
        const std::optional<Failure> failure = copyTo(request, target, stop);
        QMetaObject::invokeMethod(
            this,
            [this, failure, target] {
                if (failure)
                    Q_EMIT failed(*failure);
                else
                    Q_EMIT saved(target);
            },
            Qt::QueuedConnection);
    });
}

} // namespace sandglass
