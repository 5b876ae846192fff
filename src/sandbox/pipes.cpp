// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/pipes.h"

#include "base/error.h"

#include <QString>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace sandglass {

namespace {

[[noreturn]] void failed(const char *what)
{
    throw Error(ErrorKind::SetupFailed,
                QStringLiteral("The sandbox couldn't be started: %1 failed (%2).")
                    .arg(QLatin1String(what), QString::fromLocal8Bit(std::strerror(errno))),
                QStringLiteral("Close other programs and try again."));
}

/// A program that was started without a stdin gets 0 for the next file; a child needs that number.
Descriptor aboveStandard(int descriptor)
{
    if (descriptor < 0 || descriptor > 2)
        return Descriptor(descriptor);
    const Descriptor low(descriptor);
    return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
}

void makeNonBlocking(int descriptor)
{
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

} // namespace

DescriptorPair readingPipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        failed("a pipe");
    makeNonBlocking(ends[0]);
    return {aboveStandard(ends[0]), aboveStandard(ends[1])};
}

DescriptorPair writingPipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        failed("a pipe");
    makeNonBlocking(ends[1]);
    return {aboveStandard(ends[1]), aboveStandard(ends[0])};
}

DescriptorPair socketPair()
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        failed("a socket pair");
    makeNonBlocking(ends[0]);
    return {aboveStandard(ends[0]), aboveStandard(ends[1])};
}

Descriptor sealedFile(const QByteArray &bytes)
{
    Descriptor file = aboveStandard(::memfd_create("sandglass", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file)
        failed("a memory file");
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t written =
            ::write(file.get(), bytes.constData() + done, static_cast<size_t>(bytes.size() - done));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            failed("a memory file");
        done += written;
    }
    ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
    if (::lseek(file.get(), 0, SEEK_SET) != 0)
        failed("a memory file");
    return file;
}

std::optional<QByteArray> readSome(int descriptor, qsizetype room)
{
    QByteArray bytes(room, Qt::Uninitialized);
    const ssize_t got = ::read(descriptor, bytes.data(), static_cast<size_t>(room));
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        return std::nullopt;
    bytes.truncate(got < 0 ? 0 : got);
    return bytes;
}

} // namespace sandglass
