// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/builtinplan.h"

#include <optional>

namespace sandglass {

/// The rules of the built-in model. Each gives a plan for the questions it knows, else nothing.

/// Code between fences of ``` or after "run:".
std::optional<BuiltinPlan> runGivenCode(const Question &, const QList<AttachedFile> &earlier);
/// "What is the 1000th prime?"
std::optional<BuiltinPlan> findPrime(const Question &, const QList<AttachedFile> &earlier);
/// "Simulate 10,000 rolls of two dice and plot the distribution of the sums"
std::optional<BuiltinPlan> rollDice(const Question &, const QList<AttachedFile> &earlier);
/// An attached table, or a file of an earlier question that this one names.
std::optional<BuiltinPlan> readAttachedTables(const Question &, const QList<AttachedFile> &earlier);
/// "What is 12 * 7?"
std::optional<BuiltinPlan> workOut(const Question &, const QList<AttachedFile> &earlier);

} // namespace sandglass
