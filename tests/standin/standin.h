// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QUrl>

#include <vector>

namespace sandglass::test {

/// A server script of tests/standin as a process of its own, for as long as this object lives. The
/// constructor returns once it listens; it ends with this process, however that dies.
class StandIn
{
public:
    /// `script` is a file name in tests/standin. `--log FILE` is added to `arguments`.
    explicit StandIn(const QString &script, const QStringList &arguments = {});
    ~StandIn();

    int port() const { return m_port; }

    /// http://127.0.0.1:PORT and `path`.
    QUrl url(const QString &path = {}) const;

    /// The lines of its log so far: one JSON text for each request.
    std::vector<QByteArray> log() const;

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    int m_port = 0;
};

} // namespace sandglass::test
