// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/terminalimage.h"

namespace sandglass::cli {

namespace {

constexpr qsizetype maxImage = 4 * 1024 * 1024;
constexpr qsizetype kittyChunk = 4096; // sw.kovidgoyal.net/kitty/graphics-protocol

QByteArray kitty(const QByteArray &base64)
{
    QByteArray out;
    for (qsizetype at = 0; at < base64.size(); at += kittyChunk) {
        out += "\x1b_G";
        if (at == 0)
            out += "f=100,a=T,q=2,";
        out += at + kittyChunk < base64.size() ? "m=1;" : "m=0;";
        out += base64.mid(at, kittyChunk) + "\x1b\\";
    }
    return out + '\n';
}

} // namespace

ImageProtocol imageProtocol(const QByteArray &term, const QByteArray &termProgram,
                            const QByteArray &kittyWindow)
{
    if (term.startsWith("screen") || term.startsWith("tmux"))
        return ImageProtocol::None;
    if (!kittyWindow.isEmpty() || term == "xterm-kitty" || term == "xterm-ghostty" ||
        termProgram == "ghostty")
        return ImageProtocol::Kitty;
    if (termProgram == "iTerm.app" || termProgram == "WezTerm")
        return ImageProtocol::Iterm;
    return ImageProtocol::None;
}

QByteArray imageSequence(ImageProtocol protocol, const QByteArray &png)
{
    if (protocol == ImageProtocol::None || png.size() > maxImage ||
        !png.startsWith("\x89PNG\r\n\x1a\n"))
        return {};
    const QByteArray base64 = png.toBase64();
    if (protocol == ImageProtocol::Kitty)
        return kitty(base64);
    return "\x1b]1337;File=inline=1;size=" + QByteArray::number(png.size()) + ':' + base64 +
           "\x07\n";
}

} // namespace sandglass::cli
