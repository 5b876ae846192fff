// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/terminaltext.h"

#include <algorithm>

namespace sandglass::cli {

namespace {

constexpr int maxSequence = 64;

bool isContinuation(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

int continuationsAfter(unsigned char c)
{
    if (c >= 0xF0 && c <= 0xF4)
        return 3;
    if (c >= 0xE0 && c < 0xF0)
        return 2;
    return c >= 0xC2 && c < 0xE0 ? 1 : 0;
}

} // namespace

QByteArray TerminalText::feed(const QByteArray &bytes)
{
    QByteArray out;
    out.reserve(bytes.size());
    for (const char c : bytes) {
        switch (m_state) {
        case State::Text:
            text(c, out);
            break;
        case State::Escape:
            m_state = State::Text;
            if (c >= 0x20 && c < 0x30)
                m_state = State::Escape; // an intermediate byte, as in ESC ( B
            else if (c == '\n')
                out += c;
            else if (c != '\x1b')
                begin(static_cast<unsigned char>(c) + 0x40);
            else
                m_state = State::Escape;
            break;
        case State::Csi:
            csi(c, out);
            break;
        case State::String:
            // A line end gives up: a string that never ends must not hide what follows.
            if (c == '\x07' || c == '\n')
                m_state = State::Text;
            else if (c == '\x1b')
                m_state = State::StringEscape;
            else if (static_cast<unsigned char>(c) == 0x9C && m_afterC2)
                m_state = State::Text;
            m_afterC2 = static_cast<unsigned char>(c) == 0xC2;
            if (c == '\n')
                out += c;
            break;
        case State::StringEscape:
            m_state = c == '\\' ? State::Text : State::String;
            if (c == '\n') {
                m_state = State::Text;
                out += c;
            }
            break;
        }
    }
    return out;
}

void TerminalText::text(char c, QByteArray &out)
{
    const auto byte = static_cast<unsigned char>(c);
    if (m_afterC2) {
        m_afterC2 = false;
        m_continuations = 0;
        if (byte >= 0x80 && byte < 0xA0) {
            begin(byte);
            return;
        }
        if (isContinuation(byte)) {
            out += '\xC2';
            out += c;
            return;
        }
    } else if (m_continuations > 0 && isContinuation(byte)) {
        --m_continuations;
        out += c;
        return;
    }
    m_continuations = continuationsAfter(byte);
    if (byte == 0xC2)
        m_afterC2 = true;
    else if (byte == 0x1B)
        m_state = State::Escape;
    else if (c == '\n' || c == '\t' || c == '\r' || (byte >= 0x20 && byte < 0x7F) ||
             m_continuations > 0)
        out += c;
}

/// `introducer` is the C1 control that the sequence begins with (ESC [ is 9B).
void TerminalText::begin(unsigned char introducer)
{
    m_afterC2 = false;
    m_sequence.clear();
    switch (introducer) {
    case 0x9B: // CSI
        m_state = State::Csi;
        break;
    case 0x90: // DCS
    case 0x98: // SOS
    case 0x9D: // OSC
    case 0x9E: // PM
    case 0x9F: // APC
        m_state = State::String;
        break;
    default:
        m_state = State::Text;
    }
}

void TerminalText::csi(char c, QByteArray &out)
{
    if (c == '\x1b') {
        m_state = State::Escape;
        return;
    }
    if (c < 0x20 || m_sequence.size() > maxSequence) {
        m_state = State::Text;
        text(c, out);
        return;
    }
    if (c < 0x40 || c > 0x7E) {
        m_sequence += c;
        return;
    }
    m_state = State::Text;
    const bool isColour =
        c == 'm' && std::all_of(m_sequence.cbegin(), m_sequence.cend(), [](char p) {
            return (p >= '0' && p <= '9') || p == ';' || p == ':';
        });
    if (!isColour || !m_colours)
        return;
    out += "\x1b[" + m_sequence + 'm';
    m_coloured = true;
}

QByteArray TerminalText::finish()
{
    const bool coloured = m_coloured;
    *this = TerminalText(m_colours);
    return coloured ? QByteArrayLiteral("\x1b[0m") : QByteArray();
}

QByteArray TerminalText::cleaned(const QByteArray &text, bool colours)
{
    TerminalText filter(colours);
    QByteArray out = filter.feed(text);
    return out + filter.finish();
}

} // namespace sandglass::cli
