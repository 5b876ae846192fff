// SPDX-License-Identifier: MIT
#include "exe/client.h"

#include "base/loopback.h"
#include "exe/error.h"
#include "exe/find.h"
#include "exe/makevm.h"
#include "exe/names.h"
#include "exe/readiness.h"
#include "exe/shapes.h"
#include "exe/transport.h"

namespace exedev {

namespace {

QUrl execUrl(QUrl url)
{
    const bool isSafe =
        url.scheme() == QLatin1String("https") ||
        (url.scheme() == QLatin1String("http") && sandglass::isLoopback(url.host()));
    if (!url.isValid() || url.host().isEmpty() || !isSafe || !url.userInfo().isEmpty())
        throw InvalidArgumentError(QStringLiteral(
            "The address of exe.dev must begin with https:// and a host name (http:// "
            "only for this machine) and hold no key"));
    QString path = url.path();
    while (path.endsWith(u'/'))
        path.chop(1);
    url.setPath(path + QStringLiteral("/exec"));
    return url;
}

TransportOptions checked(const ClientOptions &options)
{
    const QByteArray token = options.token.isEmpty() ? qgetenv("EXE_TOKEN") : options.token;
    if (!isToken(token))
        throw InvalidArgumentError(
            QStringLiteral("The token for exe.dev is missing or has characters that none has"));
    if (options.maxRetries < 0 || options.idleTimeout.count() <= 0)
        throw InvalidArgumentError(
            QStringLiteral("The number of retries or the idle timeout is negative"));
    return {sandglass::Secret(token), execUrl(options.baseUrl), options.maxRetries,
            options.idleTimeout};
}

} // namespace

SshKey::SshKey(std::shared_ptr<Transport> transport)
    : m_transport(std::move(transport))
{}

ApiKey SshKey::generateApiKey(const ApiKeyOptions &options, const Call &call)
{
    CommandLine line("ssh-key generate-api-key");
    if (options.cmds)
        line.list("--cmds", *options.cmds);
    const std::pair<const char *, const QString &> texts[] = {
        {"--exp", options.exp}, {"--label", options.label}, {"--tag", options.tag}};
    for (const auto &[name, value] : texts) {
        if (!value.isEmpty())
            line.flag(name, value);
    }
    if (!options.vm.isEmpty()) {
        requireVmName(options.vm);
        line.flag("--vm", options.vm);
    }
    return apiKey(m_transport->call(line, call));
}

Client::Client(const ClientOptions &options)
    : m_transport(std::make_shared<Transport>(checked(options)))
{}

Client::~Client() = default;
Client::Client(Client &&) noexcept = default;
Client &Client::operator=(Client &&) noexcept = default;

Vm Client::create(const CreateOptions &options, const Call &call)
{
    const MakeWish wish{
        options.waitUntil, readyTime(options.waitUntil, options.timeout), options.keepOnFailure,
        options.name.isEmpty() ? QStringLiteral("a VM with the comment “%1”").arg(options.comment)
                               : options.name};
    return Vm(m_transport, makeVm(*m_transport, newLine(options), vmOfNew, wish, call), true);
}

std::vector<Vm> Client::vms(const QString &pattern, const Call &call)
{
    CommandLine line("ls");
    if (!pattern.isEmpty())
        line.word(pattern);
    std::vector<Vm> all;
    for (VmInfo &info : vmsOf(m_transport->call(line, call)))
        all.emplace_back(m_transport, std::move(info), false);
    return all;
}

Vm Client::vm(const QString &name, const Call &call)
{
    return Vm(m_transport, findVm(*m_transport, name, call), false);
}

Vm Client::known(const VmInfo &info)
{
    requireVmName(info.name);
    return Vm(m_transport, info, false);
}

RemoveResult Client::remove(const QStringList &names, const Call &call)
{
    if (names.isEmpty())
        return {};
    CommandLine line("rm");
    for (const QString &name : names) {
        requireVmName(name);
        line.word(name);
    }
    return removeVms(*m_transport, line, call);
}

Account Client::whoami(const Call &call)
{
    return account(m_transport->call(CommandLine("whoami"), call));
}

std::optional<QDateTime> Client::serverTime() const
{
    return m_transport->serverTime();
}

SshKey Client::sshKey() const
{
    return SshKey(m_transport);
}

} // namespace exedev
