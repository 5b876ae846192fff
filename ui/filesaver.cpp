// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/filesaver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QSaveFile>
#include <QStandardPaths>

namespace sandglass {

namespace {

constexpr qint64 chunk = 1 << 20;
constexpr int progressMs = 100;

Failure cannotSave(const QString &target, const QString &reason)
{
    return {ErrorKind::File, FileSaver::tr("%1 could not be saved: %2.").arg(target, reason),
            FileSaver::tr("Choose another place and save again.")};
}

/// Throws Error; Cancelled where `isOver` says so.
void copyTo(const SaveRequest &request, const QString &target, const std::function<bool()> &isOver,
            const std::function<void(qint64, qint64)> &progress)
{
    QSaveFile out(target);
    if (!out.open(QIODevice::WriteOnly))
        throw Error(cannotSave(target, out.errorString()));
    if (request.file.isEmpty()) {
        out.write(request.bytes);
    } else {
        QFile in(request.file);
        if (!in.open(QIODevice::ReadOnly))
            throw Error(cannotSave(target, in.errorString()));
        while (!in.atEnd()) {
            if (isOver())
                throw Error(ErrorKind::Cancelled, target);
            if (out.write(in.read(chunk)) < 0)
                break;
            progress(in.pos(), in.size());
        }
        if (in.error() != QFileDevice::NoError)
            throw Error(cannotSave(target, in.errorString()));
    }
    if (!out.commit())
        throw Error(cannotSave(target, out.errorString()));
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

void FileSaver::cancel()
{
    m_stop.request_stop();
    m_stop = std::stop_source();
}

void FileSaver::write(const SaveRequest &request, const QString &target)
{
    if (!m_worker)
        m_worker = std::make_unique<Worker>(QStringLiteral("saver"));
    m_worker->post([this, request, target, stop = m_stop.get_token()](std::stop_token closing) {
        QElapsedTimer sinceTold;
        sinceTold.start();
        const auto progress = [&](qint64 done, qint64 total) {
            if (sinceTold.elapsed() < progressMs)
                return;
            sinceTold.start();
            tell([this, target, done, total] { Q_EMIT this->progress(target, done, total); });
        };
        try {
            copyTo(
                request, target, [&] { return stop.stop_requested() || closing.stop_requested(); },
                progress);
            tell([this, target] { Q_EMIT saved(target); });
        } catch (const Error &error) {
            if (error.kind() != ErrorKind::Cancelled)
                tell([this, failure = error.failure()] { Q_EMIT failed(failure); });
        }
        tell([this] { Q_EMIT ended(); });
    });
}

void FileSaver::tell(std::function<void()> call)
{
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
}

} // namespace sandglass
