// SPDX-License-Identifier: MIT
#include "exe/exelog.h"

namespace exedev {

Q_LOGGING_CATEGORY(lcExe, "exedev", QtInfoMsg)

} // namespace exedev
