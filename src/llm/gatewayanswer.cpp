// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/gatewayanswer.h"

#include "base/error.h"

namespace sandglass {

GatewayAnswer::GatewayAnswer(const HttpRequest &request, const HttpCall::OnChunk &onChunk)
    : m_request(request)
    , m_onChunk(onChunk)
{}

bool GatewayAnswer::feed(const QByteArray &bytes)
{
    if (m_hasHead)
        return takeBody(bytes);
    std::optional<HttpReply> head = m_head.feed(bytes);
    if (!head)
        return true;
    m_hasHead = true;
    m_reply = *std::move(head);
    if (m_request.onHead)
        m_request.onHead(m_reply);
    return takeBody(m_head.rest());
}

bool GatewayAnswer::takeBody(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return true;
    const bool isGood = m_reply.status >= 200 && m_reply.status < 300;
    if (isGood && m_onChunk)
        return m_onChunk(bytes);
    if (bytes.size() > m_request.maxBody - m_reply.body.size())
        throw Error(ErrorKind::OutputLimit,
                    QStringLiteral("The LLM gateway sent more than %1 bytes at once; they were not "
                                   "read.")
                        .arg(m_request.maxBody));
    m_reply.body += bytes;
    return true;
}

} // namespace sandglass
