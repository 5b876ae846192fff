// SPDX-License-Identifier: MIT
#pragma once

#include <exedev/client.h>

#include <QUrl>

#include <cstdio>
#include <exception>

/// The token comes from EXE_TOKEN; EXE_BASE_URL names another server than exe.dev, for tests.
inline exedev::ClientOptions fromEnvironment()
{
    exedev::ClientOptions options;
    if (const QString url = qEnvironmentVariable("EXE_BASE_URL"); !url.isEmpty())
        options.baseUrl = QUrl(url);
    return options;
}

/// Runs a program and gives its exit status; errors are told in one line.
template <class Program>
int run(const Program &program)
{
    try {
        program();
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
