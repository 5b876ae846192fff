// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/httpcall.h"
#include "exe/client.h"
#include "llm/relayvm.h"

#include <stop_token>

namespace sandglass {

class GatewayAnswer;
struct GatewayCommands;

/// Sends requests to exe.dev's LLM gateway, which answers only inside VMs: by curl in a VM of its
/// own, whose output is streamed back. Stopping kills curl. Blocks; any thread, one call at a time.
class GatewayRelay
{
public:
    GatewayRelay(const exedev::ClientOptions &options, const RelayVm::Choice &choice);

    /// Finds or makes the VM, where none is known. Throws Error for what exe.dev refuses.
    void prepare(std::stop_token stop, const RelayVm::OnStep &onStep);

    /// As HttpCall::send() does it; one that isn't prepared does that first, which the request's
    /// deadline doesn't count. Throws Error as that does, and as prepare().
    HttpReply send(const HttpRequest &request, std::stop_token stop,
                   const HttpCall::OnChunk &onChunk);

private:
    HttpReply exchange(exedev::Vm &vm, const HttpRequest &request, const exedev::Call &call,
                       const HttpCall::OnChunk &onChunk);
    void runParts(exedev::Vm &vm, const GatewayCommands &commands, const exedev::Call &call);

    exedev::Client m_client;
    RelayVm m_vm;
};

} // namespace sandglass
