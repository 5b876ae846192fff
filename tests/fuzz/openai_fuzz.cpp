// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "fuzz/cut.h"
#include "llm/openaireader.h"

using namespace sandglass;

namespace {

struct Seen
{
    QString text;
    QList<ToolCall> calls;
    bool failed = false;

    friend bool operator==(const Seen &, const Seen &) = default;
};

Seen read(const QByteArray &bytes, qsizetype piece)
{
    Seen seen;
    ModelEvents events;
    events.onText = [&](const QString &text) {
        seen.text += text;
    };
    OpenAiReader reader(events, OpenAiReader::Calls::Whole, {});
    try {
        bool more = true;
        fuzz::inPieces(bytes, piece,
                       [&](const QByteArray &part) { more = more && reader.feed(part); });
        seen.calls = reader.finish().calls;
    } catch (const Error &) {
        seen.failed = true;
    }
    return seen;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes = fuzz::input(data, size);
    Seen whole = read(bytes, 0);
    Seen cut = read(bytes, 1);
    if (whole.failed) // how much was told before a fault may differ, the fault may not
        whole.text = cut.text;
    // Ids that a server left out are made up.
    for (QList<ToolCall> *calls : {&whole.calls, &cut.calls}) {
        for (ToolCall &call : *calls)
            call.id.clear();
    }
    fuzz::require(whole == cut);
    return 0;
}
