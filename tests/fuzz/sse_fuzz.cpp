// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/sse.h"
#include "fuzz/cut.h"

#include <QList>

using namespace sandglass;

namespace {

QList<QByteArray> events(const QByteArray &bytes, qsizetype piece)
{
    QList<QByteArray> found;
    const auto onEvent = [&](const SseEvent &event) {
        fuzz::require(event.data.size() <= 4096);
        found.append(event.name + '\0' + event.data);
    };
    SseReader reader(4096);
    try {
        fuzz::inPieces(bytes, piece, [&](const QByteArray &part) { reader.feed(part, onEvent); });
        reader.finish(onEvent);
    } catch (const Error &) {
        found.append("!");
    }
    return found;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes = fuzz::input(data, size);
    const QList<QByteArray> whole = events(bytes, 0);
    fuzz::require(events(bytes, 1) == whole);
    fuzz::require(events(bytes, 5) == whole);
    return 0;
}
