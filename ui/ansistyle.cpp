// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ansistyle.h"

#include "ui/theme.h"

namespace sandglass {

namespace {

// The colour that 38 or 48 at `at` introduces; moves `at` to its last parameter.
AnsiColor extended(const QList<int> &parameters, qsizetype *at)
{
    const qsizetype i = *at;
    const auto byte = [&](qsizetype offset) {
        return i + offset < parameters.size() ? std::clamp(parameters[i + offset], 0, 255) : 0;
    };
    const int form = i + 1 < parameters.size() ? parameters[i + 1] : 0;
    AnsiColor color;
    if (form == 5) {
        *at += 2;
        color.kind = AnsiColor::Kind::Indexed;
        color.index = byte(2);
    } else if (form == 2) {
        *at += 4;
        color.kind = AnsiColor::Kind::Direct;
        color.rgb = qRgb(byte(2), byte(3), byte(4));
    }
    return color;
}

AnsiColor indexed(int index)
{
    AnsiColor color;
    color.kind = AnsiColor::Kind::Indexed;
    color.index = index;
    return color;
}

QColor toColor(const AnsiColor &color, const Theme &theme)
{
    if (color.kind == AnsiColor::Kind::Direct)
        return QColor(color.rgb);
    if (color.index < 16)
        return theme.ansi[static_cast<size_t>(color.index)];
    if (color.index >= 232) {
        const int grey = 8 + 10 * (color.index - 232);
        return {grey, grey, grey};
    }
    const auto level = [](int step) {
        return step == 0 ? 0 : 55 + 40 * step;
    };
    const int cube = color.index - 16;
    return {level(cube / 36), level(cube / 6 % 6), level(cube % 6)};
}

} // namespace

void AnsiStyle::apply(const QList<int> &parameters)
{
    if (parameters.isEmpty())
        *this = {};
    for (qsizetype i = 0; i < parameters.size(); ++i) {
        if (parameters[i] == 38)
            text = extended(parameters, &i);
        else if (parameters[i] == 48)
            background = extended(parameters, &i);
        else
            applyOne(parameters[i]);
    }
}

void AnsiStyle::applyOne(int code)
{
    switch (code) {
    case 0:
        *this = {};
        return;
    case 1:
        bold = true;
        return;
    case 2:
        dim = true;
        return;
    case 3:
        italic = true;
        return;
    case 4:
        underline = true;
        return;
    case 7:
        inverse = true;
        return;
    case 9:
        strike = true;
        return;
    case 21:
        underline = true;
        return;
    case 22:
        bold = dim = false;
        return;
    case 23:
        italic = false;
        return;
    case 24:
        underline = false;
        return;
    case 27:
        inverse = false;
        return;
    case 29:
        strike = false;
        return;
    case 39:
        text = {};
        return;
    case 49:
        background = {};
        return;
    default:
        break;
    }
    if (code >= 30 && code <= 37)
        text = indexed(code - 30);
    else if (code >= 40 && code <= 47)
        background = indexed(code - 40);
    else if (code >= 90 && code <= 97)
        text = indexed(code - 90 + 8);
    else if (code >= 100 && code <= 107)
        background = indexed(code - 100 + 8);
}

AnsiColors colorsFor(const AnsiStyle &style, const Theme &theme, const QColor &behind)
{
    const auto pick = [&](const AnsiColor &color, const QColor &otherwise) {
        return color.kind == AnsiColor::Kind::Default ? otherwise : toColor(color, theme);
    };
    QColor text = pick(style.text, style.dim ? theme.muted : theme.text);
    QColor back = pick(style.background, QColor());
    if (style.inverse) {
        const QColor other = back.isValid() ? back : behind;
        back = text;
        text = other;
    }
    return {readable(text, back.isValid() ? back : behind), back};
}

} // namespace sandglass
