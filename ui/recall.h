// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>

namespace sandglass {

/// The texts that Up brings back, and which of them is shown. Pure.
class Recall
{
public:
    /// The newest last; none is shown then.
    void setTexts(const QStringList &texts);
    /// The next older one (-1) or newer one (1), empty after the newest. Nothing where there is
    /// none, or where none is shown and `isBlank` isn't so: what was typed stays.
    std::optional<QString> move(int step, bool isBlank);
    /// What was shown has been changed.
    void leave() { m_at = -1; }

private:
    QStringList m_texts;
    qsizetype m_at = -1; ///< -1: none is shown
};

} // namespace sandglass
