// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"
#include "ui/imagecache.h"

namespace sandglass {

struct BlockContext;

/// What of an output is shown: of a MIME bundle the one form that this window draws. Nothing that
/// could run or load anything is ever chosen.
struct OutputChoice
{
    enum class Kind { Stream, Text, Error, Picture, Markdown, Remark };

    Kind kind = Kind::Text;
    StreamText stream;   ///< for Stream
    QByteArray text;     ///< for Text, Error, Markdown, Remark
    QString file;        ///< for Text: where the whole of it lies, if not all is in `text`
    ImageSource picture; ///< for Picture
    QSize shownSize;     ///< for Picture: in logical pixels; invalid for its own
    QString suffix;      ///< for Picture: "png", "jpg"
};

OutputChoice chooseOutput(const ShownOutput &output, const BlockContext &context);

} // namespace sandglass
