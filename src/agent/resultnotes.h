// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/output.h"

#include <QString>

namespace sandglass {

/// Sentences for a model about how a cell ended; see ResultText. Empty where there is nothing to
/// say.

/// Names and sizes of new and changed files, the first of them where there are many.
QString filesNote(const QList<FileInfo> &files);

/// `error` is the exception's name and the first line of its text; empty for none.
QString statusNote(const CellResult &result, const QString &error);

/// `name` fit for one line: control characters as escapes, at most 255 characters.
QString shownName(const QString &name);

} // namespace sandglass
