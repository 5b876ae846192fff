// SPDX-License-Identifier: MIT
#pragma once

#include <QLoggingCategory>

namespace exedev {

Q_DECLARE_LOGGING_CATEGORY(lcExe)

} // namespace exedev
