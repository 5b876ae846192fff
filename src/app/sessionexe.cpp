// SPDX-License-Identifier: GPL-3.0-or-later
// What a Session does for a sandbox at exe.dev.
#include "app/sessionprivate.h"

namespace sandglass {

namespace {

/// The next number that no segment of the cell's text has.
int nextSegment(const CellBlock &cell)
{
    int next = 0;
    for (const ShownOutput &output : cell.outputs) {
        if (const auto *stream = std::get_if<StreamText>(&output.value))
            next = std::max(next, stream->segment + 1);
    }
    return next;
}

} // namespace

Settings::SandboxKind Session::Private::sandboxKind() const
{
    if (document.place())
        return Settings::SandboxKind::Exe;
    return m_ranHere ? Settings::SandboxKind::Local : settings.sandbox;
}

/// Tells the workers where cells run.
void Session::Private::noteKind()
{
    const bool isExe = sandboxKind() == Settings::SandboxKind::Exe;
    const std::lock_guard lock(m_mutex);
    m_isExe = isExe;
    m_vm = document.place() ? document.place()->vm : QString();
    m_workerSettings.sandbox = sandboxKind();
}

void Session::Private::setExeToken(const Secret &token)
{
    {
        const std::lock_guard lock(m_mutex);
        m_exeToken = token;
    }
    if (cells && sandboxKind() == Settings::SandboxKind::Exe)
        cells->renew();
    if (!token.isEmpty())
        goOn();
}

/// Cells that had no end when the program ended may have gone on.
void Session::Private::goOn()
{
    if (!recorder || !document.place() || std::exchange(m_wentOn, true))
        return;
    for (const CellId &cell : document.unfinishedCells())
        enqueue({[this, cell] { return resumeJob(cell); }, false});
}

Worker::Job Session::Private::resumeJob(const CellId &cell)
{
    const CellBlock *block = document.cell(cell);
    const int segment = block ? nextSegment(*block) : 0;
    return [this, cell, segment, runner = cells.get()](std::stop_token stop) {
        try {
            runner->resume(cell, segment, stop);
        } catch (const Error &error) {
            tellFailure(error.failure());
        }
    };
}

Session::Parts::ExeWish Session::Private::exeWish()
{
    const std::lock_guard lock(m_mutex);
    return {opened.folder, document.id(), m_workerSettings, m_exeToken,
            [this](const QString &vm, std::stop_token stop) {
                furnish(vm, std::move(stop));
            }};
}

std::unique_ptr<Sandbox> Session::Private::makeExeSandbox()
{
    const Parts::ExeWish wish = exeWish();
    if (!parts.exeSandbox)
        throw Error(ErrorKind::Unsupported,
                    QStringLiteral("Sandboxes at exe.dev can't be used here."));
    if (wish.token.isEmpty())
        throw Error(ErrorKind::Auth,
                    QStringLiteral("The sandbox of this conversation is at exe.dev, and no token "
                                   "for it is set. The code was not run."),
                    QStringLiteral("Set one in the settings, or EXE_TOKEN for this time."));
    return parts.exeSandbox(wish);
}

std::unique_ptr<SandboxFiles> Session::Private::files()
{
    const Parts::ExeWish wish = exeWish();
    bool isExe = false;
    {
        const std::lock_guard lock(m_mutex);
        isExe = m_isExe;
    }
    if (!isExe)
        return std::make_unique<LocalFiles>(opened.folder);
    if (!parts.exeFiles || wish.token.isEmpty())
        throw Error(ErrorKind::Auth,
                    QStringLiteral("The files of this conversation are at exe.dev, and no token "
                                   "for it is set."),
                    QStringLiteral("Set one in the settings, or EXE_TOKEN for this time."));
    return parts.exeFiles(wish, [this] {
        const std::lock_guard lock(m_mutex);
        return m_vm;
    });
}

/// Brings what the person gave to a new VM. One file that can't be brought doesn't stop the rest.
void Session::Private::furnish(const QString &vm, std::stop_token stop)
{
    QList<FileRecord> given;
    {
        const std::lock_guard lock(m_mutex);
        given = m_files;
        m_vm = vm;
    }
    if (given.isEmpty())
        return;
    const std::unique_ptr<SandboxFiles> there = files();
    for (const FileRecord &file : std::as_const(given)) {
        const QString from =
            file.mounted ? file.source : opened.folder + QLatin1String("/files/") + file.name;
        try {
            there->put(
                from, file.name,
                [&](qint64 done, qint64 total) { tellProgress(file.name, done, total); }, stop);
        } catch (const Error &error) {
            if (error.kind() == ErrorKind::Cancelled)
                throw;
            recorder->add(
                NoticeRecord{{}, {}, {QStringLiteral("files"), error.failure().text, file.name}});
        }
    }
}

} // namespace sandglass
