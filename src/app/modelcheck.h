// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session.h"

#include <list>

namespace sandglass {

class Worker;

/// Asks model servers which models they have, each on a thread of its own and for a limited time.
/// GUI thread.
class ModelCheck : public QObject
{
    Q_OBJECT

public:
    struct Result
    {
        QUrl baseUrl;
        QStringList models;
        std::optional<Failure> failure; ///< none: the server answered
    };

    using MakeModel = std::function<std::unique_ptr<Model>(const Settings &, const Secret &key)>;
    using OnResult = std::function<void(const Result &)>;

    explicit ModelCheck(MakeModel makeModel, QObject *parent = nullptr);
    ~ModelCheck() override; ///< stops what still asks; its results aren't told

    /// `onResult` is called once, here, at the time limit at the latest.
    void ask(const QUrl &baseUrl, const Secret &key, std::chrono::milliseconds timeLimit,
             const OnResult &onResult);

private:
    struct Call;

    void end(const std::shared_ptr<Call> &call, Result result);

    MakeModel m_makeModel;
    std::list<std::shared_ptr<Call>> m_calls;
};

} // namespace sandglass
