// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"

namespace sandglass {

/// What answers in a conversation, of all that is set up.
struct ModelPick
{
    Settings::Provider provider = Settings::Provider::Builtin;
    QUrl baseUrl;  ///< of OpenAi
    QString model; ///< empty: the first that the server names

    friend bool operator==(const ModelPick &, const ModelPick &) = default;
};

ModelPick pickOf(const Settings &settings);
Settings withPick(Settings settings, const ModelPick &pick);

/// What `pick` is after the endpoints changed from `old` to `next`: the same while its endpoint is
/// there, with that one's new model where the pick had the old one; else the first endpoint, else
/// the built-in examples.
ModelPick pickAfter(const ModelPick &pick, const QList<ModelEndpoint> &old,
                    const QList<ModelEndpoint> &next);

} // namespace sandglass
