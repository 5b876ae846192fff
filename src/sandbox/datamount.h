// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass {

/// A file or folder of the person that cells may read at data/`name`, without a copy.
struct DataMount
{
    QString source; ///< absolute path outside
    QString name;   ///< one path component
};

/// Makes the empty place in the folder `data` onto which `mount` is mounted. Returns what keeps it
/// from being mounted, in words for a sentence ("it isn't there any more"), or an empty text.
QString prepareMount(const QString &data, const DataMount &mount);

} // namespace sandglass
