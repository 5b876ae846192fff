// SPDX-License-Identifier: GPL-3.0-or-later
#include "parts/process.h"

#include "base/log.h"

#include <csignal>
#ifdef Q_OS_UNIX
#include <sys/resource.h>
#endif

namespace sandglass {

namespace {

#ifdef Q_OS_UNIX
void onClosedPipe(int) {}
#endif

} // namespace

EnvironmentKeys prepareProcess()
{
#ifdef Q_OS_UNIX
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    // A handler and not SIG_IGN, which children would inherit.
    struct sigaction action = {};
    action.sa_handler = onClosedPipe;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGPIPE, &action, nullptr);
#endif
    EnvironmentKeys keys{Secret::takeFromEnvironment("OPENAI_API_KEY"),
                         Secret::takeFromEnvironment("ANTHROPIC_API_KEY"),
                         Secret::takeFromEnvironment("EXE_TOKEN")};
    for (const Secret *key : {&keys.openAi, &keys.anthropic, &keys.exe})
        if (!key->isEmpty())
            hideInLogs(*key);
    return keys;
}

} // namespace sandglass
