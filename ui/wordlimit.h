// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass {

/// Cuts words of so many characters that breaking them into lines would take seconds, and says how
/// much is left out. A word may come in pieces. Pure.
class WordLimit
{
public:
    static constexpr int longest = 20'000;

    /// The piece with what is left of its words.
    QString take(const QString &piece);
    /// What comes next begins a line, and so a word.
    void reset() { m_length = 0; }

private:
    int m_length = 0; ///< of the word so far, with what was cut
};

} // namespace sandglass
