// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/tailtext.h"

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype openLines = 24;        // how far the cursor can go up
constexpr qsizetype maxColumn = 1000;      // for jumps to the right, which fill with spaces
constexpr qsizetype bytesForCharacter = 8; // colours included

// Where to begin reading so that about `window` bytes are left, at the start of a character.
qsizetype startOfLast(const QByteArray &utf8, qsizetype window)
{
    qsizetype start = std::max<qsizetype>(0, utf8.size() - window);
    while (start > 0 && start < utf8.size() && (static_cast<uchar>(utf8[start]) & 0xC0) == 0x80)
        ++start;
    return start;
}

bool isControl(QChar c)
{
    return c < QChar(0x20) || (c >= QChar(0x7f) && c <= QChar(0x9f));
}

qsizetype plainLength(const QString &text, qsizetype from)
{
    qsizetype end = from;
    while (end < text.size() && !isControl(text[end]))
        ++end;
    return end - from;
}

qint64 countCharacters(const QByteArray &utf8, qsizetype end)
{
    return std::count_if(utf8.begin(), utf8.begin() + end,
                         [](char c) { return (static_cast<uchar>(c) & 0xC0) != 0x80; });
}

} // namespace

TailText::TailText(qsizetype maxLength)
    : m_maxLength(std::max<qsizetype>(1, maxLength))
    , m_lines(QString())
{}

void TailText::write(const QByteArray &utf8)
{
    const qsizetype start = startOfLast(utf8, m_maxLength * bytesForCharacter);
    if (start > 0) {
        m_dropped += countCharacters(utf8, start);
        m_state = State::Ground;
    }
    const QString text = QString::fromUtf8(utf8.constData() + start, utf8.size() - start);
    for (qsizetype i = 0; i < text.size();) {
        const qsizetype run = m_state == State::Ground ? plainLength(text, i) : 0;
        if (run == 0) {
            put(text[i++]);
        } else {
            print(QStringView(text).mid(i, run));
            i += run;
        }
    }
}

void TailText::startLine()
{
    if (m_row + 1 < m_lines.size() || !m_lines.last().isEmpty()) {
        m_row = m_lines.size() - 1;
        if (!m_lines.last().isEmpty())
            lineFeed();
    }
    m_column = 0;
    m_state = State::Ground;
}

void TailText::clear()
{
    *this = TailText(m_maxLength);
}

QString TailText::whole() const
{
    return m_tail + m_lines.join(QLatin1Char('\n'));
}

QString TailText::text() const
{
    QString text = whole();
    if (text.size() > m_maxLength)
        text.remove(0, text.size() - m_maxLength);
    if (!text.isEmpty() && text.front().isLowSurrogate())
        text.remove(0, 1);
    return text;
}

qint64 TailText::dropped() const
{
    return m_dropped + whole().size() - text().size();
}

void TailText::put(QChar c)
{
    switch (m_state) {
    case State::Ground:
        if (isControl(c))
            control(c);
        else
            print(QStringView(&c, 1));
        return;
    case State::Escape:
        m_parameters.clear();
        if (c == QLatin1Char('['))
            m_state = State::Csi;
        else if (c == QLatin1Char(']') || c == QLatin1Char('P') || c == QLatin1Char('_'))
            m_state = State::String;
        else if (c < QChar(0x20) || c > QChar(0x2f)) // else one more byte of the sequence follows
            m_state = State::Ground;
        return;
    case State::Csi:
        if (c >= QChar(0x40) || c < QChar(0x20)) {
            m_state = State::Ground;
            c >= QChar(0x40) ? csi(c) : control(c);
        } else if (m_parameters.size() < 32) {
            m_parameters += c;
        }
        return;
    case State::String:
        // A title or a link; a line end inside means that it was none.
        if (c == QChar(0x1b))
            m_state = State::StringEscape;
        else if (c == QChar(0x07) || c == QLatin1Char('\n'))
            m_state = State::Ground;
        return;
    case State::StringEscape:
        m_state = c == QLatin1Char('\\') ? State::Ground : State::String;
        return;
    }
}

void TailText::control(QChar c)
{
    if (c == QLatin1Char('\n'))
        lineFeed();
    else if (c == QLatin1Char('\r'))
        m_column = 0;
    else if (c == QLatin1Char('\b'))
        m_column = std::max<qsizetype>(0, m_column - 1);
    else if (c == QLatin1Char('\t'))
        print(QStringView(&c, 1));
    else if (c == QChar(0x1b))
        m_state = State::Escape;
}

void TailText::print(QStringView text)
{
    QString &line = m_lines[m_row];
    if (m_column > line.size())
        line.resize(m_column, QLatin1Char(' '));
    const qsizetype overwritten = std::min(text.size(), line.size() - m_column);
    std::copy(text.begin(), text.begin() + overwritten, line.begin() + m_column);
    line += text.mid(overwritten);
    m_column += text.size();
    if (line.size() >= 2 * m_maxLength + maxColumn) {
        const qsizetype tooMuch = line.size() - m_maxLength;
        line.remove(0, tooMuch);
        m_column = std::max<qsizetype>(0, m_column - tooMuch);
        m_dropped += tooMuch;
    }
}

void TailText::lineFeed()
{
    m_column = 0;
    if (++m_row < m_lines.size())
        return;
    m_lines.append(QString());
    if (m_lines.size() > openLines)
        commit();
}

void TailText::commit()
{
    m_tail += m_lines.takeFirst();
    m_tail += QLatin1Char('\n');
    --m_row;
    if (m_tail.size() > 2 * m_maxLength) {
        const qsizetype tooMuch = m_tail.size() - m_maxLength;
        m_tail.remove(0, tooMuch);
        m_dropped += tooMuch;
    }
}

void TailText::csi(QChar final)
{
    bool isNumber = false;
    const int number = m_parameters.section(QLatin1Char(';'), 0, 0).toInt(&isNumber);
    const qsizetype step = isNumber ? std::clamp(number, 1, int(maxColumn)) : 1;
    switch (final.unicode()) {
    case 'A':
        m_row = std::max<qsizetype>(0, m_row - step);
        break;
    case 'B':
        m_row = std::min(m_lines.size() - 1, m_row + step);
        break;
    case 'C':
        m_column = std::max(m_column, std::min(maxColumn, m_column + step));
        break;
    case 'D':
        m_column = std::max<qsizetype>(0, m_column - step);
        break;
    case 'G':
        m_column = step - 1;
        break;
    case 'K':
        eraseInLine(isNumber ? number : 0);
        break;
    default: // colours and what moves over the whole screen
        break;
    }
}

void TailText::eraseInLine(int mode)
{
    QString &line = m_lines[m_row];
    if (mode == 0)
        line.truncate(m_column);
    else if (mode == 1)
        line.replace(0, std::min(m_column, line.size()),
                     QString(std::min(m_column, line.size()), QLatin1Char(' ')));
    else if (mode == 2)
        line.clear();
}

} // namespace sandglass
