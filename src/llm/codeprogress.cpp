// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/codeprogress.h"

namespace sandglass {

namespace {

constexpr qsizetype longestKey = 100;

} // namespace

void CodeProgress::feed(QStringView piece)
{
    for (const QChar c : piece) {
        if (m_closed)
            return;
        if (m_string == String::None)
            outside(c);
        else
            inString(c);
    }
}

QString CodeProgress::code() const
{
    return !m_code.isEmpty() && m_code.back().isHighSurrogate() ? m_code.chopped(1) : m_code;
}

void CodeProgress::outside(QChar c)
{
    switch (c.unicode()) {
    case u'{':
    case u'[':
        ++m_depth;
        m_expectKey = c == u'{';
        break;
    case u'}':
    case u']':
        --m_depth;
        m_closed = m_depth <= 0;
        break;
    case u',':
        m_expectKey = true;
        break;
    case u':':
        m_expectKey = false;
        break;
    case u'"':
        if (m_depth == 1 && m_expectKey) {
            m_string = String::Key;
            m_key.clear();
        } else if (m_depth == 1 && m_key == QLatin1String("code")) {
            m_string = String::Code;
            m_code.clear();
        } else {
            m_string = String::Other;
        }
        break;
    default:
        break;
    }
}

void CodeProgress::inString(QChar c)
{
    if (m_unicode) {
        m_hex += c;
        if (m_hex.size() == 4) {
            append(QChar(m_hex.toUShort(nullptr, 16)));
            m_unicode = false;
            m_hex.clear();
        }
    } else if (m_escape) {
        m_escape = false;
        static constexpr QStringView names = u"bfnrt";
        static constexpr QStringView meanings = u"\b\f\n\r\t";
        const qsizetype known = names.indexOf(c);
        if (c == u'u')
            m_unicode = true;
        else
            append(known >= 0 ? meanings[known] : c);
    } else if (c == u'\\') {
        m_escape = true;
    } else if (c == u'"') {
        m_string = String::None;
    } else {
        append(c);
    }
}

void CodeProgress::append(QChar c)
{
    if (m_string == String::Code)
        m_code += c;
    else if (m_string == String::Key && m_key.size() < longestKey)
        m_key += c;
}

} // namespace sandglass
