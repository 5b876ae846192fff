// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/gateway.h"

#include "base/error.h"
#include "exe/error.h"
#include "exe/failure.h"

namespace sandglass {

namespace {

QUrl apiUrl(QUrl url)
{
    QString path = url.path();
    while (path.endsWith(u'/'))
        path.chop(1);
    if (!path.endsWith(QLatin1String("/v1")))
        path += QLatin1String("/v1");
    url.setPath(path);
    return url;
}

/// The dialect over the relay, and what the person is told while that is prepared.
class GatewayModel : public Model
{
public:
    GatewayModel(std::shared_ptr<GatewayRelay> relay, const QUrl &api, const QString &model,
                 OpenAiModel::Patience patience)
        : m_relay(std::move(relay))
        , m_model({api, {}, model}, patience,
                  [to = m_relay](const HttpRequest &request, std::stop_token stop,
                                 const HttpCall::OnChunk &onChunk) {
                      return to->send(request, std::move(stop), onChunk);
                  })
    {}

    ModelReply reply(const ModelRequest &request, const ModelEvents &events,
                     std::stop_token stop) override
    {
        m_relay->prepare(stop, [&](const QString &step) {
            if (events.onWaiting)
                events.onWaiting(std::chrono::seconds(0), step);
        });
        return m_model.reply(request, events, stop);
    }

    QStringList models(std::stop_token stop) override { return m_model.models(stop); }

private:
    std::shared_ptr<GatewayRelay> m_relay;
    OpenAiModel m_model;
};

std::shared_ptr<GatewayRelay> relayTo(const exedev::ClientOptions &options,
                                      const RelayVm::Choice &choice)
{
    if (options.token.isEmpty())
        throw Error(ErrorKind::Auth,
                    QStringLiteral("No token for exe.dev is set, by which the model is asked."),
                    QStringLiteral("Give Sandglass a token for exe.dev."));
    try {
        return std::make_shared<GatewayRelay>(options, choice);
    } catch (const exedev::Error &error) {
        throw Error(exedev::failureOf(error));
    }
}

} // namespace

std::unique_ptr<Model> makeGatewayModel(const exedev::ClientOptions &options,
                                        const RelayVm::Choice &choice, const QUrl &gateway,
                                        const QString &model, OpenAiModel::Patience patience)
{
    return std::make_unique<GatewayModel>(relayTo(options, choice), apiUrl(gateway), model,
                                          patience);
}

} // namespace sandglass
