// SPDX-License-Identifier: MIT
// Nothing: the target of this file exists for its precompiled headers.
