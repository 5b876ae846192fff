// SPDX-License-Identifier: GPL-3.0-or-later
#include "exe/error.h"
#include "exe/frames.h"
#include "exe/outputlines.h"
#include "fuzz/cut.h"

#include <QStringList>

using namespace exedev;
namespace fuzz = sandglass::fuzz;

namespace {

/// Frames and the lines of their output, "!" where the stream was refused.
QStringList seen(const QByteArray &bytes, qsizetype piece)
{
    QStringList found;
    OutputLines lines([&](const QString &line) {
        fuzz::require(line.size() <= 65537);
        found.append(u'l' + line);
    });
    const auto onFrame = [&](const Frame &frame) {
        found.append(QString::number(int(frame.kind)) + QString::number(frame.exitCode) +
                     frame.error);
        lines.feed(frame.bytes);
    };
    FrameReader reader;
    try {
        fuzz::inPieces(bytes, piece, [&](const QByteArray &part) { reader.feed(part, onFrame); });
        reader.finish(onFrame);
    } catch (const ProtocolError &) {
        found.append(QStringLiteral("!"));
    }
    lines.finish();
    return found;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes = fuzz::input(data, size);
    const QStringList whole = seen(bytes, 0);
    fuzz::require(seen(bytes, 1) == whole);
    fuzz::require(seen(bytes, 7) == whole);
    return 0;
}
