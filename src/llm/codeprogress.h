// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass {

/// Reads the arguments of a run_python call while they are being written: JSON text cut anywhere.
/// Knows the code so far, and whether the object was closed. Pure; each character is seen once.
class CodeProgress
{
public:
    void feed(QStringView piece);

    /// The code so far, without half a character at its end.
    QString code() const;

    /// True once the outermost object was closed.
    bool isClosed() const { return m_closed; }

private:
    void outside(QChar c);
    void inString(QChar c);
    void append(QChar c);

    enum class String { None, Key, Code, Other };

    String m_string = String::None;
    QString m_key;
    QString m_code;
    QString m_hex; // digits of a \u escape so far
    int m_depth = 0;
    bool m_expectKey = false;
    bool m_escape = false;
    bool m_unicode = false;
    bool m_closed = false;
};

} // namespace sandglass
