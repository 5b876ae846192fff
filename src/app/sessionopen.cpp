// SPDX-License-Identifier: GPL-3.0-or-later
// How Session::Private goes on with a conversation that was read.
#include "app/sessionprivate.h"

#include <algorithm>

namespace sandglass {

void Session::Private::open()
{
    for (const FileRecord &file : document.files())
        noteFile(file);
    const auto isCell = [](const Block &block) {
        return std::holds_alternative<CellBlock>(block);
    };
    const bool hasCells = std::any_of(document.blocks().begin(), document.blocks().end(), isCell);
    kernelIsOld = hasCells && !document.place();
    m_ranHere = kernelIsOld;
    noteKind();
    if (!opened.journal)
        return;
    recorder = std::make_unique<Recorder>(opened.folder, std::move(opened.journal), queue,
                                          [this](const Failure &failure) { tellFailure(failure); });
    recorder->continueFrom(opened.nextSeq, document.title());
    restoreFiles();
}

void Session::Private::restoreFiles()
{
    if (document.files().isEmpty() || sandboxKind() == Settings::SandboxKind::Exe)
        return;
    postFiles([this, files = document.files()](std::stop_token) {
        Attachments(opened.folder, attachmentHooks()).restore(files);
    });
}

} // namespace sandglass
