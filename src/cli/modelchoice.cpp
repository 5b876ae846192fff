// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/modelchoice.h"

#include "cli/keychainread.h"

namespace sandglass::cli {

ModelChoice chooseModel(Settings settings, const ModelFlags &flags, const Secret &environmentKey)
{
    std::optional<Settings::Provider> provider = providerFromText(flags.provider);
    if (!provider && !flags.baseUrl.isEmpty())
        provider = Settings::Provider::OpenAi;
    if (!flags.baseUrl.isEmpty())
        settings.baseUrl = flags.baseUrl;
    if (!flags.model.isEmpty())
        settings.model = settings.gatewayModel = flags.model;

    ModelChoice choice;
    choice.settings = withProvider(settings, provider, !environmentKey.isEmpty());
    if (choice.settings.provider != Settings::Provider::OpenAi)
        return choice;

    const QUrl environmentUrl(qEnvironmentVariable("OPENAI_BASE_URL"));
    const bool isForThis = environmentUrl.isEmpty() || flags.baseUrl.isEmpty() ||
                           isSameOrigin(environmentUrl, flags.baseUrl);
    if (!environmentKey.isEmpty() && isForThis) {
        choice.key = environmentKey;
        return choice;
    }
    if (!environmentKey.isEmpty())
        choice.complaints << QStringLiteral(
            "OPENAI_API_KEY belongs to the server in OPENAI_BASE_URL and was not sent to another.");
    choice.key = readKeychain(Keychain::modelKey(choice.settings.baseUrl)).value;
    return choice;
}

} // namespace sandglass::cli
