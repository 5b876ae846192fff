// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/model.h"

namespace sandglass {

/// Answers by rules, without a network: it is no AI and says so. It knows a few kinds of question,
/// writes the code for them, and makes its answer from the results alone. Any thread.
class BuiltinModel : public Model
{
public:
    ModelReply reply(const ModelRequest &request, const ModelEvents &events,
                     std::stop_token stop) override;
    QStringList models(std::stop_token stop) override;

    /// What people see as the model's name.
    static QString label();
};

} // namespace sandglass
