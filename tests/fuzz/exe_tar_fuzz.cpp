// SPDX-License-Identifier: GPL-3.0-or-later
#include "exe/error.h"
#include "exe/unpackfolder.h"
#include "fuzz/cut.h"

#include <QBuffer>
#include <QDir>
#include <QTemporaryDir>

using namespace exedev;
namespace fuzz = sandglass::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QTemporaryDir outer;
    const QDir folder(outer.path());
    fuzz::require(outer.isValid() && folder.mkdir(QStringLiteral("target")));
    QByteArray bytes = fuzz::input(data, size);
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    try {
        unpackFolder(buffer, folder.filePath(QStringLiteral("target")), 1024 * 1024, {});
    } catch (const Error &) {
        // Refused; what counts is that nothing stands beside the target.
    }
    fuzz::require(folder.entryList(QDir::AllEntries | QDir::Hidden | QDir::System |
                                   QDir::NoDotAndDotDot) == QStringList{QStringLiteral("target")});
    return 0;
}
