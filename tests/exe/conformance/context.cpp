// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QRegularExpression>

#include <condition_variable>
#include <mutex>

namespace exedev::conformance {

using nlohmann::json;

const char *const hard = "it's \"q\" $HOME `id` \\n \\\\ a=b;c|d&e\n\té☃ end";

QByteArray allBytes()
{
    QByteArray bytes;
    for (int i = 0; i < 256; ++i)
        bytes.append(char(i));
    return bytes;
}

QByteArray randomBytes(int count)
{
    QByteArray bytes(count, 0);
    for (char &c : bytes)
        c = char(QRandomGenerator::global()->generate());
    return bytes;
}

QString unique(const QString &word)
{
    return word + QStringLiteral("-%1").arg(QRandomGenerator::global()->generate(), 8, 16,
                                            QLatin1Char('0'));
}

void until(const std::function<bool()> &condition)
{
    QElapsedTimer timer;
    timer.start();
    std::mutex mutex;
    std::condition_variable tick;
    while (!condition()) {
        if (timer.elapsed() > 60000)
            throw Wrong("it did not happen in time");
        std::unique_lock lock(mutex);
        tick.wait_for(lock, std::chrono::milliseconds(20));
    }
}

Context::Context(QUrl baseUrl, QByteArray token)
    : Control(std::move(baseUrl))
    , m_token(std::move(token))
    , m_client(clientFor(m_token))
{}

Client Context::clientFor(const QByteArray &token, int maxRetries) const
{
    ClientOptions options;
    options.token = token;
    options.baseUrl = baseUrl();
    options.maxRetries = maxRetries;
    return Client(options);
}

Client Context::tokenFor(const QByteArray &options)
{
    const QByteArray token = unique(text("check")).toLatin1();
    addToken(token + options);
    return clientFor(token);
}

Vm &Context::vm()
{
    if (!m_vm) {
        CreateOptions options;
        options.comment = text("shared by the checks");
        m_vm.emplace(m_client.create(options));
        m_vm->release();
    }
    return *m_vm;
}

void Context::forgetVm()
{
    m_vm.reset();
}

Vm Context::created(CreateOptions options)
{
    options.waitUntil = Ready::Created;
    return m_client.create(options);
}

QStringList Context::names()
{
    QStringList all;
    for (const Vm &one : m_client.vms())
        all.append(one.name());
    return all;
}

json Context::stateOf(const QString &vm)
{
    for (const json &one : state()) {
        if (one["name"] == vm.toStdString())
            return one;
    }
    throw Wrong("no such VM in the state");
}

int Context::slack()
{
    QElapsedTimer timer;
    timer.start();
    vm().run(text("true"));
    return int(10 * timer.elapsed());
}

void Context::requireNothingSent(const std::function<void()> &call)
{
    const size_t before = log().size();
    raises<InvalidArgumentError>(call);
    REQUIRE(log().size() == before);
}

bool Context::isAlive(const QString &vm, const QByteArray &mark)
{
    const json pids = stateOf(vm)["pids"];
    for (const json &pid : pids) {
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid.get<int>()));
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(mark))
            return true;
    }
    return false;
}

QByteArray Context::leftInTmp()
{
    static const QRegularExpression below(QStringLiteral("/tmp/[A-Za-z0-9._-]+"));
    QStringList words{text("ls"), text("-d")};
    for (const json &entry : log("ssh")) {
        const QString command = QString::fromStdString(entry["command"].get<std::string>());
        for (auto each = below.globalMatch(command); each.hasNext();)
            words.append(each.next().captured());
    }
    REQUIRE(words.size() > 2);
    return vm().run(words).out;
}

QString Context::path(const QString &name, const std::optional<QByteArray> &data)
{
    const QString folder = unique(text("p"));
    QDir(m_folder.path()).mkdir(folder);
    const QString path = m_folder.filePath(folder + u'/' + name);
    if (data) {
        QFile file(path);
        REQUIRE(file.open(QIODevice::WriteOnly) && file.write(*data) == data->size());
    }
    return path;
}

} // namespace exedev::conformance
