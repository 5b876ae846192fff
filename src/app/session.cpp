// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include "app/outputfiles.h"
#include "app/sessionprivate.h"
#include "sandbox/workfolder.h"

namespace sandglass {

Session::Session(Parts parts, Settings settings, ConversationId id, QObject *parent)
    : Session(std::move(parts), settings, openConversation(settings.dataFolder, id), parent)
{}

Session::Session(Parts parts, Settings settings, OpenedConversation opened, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, std::move(parts), std::move(settings), std::move(opened)))
{}

Session::~Session() = default;

Conversation &Session::document()
{
    return d->document;
}

const Settings &Session::settings() const
{
    return d->settings;
}

QString Session::folder() const
{
    return d->opened.folder;
}

bool Session::isReadOnly() const
{
    return !d->recorder;
}

QString Session::readOnlyReason() const
{
    return d->opened.readOnlyReason;
}

bool Session::isBusy() const
{
    return d->running || !d->actions.empty();
}

int Session::waitingCount() const
{
    return static_cast<int>(d->actions.size());
}

QStringList Session::pendingFiles() const
{
    return d->document.pendingFiles();
}

QByteArray Session::outputBytes(const QString &file, qint64 maxBytes) const
{
    return readOutput(d->opened.folder + QLatin1String("/outputs"), file, maxBytes);
}

void Session::setSettings(const Settings &settings)
{
    d->setSettings(settings);
}

void Session::setKey(const Secret &key)
{
    d->key = key;
}

void Session::setExeToken(const Secret &token)
{
    d->setExeToken(token);
}

void Session::reconnect()
{
    if (d->cells)
        d->cells->reconnect();
}

Settings::SandboxKind Session::sandboxKind() const
{
    return d->sandboxKind();
}

void Session::setTitle(const QString &title)
{
    if (!d->refuse())
        d->setTitle(title);
}

TurnId Session::ask(const QString &text)
{
    if (d->refuse())
        return {};
    const TurnId turn = TurnId::create();
    d->enqueue({[this, turn, text] { return d->turnJob(turn, text); }, true});
    return turn;
}

CellId Session::runCell(const QString &code, CellOrigin origin)
{
    if (d->refuse())
        return {};
    const CellId cell = CellId::create();
    d->enqueue({[this, cell, code, origin] { return d->cellJob(cell, code, origin); }, true});
    return cell;
}

void Session::attach(const QStringList &paths)
{
    if (!d->refuse())
        d->attach(paths);
}

void Session::detach(const QString &name)
{
    if (!d->refuse())
        d->detach(name);
}

void Session::cancelFiles()
{
    d->cancelFiles();
}

void Session::save(const QString &name, const QString &target)
{
    d->postFiles([this, name, target](std::stop_token stop) {
        d->files()->save(
            name, target, [&](qint64 done, qint64 total) { d->tellProgress(name, done, total); },
            stop);
        d->tell([this, name, target] { Q_EMIT saved(name, target); });
    });
}

void Session::saveAll(const QString &folder)
{
    QStringList names;
    for (const FileInfo &file : d->document.sandboxFiles())
        names << file.name;
    d->postFiles([this, names, folder](std::stop_token stop) {
        const QList<SavedFile> all = d->files()->saveAll(
            names, folder, [&](qint64 done, qint64 total) { d->tellProgress(folder, done, total); },
            stop);
        d->tell([this, folder, all] { Q_EMIT savedAll(folder, all); });
    });
}

void Session::addPackages(const QStringList &names)
{
    if (d->refuse())
        return;
    const bool isExe = sandboxKind() == Settings::SandboxKind::Exe;
    if (isExe || !d->parts.addPackages) {
        Q_EMIT failed({ErrorKind::Unsupported,
                       QStringLiteral("Packages can't be added to this conversation from here."),
                       isExe ? QStringLiteral("Run %pip install NAME in a cell.") : QString()});
        return;
    }
    d->postFiles([this, names, current = d->settings](std::stop_token stop) {
        d->parts.addPackages(
            d->opened.folder, current, names,
            [this](const QString &line) { d->tellProgress(line, 0, 0); }, stop);
        d->tell([this, names] { Q_EMIT packagesAdded(names); });
    });
}

void Session::stop()
{
    d->stop();
}

void Session::restartKernel()
{
    if (d->refuse())
        return;
    d->stop();
    d->enqueue({[this] { return d->restartJob(); }, false});
}

QList<CellId> Session::lostCells() const
{
    return d->cellsToRestore();
}

void Session::restoreCells()
{
    if (!d->refuse())
        d->enqueue({[this] { return d->rerunJob(); }, true});
}

} // namespace sandglass
