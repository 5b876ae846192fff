// SPDX-License-Identifier: MIT
#pragma once

#include "base/error.h"
#include "base/httpcall.h"
#include "exe/call.h"
#include "exe/frames.h"
#include "exe/transport.h"

#include <exception>
#include <optional>

namespace exedev {

/// One ssh answer as it comes in: gives output on, keeps what is to be kept, and ends as the
/// result or the error. Lives on the stack of one call.
class SshAnswer
{
public:
    explicit SshAnswer(const SshRequest &request);

    /// Throws ProtocolError for a success that is no stream of frames: it may never end.
    void takeHead(const sandglass::HttpReply &head);

    /// Bytes of the body; false where no more are wanted.
    bool take(const QByteArray &bytes);

    /// After the whole body: the result, or throws what kept it from being one.
    CommandResult result();

    /// The connection failed: throws the error, or what was already known.
    [[noreturn]] void throwBroken(const sandglass::Failure &failure, const Call &call);

    /// True once the exit status came; what becomes of the connection after it doesn't matter.
    bool hasEnded() const { return m_exitCode.has_value() && !m_error; }

private:
    void takeFrame(const Frame &frame);
    void keep(QByteArray &kept, const QByteArray &bytes, const SshRequest::Sink &sink);

    const SshRequest &m_request;
    FrameReader m_reader;
    CommandResult m_result;
    std::optional<int> m_exitCode;
    std::exception_ptr m_error; // carried past the HTTP call, which has errors of its own
    bool m_isRefused = false;
};

} // namespace exedev
