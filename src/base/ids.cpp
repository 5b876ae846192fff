// SPDX-License-Identifier: MIT
#include "base/ids.h"

#include <QRandomGenerator>
#include <QUuid>

#include <algorithm>
#include <chrono>
#include <mutex>

namespace sandglass {

namespace {

/// Milliseconds since 1970 in the high bits and a counter in the low twelve (rand_a): never twice
/// the same within a process, also when the clock stands still or goes back.
quint64 nextStamp()
{
    static std::mutex mutex;
    static quint64 last = 0;
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch());
    const std::lock_guard lock(mutex);
    last = std::max(last + 1, static_cast<quint64>(now.count()) << 12);
    return last;
}

} // namespace

QString newUuid7()
{
    const quint64 stamp = nextStamp();
    const quint64 milliseconds = stamp >> 12;
    quint64 random = QRandomGenerator::system()->generate64();
    random = (random & 0x3fffffffffffffffULL) | 0x8000000000000000ULL;
    uchar tail[8];
    for (uchar &byte : tail) {
        byte = static_cast<uchar>(random >> 56);
        random <<= 8;
    }
    const QUuid uuid(static_cast<uint>(milliseconds >> 16), static_cast<ushort>(milliseconds),
                     static_cast<ushort>(0x7000 | (stamp & 0xfff)), tail[0], tail[1], tail[2],
                     tail[3], tail[4], tail[5], tail[6], tail[7]);
    return uuid.toString(QUuid::WithoutBraces);
}

bool isUuid7(QStringView text)
{
    if (text.size() != 36)
        return false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        const bool hex = (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f');
        if (dash ? c != u'-' : !hex)
            return false;
    }
    return text[14] == u'7' && QStringView(u"89ab").contains(text[19]);
}

} // namespace sandglass
