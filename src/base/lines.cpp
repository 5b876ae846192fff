// SPDX-License-Identifier: MIT
#include "base/lines.h"
