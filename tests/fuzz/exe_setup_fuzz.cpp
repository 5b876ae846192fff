// SPDX-License-Identifier: GPL-3.0-or-later
#include "exe/error.h"
#include "exe/setupprobe.h"
#include "fuzz/cut.h"

using namespace exedev;
namespace fuzz = sandglass::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray printed = fuzz::input(data, size);
    try {
        const SetupState state = setupState(printed);
        const bool isFailed = state.kind == SetupState::Kind::Failed;
        fuzz::require(isFailed == !state.result.isEmpty());
        fuzz::require(!(state.exitCode && state.signal));
        fuzz::require(state.output.size() <= printed.size());
    } catch (const ProtocolError &) {
        return 0;
    }
    return 0;
}
