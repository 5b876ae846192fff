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
    const auto exchange = [relay = relayTo(options, choice)](const HttpRequest &request,
                                                             std::stop_token stop,
                                                             const HttpCall::OnChunk &onChunk) {
        return relay->send(request, std::move(stop), onChunk);
    };
    return std::make_unique<OpenAiModel>(OpenAiModel::Endpoint{apiUrl(gateway), {}, model},
                                         patience, exchange);
}

} // namespace sandglass
