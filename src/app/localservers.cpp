// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/localservers.h"

namespace sandglass {

QList<LocalServer> usualLocalServers()
{
    const auto at = [](int port) {
        return QUrl(QStringLiteral("http://localhost:%1/v1").arg(port));
    };
    return {{QStringLiteral("Ollama"), at(11434)},   {QStringLiteral("LM Studio"), at(1234)},
            {QStringLiteral("llama.cpp"), at(8080)}, {QStringLiteral("vLLM"), at(8000)},
            {QStringLiteral("Jan"), at(1337)},       {QStringLiteral("GPT4All"), at(4891)}};
}

} // namespace sandglass
