// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modelcheck.h"

#include "base/error.h"
#include "base/worker.h"

#include <QTimer>

namespace sandglass {

namespace {

constexpr int mostModels = 1000; ///< of one server; more can't be chosen from

} // namespace

struct ModelCheck::Call
{
    OnResult onResult;
    bool isLate = false;
    Worker worker{QStringLiteral("models")}; // last: its job uses the call
};

ModelCheck::ModelCheck(MakeModel makeModel, QObject *parent)
    : QObject(parent)
    , m_makeModel(std::move(makeModel))
{}

ModelCheck::~ModelCheck()
{
    for (const std::shared_ptr<Call> &call : m_calls)
        call->worker.stop();
    m_calls.clear();
}

void ModelCheck::ask(const QUrl &baseUrl, const Secret &key, std::chrono::milliseconds timeLimit,
                     const OnResult &onResult)
{
    const auto call = std::make_shared<Call>();
    call->onResult = onResult;
    m_calls.push_back(call);
    const std::weak_ptr<Call> known = call; // a job that held its own worker could never end it
    Settings settings;
    settings.provider = Settings::Provider::OpenAi;
    settings.baseUrl = baseUrl;
    call->worker.post([this, known, settings, key, make = m_makeModel](std::stop_token stop) {
        Result result;
        result.baseUrl = settings.baseUrl;
        try {
            result.models = make(settings, key)->models(stop).mid(0, mostModels);
        } catch (const Error &error) {
            result.failure = error.failure();
        }
        QMetaObject::invokeMethod(
            this, [this, known, result] { end(known.lock(), result); }, Qt::QueuedConnection);
    });
    QTimer::singleShot(timeLimit, this, [known] {
        if (const std::shared_ptr<Call> late = known.lock()) {
            late->isLate = true;
            late->worker.stop();
        }
    });
}

void ModelCheck::end(const std::shared_ptr<Call> &call, Result result)
{
    if (!call)
        return;
    if (call->isLate && result.failure)
        result.failure =
            Failure{ErrorKind::TimedOut,
                    tr("The server at %1 didn't answer in time.").arg(result.baseUrl.host()),
                    tr("Check that it runs and that the address is right.")};
    m_calls.remove(call);
    call->onResult(result);
}

} // namespace sandglass
