// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QFontDatabase>
#include <QFontInfo>

#include <cmath>

namespace sandglass {

namespace {

Theme makeLight()
{
    Theme t;
    t.window = QColor(0xffffff);
    t.sidebar = QColor(0xf4f4f2);
    t.surface = QColor(0xfafaf8);
    t.code = QColor(0xf6f8fa);
    t.border = QColor(0xdcdcd9);
    t.text = QColor(0x1b1c1f);
    t.muted = QColor(0x65666b);
    t.accent = QColor(0x0f6fde);
    t.onAccent = QColor(0xffffff);
    t.question = QColor(0xe5effc);
    t.good = QColor(0x147a2e);
    t.bad = QColor(0xb3261e);
    t.badBack = QColor(0xfdf1f0);
    t.warnBack = QColor(0xfdf6e3);
    t.keyword = QColor(0x7b3fd0);
    t.string = QColor(0x11702f);
    t.number = QColor(0x0b57b5);
    t.comment = QColor(0x65666b);
    t.name = QColor(0x8a4b00);
    t.ansi = {QColor(0x1b1c1f), QColor(0xb3261e), QColor(0x147a2e), QColor(0x8a6100),
              QColor(0x0b57b5), QColor(0x8e2fb0), QColor(0x0b7285), QColor(0x5c5d62),
              QColor(0x55565b), QColor(0xcf2d24), QColor(0x188a36), QColor(0x9a6c00),
              QColor(0x1268d3), QColor(0xa33cc8), QColor(0x0d8196), QColor(0x3a3b3f)};
    return t;
}

Theme makeDark()
{
    Theme t;
    t.isDark = true;
    t.window = QColor(0x1c1d21);
    t.sidebar = QColor(0x141519);
    t.surface = QColor(0x212428);
    t.code = QColor(0x141519);
    t.border = QColor(0x36383f);
    t.text = QColor(0xe9e9ec);
    t.muted = QColor(0x9fa1a8);
    t.accent = QColor(0x5ba1ff);
    t.onAccent = QColor(0x0b1526);
    t.question = QColor(0x1d3250);
    t.good = QColor(0x4cc36a);
    t.bad = QColor(0xff8a80);
    t.badBack = QColor(0x2e1f20);
    t.warnBack = QColor(0x2e2a1b);
    t.keyword = QColor(0xc79bff);
    t.string = QColor(0x7ddc94);
    t.number = QColor(0x7fb8ff);
    t.comment = QColor(0x9fa1a8);
    t.name = QColor(0xf0b87a);
    t.ansi = {QColor(0x9a9ca3), QColor(0xff7b72), QColor(0x4cc36a), QColor(0xe3b341),
              QColor(0x79b8ff), QColor(0xd2a8ff), QColor(0x56d4dd), QColor(0xd0d1d6),
              QColor(0xa8aab1), QColor(0xffa198), QColor(0x7ee787), QColor(0xf2cc60),
              QColor(0xa5d6ff), QColor(0xe2c5ff), QColor(0x8be9f0), QColor(0xffffff)};
    return t;
}

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &c)
{
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

QColor mixed(const QColor &a, const QColor &b, double part)
{
    const auto mix = [part](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * part));
    };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace

const Theme &Theme::light()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme &Theme::dark()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme &Theme::of(const QPalette &palette)
{
    // By the window alone: a widget's text may still be that of the other set.
    return palette.color(QPalette::Window).lightness() < 128 ? dark() : light();
}

QPalette Theme::palette() const
{
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, const QColor &color) {
        p.setColor(role, color);
    };
    set(QPalette::Window, window);
    set(QPalette::WindowText, text);
    set(QPalette::Base, window);
    set(QPalette::AlternateBase, surface);
    set(QPalette::Text, text);
    set(QPalette::PlaceholderText, muted);
    set(QPalette::Button, surface);
    set(QPalette::ButtonText, text);
    set(QPalette::BrightText, onAccent);
    set(QPalette::ToolTipBase, surface);
    set(QPalette::ToolTipText, text);
    set(QPalette::Highlight, accent);
    set(QPalette::HighlightedText, onAccent);
    set(QPalette::Link, accent);
    set(QPalette::LinkVisited, accent);
    set(QPalette::Light, isDark ? border : window);
    set(QPalette::Midlight, surface);
    set(QPalette::Mid, border);
    set(QPalette::Dark, border.darker(isDark ? 80 : 120));
    set(QPalette::Shadow, isDark ? QColor(Qt::black) : QColor(0x9a9a98));
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, mixed(muted, window, 0.4));
    return p;
}

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor readable(const QColor &text, const QColor &background, double ratio)
{
    if (contrast(text, background) >= ratio)
        return text;
    const QColor white(Qt::white);
    const QColor black(Qt::black);
    const QColor goal = contrast(white, background) > contrast(black, background) ? white : black;
    for (int step = 1; step < 20; ++step) {
        const QColor tried = mixed(text, goal, step / 20.0);
        if (contrast(tried, background) >= ratio)
            return tried;
    }
    return goal;
}

QFont codeFont(const QFont &beside)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    if (beside.pointSizeF() > 0)
        font.setPointSizeF(beside.pointSizeF());
    else
        font.setPixelSize(beside.pixelSize());
    return font;
}

} // namespace sandglass
