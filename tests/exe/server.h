// SPDX-License-Identifier: MIT
#pragma once

#include "exe/client.h"
#include "exe/control.h"

#include <QProcess>

#include <functional>

namespace exedev::test {

/// A stand-in exe.dev server of its own, for as long as this object lives.
class Server : public Control
{
public:
    explicit Server(const QStringList &options = {});
    ~Server();

    ClientOptions options() const;
    Client client() const { return Client(options()); }

    QStringList names();

private:
    QProcess m_process;
};

/// Bytes that can't be packed.
QByteArray noise(int count);

/// Waits until the condition holds; false after ten seconds.
bool until(const std::function<bool()> &condition);

} // namespace exedev::test
