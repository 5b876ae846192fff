// SPDX-License-Identifier: MIT
#pragma once

#include "base/lines.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace exedev {

/// One line of an ssh answer.
struct Frame
{
    enum class Kind { Out, Err, Exit, Error };

    Kind kind = Kind::Out;
    QByteArray bytes; ///< of Out and Err
    int exitCode = 0; ///< of Exit
    QString error;    ///< of Error: the server's words
};

/// Reads the frames of an ssh answer from bytes cut anywhere; heartbeats are passed over. Pure.
/// Anything that isn't a frame, a frame after the exit status, or a line over 1 MiB throws
/// ProtocolError.
class FrameReader
{
public:
    using OnFrame = std::function<void(const Frame &)>;

    FrameReader();

    void feed(const QByteArray &bytes, const OnFrame &onFrame);

    /// The body has ended: what is left is the last line.
    void finish(const OnFrame &onFrame);

private:
    void takeLine(const QByteArray &line, const OnFrame &onFrame);

    sandglass::LineReader m_lines;
    bool m_exited = false;
};

} // namespace exedev
