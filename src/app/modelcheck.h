// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checks.h"
#include "app/session.h"

namespace sandglass {

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

    /// `onResult` is called once, here, at the time limit at the latest; not after this object is
    /// gone.
    void ask(const QUrl &baseUrl, const Secret &key, std::chrono::milliseconds timeLimit,
             const OnResult &onResult);

private:
    MakeModel m_makeModel;
    Checks m_checks;
};

} // namespace sandglass
