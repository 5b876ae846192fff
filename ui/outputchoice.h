// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "ui/imagecache.h"
#include "ui/outputrows.h"

namespace sandglass {

struct BlockContext;

/// What of an output is shown: of a MIME bundle the one form that this window draws. Nothing that
/// could run or load anything is ever chosen.
struct OutputChoice
{
    enum class Kind { Stream, Text, Error, Picture, Markdown, Remark };

    Kind kind = Kind::Text;
    StreamText stream;           ///< for Stream
    QByteArray text;             ///< for Text, Error, Markdown, Remark
    QString file;                ///< for Text: where the whole of it lies, if not all is in `text`
    OutputRows::Folding folding; ///< for Error: the last frames
    ImageSource picture;         ///< for Picture; without a key where there is only an SVG
    ImageSource svg;             ///< for Picture: the same as SVG, to be saved; else without a key
    QSize shownSize;             ///< for Picture: in logical pixels; invalid for its own
    QString suffix;              ///< for Picture: "png", "jpg"
};

OutputChoice chooseOutput(const ShownOutput &output, const BlockContext &context);

} // namespace sandglass
