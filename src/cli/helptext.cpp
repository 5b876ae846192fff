// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/helptext.h"

#include <QCoreApplication>

namespace sandglass::cli {

QString helpText()
{
    return QStringLiteral(
        R"(Sandglass answers questions with Python code that runs in a sandbox, on this
computer or in a VM at exe.dev.

sandglass-cli ask QUESTION      asks the model and shows code, output and answer
    --file F                    gives it a file or folder (again for more)
    --provider builtin|openai|gateway
                                which model; builtin is no AI and needs no network, gateway
                                is exe.dev's and needs no key but the token for exe.dev
    --base-url U                the OpenAI style server, with /v1
    --model M                   the model's name at that server
    --sandbox local|exe         where cells run; exe is a VM at exe.dev
    --keep                      leaves that VM for --conversation; else it is deleted
    --save DIR                  keeps figures and the files that cells made in DIR
    --network                   cells in the local sandbox may use the network
    --conversation ID           goes on with a conversation ("last": the newest)
    --json                      one JSON object a line
sandglass-cli run [-c CODE]… [FILE]…
                                runs cells in this order in one kernel; - is stdin
    --timeout S                 seconds for each cell
    --keep-going                goes on after a failed cell
    --file F, --save DIR, --sandbox S, --keep, --network, --conversation ID, --json
                                as for ask
sandglass-cli conversations list | show ID | delete ID   [--json]
sandglass-cli packages add NAME… | list   [--conversation ID] [--json]
                                packages of a conversation (default: the newest)
sandglass-cli setup [--quiet] [--json]
                                makes the Python environment
sandglass-cli health [--provider …] [--base-url U] [--model M] [--json]
                                checks exe.dev, the model, the local sandbox and the keychain
sandglass-cli vms [--json]      the VMs at exe.dev that the token sees
sandglass-cli sweep [--older-than H] [--dry-run] [--json]
                                pauses idle sandboxes of this installation at exe.dev, and
                                deletes those unused for H hours (else DELETE_AFTER_DAYS)

Environment: MODEL, CELL_TIMEOUT, MEMORY_LIMIT, OPENAI_BASE_URL, OPENAI_API_KEY, EXE_TOKEN,
PACKAGES, SANDBOX_EGRESS, PAUSE_AFTER_MINUTES, DELETE_AFTER_DAYS, SANDGLASS_DATA,
SANDGLASS_PYTHON, SANDGLASS_EXE_URL, SANDGLASS_GATEWAY_URL, SANDGLASS_RELAY_VM.
Exit status: 0 done, 1 failed, 2 wrong command line, 130 cancelled. Ctrl-C interrupts
the running cell, twice ends the program.
)");
}

QString versionText()
{
    return QStringLiteral("sandglass-cli %1\n").arg(QCoreApplication::applicationVersion());
}

} // namespace sandglass::cli
