// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/worker.h"
#include "ui/blockwidget.h"

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>

namespace sandglass {

/// Asks where something is to be saved and writes it on a thread of its own, begun with the first.
/// Files get no exec bit. GUI thread; owned by what saves.
class FileSaver : public QObject
{
    Q_OBJECT

public:
    /// Dialogs belong to `window`.
    explicit FileSaver(QWidget *window);

    /// `then` gets the chosen path.
    void chooseFile(const QString &suggestedName, std::function<void(const QString &)> then);
    void chooseFolder(std::function<void(const QString &)> then);
    /// Asks, then writes.
    void save(const SaveRequest &request);
    /// Writes; saved() or failed() tells.
    void write(const SaveRequest &request, const QString &target);

    /// Ends what is being written; nothing of it stays.
    void cancel();

Q_SIGNALS:
    void progress(const QString &target, qint64 done, qint64 total);
    void ended(); ///< of each write()
    void saved(const QString &target);
    void failed(const sandglass::Failure &failure);

private:
    void tell(std::function<void()> call);

    QWidget *m_window;
    std::stop_source m_stop;
    std::unique_ptr<Worker> m_worker; // last: its jobs use this
};

/// A name from a kernel or a model as one that a save dialog may suggest: no folders, no control
/// characters, not hidden.
QString suggestedFileName(const QString &name);

} // namespace sandglass
