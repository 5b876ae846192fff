// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks.h"

#include "base/worker.h"

#include <QTimer>

namespace sandglass {

struct Checks::Call
{
    OnResult onResult;
    Failure late;
    bool isLate = false;
    Worker worker{QStringLiteral("check")}; // last: its job uses the call
};

Checks::Checks(QObject *parent)
    : QObject(parent)
{}

Checks::~Checks()
{
    for (const std::shared_ptr<Call> &call : m_calls)
        call->worker.stop();
    m_calls.clear();
}

void Checks::run(const Job &job, std::chrono::milliseconds timeLimit, const Failure &late,
                 const OnResult &onResult)
{
    const auto call = std::make_shared<Call>();
    call->onResult = onResult;
    call->late = late;
    m_calls.push_back(call);
    const std::weak_ptr<Call> known = call; // a job that held its own worker could never end it
    call->worker.post([this, known, job](std::stop_token stop) {
        Result result;
        try {
            result.found = job(stop);
        } catch (const Error &error) {
            result.failure = error.failure();
        }
        QMetaObject::invokeMethod(
            this, [this, known, result] { end(known.lock(), result); }, Qt::QueuedConnection);
    });
    QTimer::singleShot(timeLimit, this, [known] {
        if (const std::shared_ptr<Call> overdue = known.lock()) {
            overdue->isLate = true;
            overdue->worker.stop();
        }
    });
}

void Checks::end(const std::shared_ptr<Call> &call, Result result)
{
    if (!call)
        return;
    if (call->isLate && result.failure)
        result.failure = call->late;
    m_calls.remove(call);
    call->onResult(result);
}

} // namespace sandglass
