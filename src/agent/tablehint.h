// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace sandglass {

/// What pandas.read_csv must be told of a delimited text file, found in its first bytes: "read with
/// sep=';', encoding='cp1252', decimal=','". Empty where nothing needs saying or it is no such
/// file. Looks at no more than 64 KiB of `head`, whatever it is given.
QString tableHint(const QString &name, const QByteArray &head);

} // namespace sandglass
