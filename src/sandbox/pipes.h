// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/openbeneath.h"

#include <QByteArray>

#include <optional>

namespace sandglass {

/// The two ends of a pipe or socket pair, close-on-exec. Linux.
struct DescriptorPair
{
    Descriptor ours;   ///< non-blocking
    Descriptor theirs; ///< for a child
};

/// A pipe that we read and a child writes. Throws Error(SetupFailed).
DescriptorPair readingPipe();

/// A pipe that we write and a child reads. Throws Error(SetupFailed).
DescriptorPair writingPipe();

/// A connected pair of stream sockets. Throws Error(SetupFailed).
DescriptorPair socketPair();

/// A file without a name that holds `bytes` and can't be changed any more, read from its
/// beginning. Throws Error(SetupFailed).
Descriptor sealedFile(const QByteArray &bytes);

/// Up to `room` bytes that are there now; nothing at the end of the stream, empty when it would
/// block.
std::optional<QByteArray> readSome(int descriptor, qsizetype room);

} // namespace sandglass
