// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass {

/// For models without tools: splits a reply that is being written into the text before its first
/// fenced Python block and the code in it. What follows the block is not for reading: there a model
/// often makes up the output. Pure.
class FencedCode
{
public:
    /// The text that may be shown after `piece`.
    QString feed(const QString &piece);

    /// What is held back and is no fence after all.
    QString takeRest();

    const QString &code() const { return m_code; }
    bool hasBegun() const { return m_state != State::Text; }
    bool isClosed() const { return m_state == State::Closed; }

private:
    QString line(const QString &whole);
    bool mayBeFence(const QString &part) const;

    enum class State { Text, Code, Closed };

    State m_state = State::Text;
    QString m_line; // the unfinished line
    QString m_code;
    bool m_shown = false; // the unfinished line was let pass
};

} // namespace sandglass
