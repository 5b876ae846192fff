// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/fencedcode.h"

namespace sandglass {

namespace {

bool isOpening(const QString &line)
{
    const QString word = line.trimmed().toLower();
    return word == QLatin1String("```python") || word == QLatin1String("```py") ||
           word == QLatin1String("```python3") || word == QLatin1String("```ipython");
}

} // namespace

QString FencedCode::feed(const QString &piece)
{
    QString shown;
    for (const QChar c : piece) {
        if (m_state == State::Closed)
            break;
        m_line += c;
        if (c == u'\n') {
            shown += line(m_line);
            m_line.clear();
            m_shown = false;
        } else if (m_state == State::Text && (m_shown || !mayBeFence(m_line))) {
            shown += m_shown ? QString(c) : m_line;
            m_shown = true;
        }
    }
    return shown;
}

QString FencedCode::line(const QString &whole)
{
    switch (m_state) {
    case State::Text:
        if (!m_shown && isOpening(whole)) {
            m_state = State::Code;
            return {};
        }
        return m_shown ? QStringLiteral("\n") : whole;
    case State::Code:
        if (whole.trimmed() == QLatin1String("```"))
            m_state = State::Closed;
        else
            m_code += whole;
        return {};
    case State::Closed:
        break;
    }
    return {};
}

bool FencedCode::mayBeFence(const QString &part) const
{
    const QString text = part.trimmed().toLower();
    return QStringView(u"```python3").startsWith(text) ||
           QStringView(u"```ipython").startsWith(text) || isOpening(part);
}

QString FencedCode::takeRest()
{
    QString rest;
    rest.swap(m_line);
    if (m_state == State::Text)
        return m_shown ? QString() : rest;
    // A last line without its end: the closing fence, or code.
    if (m_state == State::Code) {
        if (rest.trimmed() == QLatin1String("```"))
            m_state = State::Closed;
        else
            m_code += rest;
    }
    return {};
}

} // namespace sandglass
