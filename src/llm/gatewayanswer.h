// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/httphead.h"

namespace sandglass {

/// Reads what curl prints in the relay VM, an HTTP answer with its head, cut anywhere; trusts none
/// of it. Pure. Caps: those of HttpHeadReader, and the request's maxBody where no callback takes
/// the body; past them Error(OutputLimit).
class GatewayAnswer
{
public:
    GatewayAnswer(const HttpRequest &request, const HttpCall::OnChunk &onChunk);

    /// False once nothing more is wanted. Throws Error, and what the callbacks throw.
    bool feed(const QByteArray &bytes);

    bool hasHead() const { return m_hasHead; }
    const HttpReply &reply() const { return m_reply; }

private:
    bool takeBody(const QByteArray &bytes);

    const HttpRequest &m_request;
    const HttpCall::OnChunk &m_onChunk;
    HttpHeadReader m_head;
    HttpReply m_reply;
    bool m_hasHead = false;
};

} // namespace sandglass
