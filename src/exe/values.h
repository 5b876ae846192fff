// SPDX-License-Identifier: MIT
#pragma once

#include <QDateTime>
#include <QHash>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace exedev {

// The fields are those of the JSON answers that https://exe.dev/docs/api and the command line
// reference at https://exe.dev/docs show, and where these are silent those that the official SDK
// (exedev 0.4.0) reads: what `new`, `cp`, `rm`, `resize`, `stat` and `share` answer.

/// A VM as exe.dev last described it. Text is the server's: show it as plain text.
struct VmInfo
{
    QString name;
    QString status;  ///< "starting", "running", "paused", "stopped", or what else the server says
    QString sshDest; ///< what to give to ssh
    QString httpsUrl;
    QString comment;
    QStringList tags;
    std::optional<QDateTime> createdAt; ///< UTC
    QString egress;                     ///< "all", "integrations", or empty where not told
    QString region;                     ///< empty where not told
    QString regionName;
    QString warning; ///< of create(): the VM exists, but a later step failed
};

/// What became of the VMs that were to be removed.
struct RemoveResult
{
    QStringList deleted;
    QStringList failed;             ///< all that are still there, or never were
    QStringList notFound;           ///< those of `failed` that don't exist
    QHash<QString, QString> errors; ///< name -> reason
};

/// What resize() changed; sizes in bytes.
struct ResizeResult
{
    std::optional<double> oldMemory, newMemory;
    std::optional<double> oldCpus, newCpus;
    std::optional<double> oldDisk, newDisk;
    bool pendingApproval = false; ///< the disk grows once exe.dev's support has agreed
    std::optional<double> requestedDisk;
    std::optional<double> selfServeMaxDisk;
    QString approvalReasons;
};

/// One measurement of a VM; rates in megabit and megabyte a second as the server names them.
struct StatPoint
{
    QDateTime time;
    double cpuCores = 0, cpuNominal = 0;
    double memoryUsed = 0, memoryTotal = 0; ///< bytes
    double diskSizeGb = 0, diskUsedGb = 0, diskLogicalUsedGb = 0;
    double fsUsedGb = 0, fsTotalGb = 0, fsFreeGb = 0, fsAvailableGb = 0;
    double networkTxMbps = 0, networkRxMbps = 0, ioReadMbps = 0, ioWriteMbps = 0;
};

struct Stats
{
    QString status;
    QString range;
    std::vector<StatPoint> points;
};

/// How a VM's web server is shared.
struct ShareInfo
{
    bool isPublic = false;
    int port = 0;
    QString url; ///< empty where not told
    QStringList users;
    QStringList links;
    QStringList teams;
    bool teamAccess = false, teamSsh = false, teamShelley = false;
};

struct SshKeyInfo
{
    QString name;
    QString publicKey;
    QString fingerprint;
    bool isCurrent = false; ///< the one this token belongs to
};

/// The account of a token.
struct Account
{
    QString email;
    QString region;
    QString regionName;
    std::vector<SshKeyInfo> sshKeys;
};

/// A new token. `token` is the secret itself: it is told only once.
struct ApiKey
{
    QString label;
    QByteArray token;
    QString nameSpace; ///< "v0@exe.dev" for this API
    QString fingerprint;
    std::optional<QDateTime> expiresAt;
};

} // namespace exedev
