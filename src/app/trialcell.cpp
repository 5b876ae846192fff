// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trialcell.h"

#include "base/error.h"

#include <QTemporaryDir>

namespace sandglass {

void runTrialCell(const std::function<std::unique_ptr<Sandbox>(const QString &folder)> &make,
                  std::stop_token stop)
{
    const QTemporaryDir folder;
    if (!folder.isValid())
        throw Error(ErrorKind::File, QStringLiteral("There is no place for temporary files."));
    const std::unique_ptr<Sandbox> sandbox = make(folder.path());
    CellRequest request;
    request.cell = CellId::create();
    request.code = "pass";
    request.timeout = std::chrono::seconds(60);
    if (sandbox->execute(request, std::move(stop)).status != CellStatus::Ok)
        throw Error(ErrorKind::SetupFailed,
                    QStringLiteral("The sandbox started, but a cell did not run to its end."));
}

} // namespace sandglass
