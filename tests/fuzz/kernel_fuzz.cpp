// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "fuzz/cut.h"
#include "sandbox/kernelprotocol.h"

using namespace sandglass;

namespace {

const QString cellId = QStringLiteral("01890a5d-ac96-774b-bcce-b302099a8057");

/// Number and kind of each event, and whether the reader gave up.
QList<qint64> events(const QByteArray &bytes, qsizetype piece)
{
    QList<qint64> found;
    KernelReader reader;
    reader.addCell(*CellId::fromString(cellId));
    qint64 last = 0;
    try {
        fuzz::inPieces(bytes, piece, [&](const QByteArray &part) {
            reader.feed(part, [&](const KernelEvent &event) {
                fuzz::require(event.cell.isNull() || event.cell.toString() == cellId);
                fuzz::require(event.number == 0 || event.number > last);
                last = std::max(last, event.number);
                found.append(event.number * 16 + qint64(event.content.index()));
            });
        });
    } catch (const Error &) {
        found.append(-1);
    }
    return found;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes = fuzz::input(data, size);
    const QList<qint64> whole = events(bytes, 0);
    fuzz::require(events(bytes, 3) == whole);
    return 0;
}
