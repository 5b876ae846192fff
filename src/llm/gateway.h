// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/gatewayrelay.h"
#include "llm/openai.h"

#include <memory>

namespace sandglass {

/// A model behind exe.dev's LLM gateway, asked by way of a VM: one exe.dev token is all it needs.
/// `gateway` is its address as VMs see it, with or without /v1. Throws Error(Auth) without a token,
/// Error(InvalidInput).
std::unique_ptr<Model> makeGatewayModel(const exedev::ClientOptions &options,
                                        const RelayVm::Choice &choice, const QUrl &gateway,
                                        const QString &model, OpenAiModel::Patience patience = {});

} // namespace sandglass
