// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/lines.h"
#include "fuzz/cut.h"

#include <QList>

using namespace sandglass;

namespace {

/// The lines; whether one was too long counts as a last entry.
QList<QByteArray> lines(const QByteArray &bytes, qsizetype piece)
{
    QList<QByteArray> found;
    LineReader reader(64);
    try {
        fuzz::inPieces(bytes, piece, [&](const QByteArray &part) {
            reader.feed(part, [&](const QByteArray &line) {
                fuzz::require(line.size() <= 64 && !line.contains('\n'));
                found.append(line);
            });
        });
    } catch (const Error &) {
        found.append("!");
    }
    return found;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes = fuzz::input(data, size);
    const QList<QByteArray> whole = lines(bytes, 0);
    fuzz::require(lines(bytes, 1) == whole);
    fuzz::require(lines(bytes, 7) == whole);
    return 0;
}
