// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/retryafter.h"

#include <QLocale>
#include <QTimeZone>

#include <algorithm>
#include <cmath>

namespace sandglass {

std::optional<std::chrono::seconds> retryAfter(const QByteArray &header, const QDateTime &now)
{
    const QByteArray value = header.trimmed();
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    if (isNumber) {
        if (!std::isfinite(number))
            return std::nullopt;
        return std::chrono::seconds(static_cast<qint64>(std::ceil(std::clamp(number, 0.0, 1e9))));
    }
    // RFC 9110: "Sun, 06 Nov 1994 08:49:37 GMT"; the two obsolete forms are not sent any more.
    QDateTime date = QLocale::c().toDateTime(QString::fromLatin1(value),
                                             QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
    if (!date.isValid())
        return std::nullopt;
    date.setTimeSpec(Qt::UTC);
    const qint64 milliseconds = now.msecsTo(date);
    return std::chrono::seconds(std::max<qint64>(0, (milliseconds + 999) / 1000));
}

} // namespace sandglass
