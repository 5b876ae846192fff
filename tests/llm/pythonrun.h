// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <QByteArray>
#include <QProcess>

namespace sandglass {

/// Runs tests/llm/run_cells.py over `cells` with the Python that SANDGLASS_PYTHON names.
inline nlohmann::json runPython(const nlohmann::json &cells)
{
    const QString python = qEnvironmentVariable("SANDGLASS_PYTHON");
    if (python.isEmpty()) {
        ADD_FAILURE() << "SANDGLASS_PYTHON names no Python interpreter. Set it to one that has "
                         "pandas and matplotlib; packaging/test does so.";
        return {};
    }
    QProcess process;
    process.start(python, {QStringLiteral("-X"), QStringLiteral("utf8"),
                           QStringLiteral(SANDGLASS_SOURCE_DIR "/tests/llm/run_cells.py")});
    process.write(QByteArray::fromStdString(cells.dump()));
    process.closeWriteChannel();
    if (!process.waitForFinished(250'000) || process.exitCode() != 0) {
        ADD_FAILURE() << process.errorString().toStdString()
                      << process.readAllStandardError().toStdString();
        return {};
    }
    return nlohmann::json::parse(process.readAllStandardOutput().toStdString());
}

} // namespace sandglass
