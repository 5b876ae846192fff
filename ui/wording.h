// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "app/settings.h"
#include "sandbox/sandbox.h"

#include <QString>

namespace sandglass {

/// Values as people read them. GUI thread.

QString sizeText(qint64 bytes);         ///< "9 KB"
QString binarySizeText(qint64 bytes);   ///< "4 GiB", "1.5 GiB": limits are powers of two
QString secondsText(double seconds);    ///< "0.8 s", "2 min 5 s"
QString agoText(const QDateTime &time); ///< "2 min", "1 h", "3 Nov"
QString dayText(const QDate &day);      ///< "Today", "Yesterday", "November", "May 2025"
QString countText(qint64 count);        ///< "10,000", by the locale
/// How a cell ended, short: "✓ 0.8 s", "✗ error after 0.2 s".
QString resultText(const CellResult &result);
/// More of it in whole sentences where there is more to say; else empty.
QString resultDetail(const CellResult &result);
QString stateText(SandboxState state);
/// Text from anywhere for a tooltip: shown as it is, though Qt takes tooltips for HTML.
QString plainToolTip(const QString &text);
/// The limits that code runs under, a line each.
QStringList limitTexts(const Settings &settings);
/// A TurnDoneRecord that wasn't plainly finished; else empty.
QString turnEndText(const TurnDoneRecord &end);

} // namespace sandglass
