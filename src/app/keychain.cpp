// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keychain.h"

#include "app/modelendpoint.h"

#include <qt6keychain/keychain.h>

#include <QTimer>

#include <memory>

namespace sandglass {

namespace {

QString service()
{
    return QStringLiteral("sandglass");
}

Keychain::Result failed(QKeychain::Error error, const QString &reason)
{
    using Kind = Keychain::Result::Kind;
    switch (error) {
    case QKeychain::NoError:
        return {Kind::Done, {}, {}};
    case QKeychain::EntryNotFound:
        return {Kind::Absent, {}, QStringLiteral("The keychain has no such key, or it is locked.")};
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        return {Kind::Denied,
                {},
                QStringLiteral("The keychain is locked or refused access (%1). The key is used for "
                               "this session only; unlock the keychain to keep it.")
                    .arg(reason)};
    default:
        return {Kind::NoService,
                {},
                QStringLiteral("This session has no keychain that can be used (%1). Keys are kept "
                               "until the program ends and never written to disk.")
                    .arg(reason)};
    }
}

Keychain::Result timedOut()
{
    return {Keychain::Result::Kind::TimedOut,
            {},
            QStringLiteral("The keychain doesn't answer; it may be waiting to be unlocked.")};
}

} // namespace

Keychain::Keychain(std::chrono::milliseconds timeLimit, QObject *parent)
    : QObject(parent)
    , m_timeLimit(timeLimit)
{}

template <class Job>
void Keychain::start(Job *job, const OnResult &onResult)
{
    // The job deletes itself when it ends. One that never ends stays: it can't be called off.
    const auto ended = std::make_shared<bool>(false);
    const auto end = [ended, onResult](const Result &result) {
        if (!std::exchange(*ended, true))
            onResult(result);
    };
    QTimer::singleShot(m_timeLimit, this, [end] { end(timedOut()); });
    connect(job, &QKeychain::Job::finished, this, [job, end] {
        Result result = failed(job->error(), job->errorString());
        if constexpr (std::is_same_v<Job, QKeychain::ReadPasswordJob>) {
            if (job->error() == QKeychain::NoError)
                result.value = Secret(job->binaryData());
        }
        end(result);
    });
    job->start();
}

void Keychain::read(const QString &key, const OnResult &onResult)
{
    auto *job = new QKeychain::ReadPasswordJob(service());
    job->setKey(key);
    start(job, onResult);
}

void Keychain::write(const QString &key, const Secret &value, const OnResult &onResult)
{
    auto *job = new QKeychain::WritePasswordJob(service());
    job->setKey(key);
    job->setBinaryData(value.exposed());
    start(job, onResult);
}

void Keychain::remove(const QString &key, const OnResult &onResult)
{
    auto *job = new QKeychain::DeletePasswordJob(service());
    job->setKey(key);
    start(job, onResult);
}

QString Keychain::exeTokenKey()
{
    return QStringLiteral("exe-token");
}

QString Keychain::modelKey(const QUrl &baseUrl)
{
    return QStringLiteral("model:") + originOf(baseUrl);
}

} // namespace sandglass
