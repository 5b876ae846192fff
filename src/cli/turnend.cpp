// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/turnend.h"

namespace sandglass::cli {

std::optional<Notice> turnEndNotice(TurnDoneRecord::Kind kind)
{
    switch (kind) {
    case TurnDoneRecord::Kind::Stopped:
        return Notice{QStringLiteral("stopped"), QStringLiteral("You stopped this answer."), {}};
    case TurnDoneRecord::Kind::CellLimit:
        return Notice{
            QStringLiteral("cell_limit"),
            QStringLiteral("The answer stopped at the limit of cells for one reply. Ask it to go "
                           "on with sandglass-cli ask --conversation last."),
            {}};
    case TurnDoneRecord::Kind::Finished:
    case TurnDoneRecord::Kind::Failed:
        break;
    }
    return std::nullopt;
}

QString failureText(const Failure &failure)
{
    return failure.remedy.isEmpty() ? failure.text : failure.text + u' ' + failure.remedy;
}

} // namespace sandglass::cli
