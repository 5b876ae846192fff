// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "benchmarks/ours.h"
#include "exe/client.h"

#include <QProcess>

#include <optional>

namespace sandglass::bench {

/// The exe.dev library against a stand-in server, which starts with the first measure and ends with
/// this object. Use it from one thread.
class ExeOurs
{
public:
    ExeOurs() = default;
    ~ExeOurs();

    QString url();                                                  ///< of the server
    static QString token() { return QStringLiteral("exe1.bench"); } ///< for everything

    Measured run();                                  ///< run("true"), ms
    Measured upload(int megabytes, bool isRandom);   ///< writeFile(), ms
    Measured download(int megabytes, bool isRandom); ///< readFile(), ms
    Measured uploadFile(int megabytes);              ///< Vm::upload() of random bytes, ms
    Measured downloadFile(int megabytes);            ///< Vm::download() of the same, ms
    Measured manyVms(int count, int cap);            ///< made, used and removed, ms
    Measured streamed(int megabytes); ///< growth of this process' peak memory without capture, MB

private:
    exedev::Client client();
    exedev::Vm &vm();

    QProcess m_server;
    QString m_url;
    std::optional<exedev::Vm> m_vm;
};

} // namespace sandglass::bench
