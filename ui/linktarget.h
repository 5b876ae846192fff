// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QUrl>

namespace sandglass {

/// What a link in an answer may lead to: http, https and mailto addresses, and files of the
/// sandbox as sandbox:NAME (models also write them as plain paths). Invalid for all else.
QUrl linkTarget(const QString &written);

/// The name in the work folder that a sandbox: link means; "/mnt/data/x.csv" means "x.csv".
QString sandboxFileOf(const QUrl &link);

} // namespace sandglass
