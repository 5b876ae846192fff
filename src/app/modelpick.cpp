// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modelpick.h"

namespace sandglass {

ModelPick pickOf(const Settings &settings)
{
    if (settings.provider == Settings::Provider::Builtin)
        return {};
    if (settings.provider == Settings::Provider::Gateway)
        return {settings.provider, {}, settings.gatewayModel};
    return {settings.provider, settings.baseUrl, settings.model};
}

Settings withPick(Settings settings, const ModelPick &pick)
{
    settings.provider = pick.provider;
    if (pick.provider == Settings::Provider::OpenAi) {
        settings.baseUrl = pick.baseUrl;
        settings.model = pick.model;
    } else if (pick.provider == Settings::Provider::Gateway && !pick.model.isEmpty()) {
        settings.gatewayModel = pick.model;
    }
    return settings;
}

ModelPick pickAfter(const ModelPick &pick, const QList<ModelEndpoint> &old,
                    const QList<ModelEndpoint> &next)
{
    if (pick.provider != Settings::Provider::OpenAi)
        return pick;
    if (const ModelEndpoint *now = findEndpoint(next, pick.baseUrl)) {
        const ModelEndpoint *before = findEndpoint(old, pick.baseUrl);
        const bool hadItsModel = before != nullptr && before->model == pick.model;
        return {pick.provider, pick.baseUrl, hadItsModel ? now->model : pick.model};
    }
    if (next.isEmpty())
        return {};
    return {pick.provider, next.first().baseUrl, next.first().model};
}

} // namespace sandglass
