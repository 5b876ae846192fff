// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass {

/// What was typed into a conversation and not sent yet, in a file of its own in `folder`: the
/// conversation's, or the data folder for one that isn't there yet. Any thread.

/// Empty where there is none, or none that this can have written.
QString loadDraft(const QString &folder);

/// An empty one is removed. False where it can't be written, which loses only the draft.
bool saveDraft(const QString &folder, const QString &text);

} // namespace sandglass
