// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modelpick.h"

#include <algorithm>

namespace sandglass {

namespace {

const ModelEndpoint *at(const QUrl &baseUrl, const QList<ModelEndpoint> &endpoints)
{
    const auto found =
        std::find_if(endpoints.cbegin(), endpoints.cend(),
                     [&](const ModelEndpoint &endpoint) { return endpoint.baseUrl == baseUrl; });
    return found == endpoints.cend() ? nullptr : &*found;
}

} // namespace

ModelPick pickOf(const Settings &settings)
{
    if (settings.provider == Settings::Provider::Builtin)
        return {};
    return {settings.provider, settings.baseUrl, settings.model};
}

Settings withPick(Settings settings, const ModelPick &pick)
{
    settings.provider = pick.provider;
    if (pick.provider == Settings::Provider::OpenAi) {
        settings.baseUrl = pick.baseUrl;
        settings.model = pick.model;
    }
    return settings;
}

ModelPick pickAfter(const ModelPick &pick, const QList<ModelEndpoint> &old,
                    const QList<ModelEndpoint> &next)
{
    if (pick.provider == Settings::Provider::Builtin)
        return pick;
    if (const ModelEndpoint *now = at(pick.baseUrl, next)) {
        const ModelEndpoint *before = at(pick.baseUrl, old);
        const bool hadItsModel = before != nullptr && before->model == pick.model;
        return {pick.provider, pick.baseUrl, hadItsModel ? now->model : pick.model};
    }
    if (next.isEmpty())
        return {};
    return {pick.provider, next.first().baseUrl, next.first().model};
}

} // namespace sandglass
