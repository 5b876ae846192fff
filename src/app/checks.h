// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QObject>
#include <QStringList>

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <stop_token>

namespace sandglass {

/// Does blocking checks, each on a thread of its own and for a limited time. GUI thread.
class Checks : public QObject
{
    Q_OBJECT

public:
    struct Result
    {
        QStringList found;
        std::optional<Failure> failure; ///< none: the check went well
    };

    /// Gives what was found; throws Error. Any thread.
    using Job = std::function<QStringList(std::stop_token)>;
    using OnResult = std::function<void(const Result &)>;

    explicit Checks(QObject *parent = nullptr);
    ~Checks() override; ///< stops what still runs; its results aren't told

    /// `onResult` is called once, here, with `late` once the time limit has stopped the job.
    void run(const Job &job, std::chrono::milliseconds timeLimit, const Failure &late,
             const OnResult &onResult);

private:
    struct Call;

    void end(const std::shared_ptr<Call> &call, Result result);

    std::list<std::shared_ptr<Call>> m_calls;
};

} // namespace sandglass
