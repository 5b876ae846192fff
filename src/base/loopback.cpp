// SPDX-License-Identifier: MIT
#include "base/loopback.h"

#include <QHostAddress>

namespace sandglass {

bool isLoopback(const QString &host)
{
    return host.compare(QLatin1String("localhost"), Qt::CaseInsensitive) == 0 ||
           QHostAddress(host).isLoopback();
}

} // namespace sandglass
