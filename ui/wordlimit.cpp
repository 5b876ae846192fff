// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wordlimit.h"

#include "ui/wording.h"

#include <QCoreApplication>

namespace sandglass {

QString WordLimit::take(const QString &piece)
{
    QString kept;
    kept.reserve(piece.size());
    qsizetype leftOut = 0;
    const auto say = [&] {
        if (leftOut > 0)
            kept += QCoreApplication::translate("markdown", "… (characters left out: %1)")
                        .arg(countText(std::exchange(leftOut, 0)));
    };
    for (const QChar c : piece) {
        m_length = c.isSpace() ? 0 : m_length + 1;
        if (m_length > longest) {
            ++leftOut;
            continue;
        }
        say();
        kept += c;
    }
    say();
    return kept;
}

} // namespace sandglass
