// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>

namespace sandglass {

/// A colour as a program named it: nothing, one of the terminal's 256, or its own.
struct AnsiColor
{
    enum class Kind { Default, Indexed, Direct };

    Kind kind = Kind::Default;
    int index = 0; ///< 0-255 for Indexed
    QRgb rgb = 0;  ///< for Direct

    friend bool operator==(const AnsiColor &, const AnsiColor &) = default;
};

/// How text is to look by the escape sequences (SGR) before it.
struct AnsiStyle
{
    AnsiColor text;
    AnsiColor background;
    bool bold = false;
    bool dim = false;
    bool italic = false;
    bool underline = false;
    bool strike = false;
    bool inverse = false;

    /// Applies the parameters of one `ESC [ … m`. What is unknown changes nothing.
    void apply(const QList<int> &parameters);

    friend bool operator==(const AnsiStyle &, const AnsiStyle &) = default;

private:
    void applyOne(int code);
};

struct Theme;

/// The colours to draw with on `behind`, the text's with a contrast of at least 4.5:1.
/// `background` is invalid where none is to be drawn.
struct AnsiColors
{
    QColor text;
    QColor background;
};
AnsiColors colorsFor(const AnsiStyle &style, const Theme &theme, const QColor &behind);

} // namespace sandglass
