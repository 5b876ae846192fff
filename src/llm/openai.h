// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/httpcall.h"
#include "base/secret.h"
#include "llm/model.h"
#include "llm/openairequest.h"

#include <QString>
#include <QUrl>

#include <chrono>
#include <optional>

namespace sandglass {

class OpenAiReader;
struct Failure;

/// Sends a request and gives its answer as HttpCall::send() does, which is the ordinary one.
using Exchange =
    std::function<HttpReply(const HttpRequest &, std::stop_token, const HttpCall::OnChunk &)>;

/// A model behind an OpenAI style API (Chat Completions, streamed). Blocks; any thread, one call at
/// a time. It learns what the server can't do (tools, usage of streams) and asks without from then
/// on.
class OpenAiModel : public Model
{
public:
    struct Endpoint
    {
        QUrl baseUrl;  ///< with /v1; /chat/completions is appended
        Secret key;    ///< may be empty
        QString model; ///< empty: the first that the server names
    };

    struct Patience
    {
        std::chrono::milliseconds silence{300000}; ///< longest without a byte: models think long
        std::chrono::milliseconds listing{20000};  ///< for the list of models
        std::chrono::seconds longestWait{120};     ///< that a server may ask for before a retry
        int tries = 3;                             ///< of a request that was turned away
    };

    explicit OpenAiModel(Endpoint endpoint);
    OpenAiModel(Endpoint endpoint, Patience patience, Exchange exchange = HttpCall::send);

    ModelReply reply(const ModelRequest &request, const ModelEvents &events,
                     std::stop_token stop) override;
    QStringList models(std::stop_token stop) override;

private:
    QUrl address(const QString &path) const;
    HttpRequest prepared(const QString &path) const;
    QString modelName(std::stop_token stop);
    std::optional<ModelReply> attempt(const ModelRequest &request, const ModelEvents &events,
                                      std::stop_token stop, int tryNumber);
    HttpReply send(const HttpRequest &request, OpenAiReader &reader, std::stop_token stop) const;
    bool adapt(const HttpReply &reply);
    bool waitToRetry(const HttpReply &reply, int tryNumber, const ModelEvents &events,
                     std::stop_token stop);
    Failure failure(const HttpReply &reply, const HttpRequest &request, std::stop_token stop);

    Endpoint m_endpoint;
    Patience m_patience;
    Exchange m_exchange;
    OpenAiAbilities m_abilities;
    QString m_foundModel;
};

} // namespace sandglass
