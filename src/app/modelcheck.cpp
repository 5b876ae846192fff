// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modelcheck.h"

namespace sandglass {

namespace {

constexpr int mostModels = 1000; ///< of one server; more can't be chosen from

} // namespace

ModelCheck::ModelCheck(MakeModel makeModel, QObject *parent)
    : QObject(parent)
    , m_makeModel(std::move(makeModel))
{}

void ModelCheck::ask(const QUrl &baseUrl, const Secret &key, std::chrono::milliseconds timeLimit,
                     const OnResult &onResult)
{
    Settings settings;
    settings.provider = Settings::Provider::OpenAi;
    settings.baseUrl = baseUrl;
    const Failure late{ErrorKind::TimedOut,
                       tr("The server at %1 didn't answer in time.").arg(baseUrl.host()),
                       tr("Check that it runs and that the address is right.")};
    m_checks.run(
        [settings, key, make = m_makeModel](std::stop_token stop) {
            return make(settings, key)->models(stop).mid(0, mostModels);
        },
        timeLimit, late,
        [baseUrl, onResult](const Checks::Result &result) {
            onResult({baseUrl, result.found, result.failure});
        });
}

} // namespace sandglass
