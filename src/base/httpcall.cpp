// SPDX-License-Identifier: MIT
#include "base/httpcall.h"
