// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace sandglass {

/// The name under which a file that somebody else named may be kept in a folder: the last part of
/// a path, NFC, without control and direction characters, never hidden, an option or a Windows
/// device, at most 255 bytes of UTF-8 with its extension kept. Spaces, accents and dashes stay.
/// The same for a name that came out of it. Pure.
/// Throws Error(InvalidInput) where nothing of a name is left ("..", "///", "").
QString safeName(const QString &given);

/// `name`, or where `taken` has it already (whatever the case, as some file systems compare) the
/// first free one of "image (1).png", "image (2).png", …; never over 255 bytes either. Pure.
QString numbered(const QString &name, const QStringList &taken);

} // namespace sandglass
