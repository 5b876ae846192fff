// SPDX-License-Identifier: MIT
#pragma once

#include "base/error.h"

namespace exedev {

class Error;

/// An error of this library as the rooms above it tell it: a kind to act on, what happened, and
/// what to do about it. Pure.
sandglass::Failure failureOf(const Error &error);

} // namespace exedev
