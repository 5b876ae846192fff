// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

#include <array>

namespace sandglass {

/// The colours of the window as values: one set for light, one for dark. Widgets take the set that
/// fits their palette, so that a changed palette is all it takes to change the looks.
struct Theme
{
    bool isDark = false;
    QColor window;  ///< behind the conversation
    QColor sidebar; ///< behind lists, the status line
    QColor surface; ///< a cell and other raised panels
    QColor code;    ///< behind code
    QColor border;
    QColor text;
    QColor muted; ///< second-rank text, still 4.5:1 on all of the above
    QColor accent;
    QColor onAccent;
    QColor question; ///< the bubble of a question, a selected row
    QColor good;
    QColor bad;
    QColor badBack;  ///< behind error text
    QColor warnBack; ///< behind a notice
    QColor keyword;
    QColor string;
    QColor number;
    QColor comment;
    QColor name;                 ///< built-ins, decorators
    std::array<QColor, 16> ansi; ///< the terminal's colours, normal then bright

    static const Theme &light();
    static const Theme &dark();
    /// The set whose lightness is that of `palette`'s window.
    static const Theme &of(const QPalette &palette);

    QPalette palette() const;
};

/// The WCAG contrast ratio, 1 to 21.
double contrast(const QColor &a, const QColor &b);

/// `text`, made lighter or darker as far as it takes to reach `ratio` on `background`.
QColor readable(const QColor &text, const QColor &background, double ratio = 4.5);

/// The platform's fixed-width font in the size of `beside`.
QFont codeFont(const QFont &beside);

} // namespace sandglass
