// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/conversation.h"
#include "app/recordjson.h"
#include "fuzz/cut.h"

using namespace sandglass;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Conversation document(ConversationId::create());
    for (const QByteArray &line : fuzz::input(data, size).split('\n')) {
        const ReadLine read = recordFromLine(line);
        if (read.kind != ReadLine::Kind::Good)
            continue;
        document.apply(read.record);
        // What was read is written and read again to the same.
        const QByteArray written = recordToLine(read.record);
        const ReadLine again = recordFromLine(written.trimmed());
        fuzz::require(again.kind == ReadLine::Kind::Good);
        fuzz::require(recordToLine(again.record) == written);
    }
    return 0;
}
