// SPDX-License-Identifier: MIT
#include "base/sse.h"
