// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordnames.h"

namespace sandglass {

namespace {

template <class T>
struct Named
{
    T value;
    const char *name;
};

constexpr Named<CellStatus> statuses[] = {
    {CellStatus::Ok, "ok"},
    {CellStatus::Error, "error"},
    {CellStatus::TimedOut, "timed_out"},
    {CellStatus::Interrupted, "interrupted"},
    {CellStatus::Died, "died"},
    {CellStatus::Unknown, "unknown"},
};

constexpr Named<CellOrigin> origins[] = {
    {CellOrigin::Model, "model"},
    {CellOrigin::Person, "person"},
    {CellOrigin::Rerun, "rerun"},
};

constexpr Named<TurnDoneRecord::Kind> turnKinds[] = {
    {TurnDoneRecord::Kind::Finished, "finished"},
    {TurnDoneRecord::Kind::Stopped, "stopped"},
    {TurnDoneRecord::Kind::CellLimit, "cell_limit"},
    {TurnDoneRecord::Kind::Failed, "failed"},
};

constexpr Named<DeathCause::Kind> deathKinds[] = {
    {DeathCause::Kind::Exit, "exit"},
    {DeathCause::Kind::Signal, "signal"},
    {DeathCause::Kind::OutOfMemory, "oom"},
};

constexpr Named<ErrorKind> errorKinds[] = {
    {ErrorKind::Auth, "auth"},
    {ErrorKind::Permission, "permission"},
    {ErrorKind::NotFound, "not_found"},
    {ErrorKind::RateLimited, "rate_limited"},
    {ErrorKind::NotRunning, "not_running"},
    {ErrorKind::NetworkEffectUnknown, "network_effect_unknown"},
    {ErrorKind::Protocol, "protocol"},
    {ErrorKind::TimedOut, "timed_out"},
    {ErrorKind::Interrupted, "interrupted"},
    {ErrorKind::OutputLimit, "output_limit"},
    {ErrorKind::SetupFailed, "setup_failed"},
    {ErrorKind::Unsupported, "unsupported"},
    {ErrorKind::File, "file"},
    {ErrorKind::InvalidInput, "invalid_input"},
    {ErrorKind::Cancelled, "cancelled"},
};

template <class T, size_t N>
const char *find(const Named<T> (&table)[N], T value)
{
    for (const Named<T> &entry : table) {
        if (entry.value == value)
            return entry.name;
    }
    return "";
}

template <class T, size_t N>
std::optional<T> find(const Named<T> (&table)[N], const QString &name)
{
    for (const Named<T> &entry : table) {
        if (name == QLatin1String(entry.name))
            return entry.value;
    }
    return std::nullopt;
}

} // namespace

const char *nameOf(CellStatus status)
{
    return find(statuses, status);
}
const char *nameOf(CellOrigin origin)
{
    return find(origins, origin);
}
const char *nameOf(TurnDoneRecord::Kind kind)
{
    return find(turnKinds, kind);
}
const char *nameOf(DeathCause::Kind kind)
{
    return find(deathKinds, kind);
}
const char *nameOf(ErrorKind kind)
{
    return find(errorKinds, kind);
}

std::optional<CellStatus> cellStatusFrom(const QString &name)
{
    return find(statuses, name);
}
std::optional<CellOrigin> cellOriginFrom(const QString &name)
{
    return find(origins, name);
}
std::optional<TurnDoneRecord::Kind> turnKindFrom(const QString &name)
{
    return find(turnKinds, name);
}
std::optional<DeathCause::Kind> deathKindFrom(const QString &name)
{
    return find(deathKinds, name);
}
std::optional<ErrorKind> errorKindFrom(const QString &name)
{
    return find(errorKinds, name);
}

} // namespace sandglass
