// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace sandglass::cli {

/// Which way of drawing images the terminal understands.
enum class ImageProtocol { None, Kitty, Iterm };

/// From the environment variables TERM, TERM_PROGRAM and KITTY_WINDOW_ID. tmux and screen pass
/// neither protocol on. Pure.
ImageProtocol imageProtocol(const QByteArray &term, const QByteArray &termProgram,
                            const QByteArray &kittyWindow);

/// The bytes that draw a PNG, or nothing where it is no PNG or larger than 4 MiB. Only base64 of
/// the image goes into the sequence. Pure.
QByteArray imageSequence(ImageProtocol protocol, const QByteArray &png);

} // namespace sandglass::cli
