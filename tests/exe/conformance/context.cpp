// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include "base/httpcall.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

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
        if (timer.elapsed() > 10000)
            throw Wrong("it did not happen in time");
        std::unique_lock lock(mutex);
        tick.wait_for(lock, std::chrono::milliseconds(20));
    }
}

Context::Context(QUrl baseUrl, QByteArray token)
    : m_baseUrl(std::move(baseUrl))
    , m_token(std::move(token))
    , m_client(clientFor(m_token))
{}

Client Context::clientFor(const QByteArray &token, int maxRetries) const
{
    ClientOptions options;
    options.token = token;
    options.baseUrl = m_baseUrl;
    options.maxRetries = maxRetries;
    return Client(options);
}

Client Context::tokenFor(const QByteArray &options)
{
    const QByteArray token = unique(text("check")).toLatin1();
    control("POST", text("/_token"), {{"spec", (token + options).toStdString()}});
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

json Context::control(const QByteArray &verb, const QString &path, const json &body)
{
    sandglass::HttpRequest request;
    request.verb = verb;
    request.url = QUrl(m_baseUrl.toString(QUrl::StripTrailingSlash) + path);
    request.deadline = QDeadlineTimer(30000);
    if (!body.is_null()) {
        request.body = QByteArray::fromStdString(body.dump());
        request.headers.emplaceBack("Content-Type", "application/json");
    }
    const sandglass::HttpReply reply = sandglass::HttpCall::send(request, {});
    if (reply.status != 200)
        throw Wrong("control call: " + reply.body.toStdString());
    return json::parse(reply.body.toStdString());
}

void Context::fault(const Options &kind, const char *op, Options more)
{
    more["kind"] = kind;
    more["op"] = op;
    control("POST", text("/_fault"), more);
}

void Context::clear()
{
    control("POST", text("/_fault"), {{"clear", true}});
    control("DELETE", text("/_log"));
}

void Context::reset()
{
    control("POST", text("/_reset"));
}

std::vector<json> Context::log(const std::string &op)
{
    std::vector<json> found;
    for (const json &entry : control("GET", text("/_log"))) {
        if (op.empty() || entry["op"] == op)
            found.push_back(entry);
    }
    return found;
}

json Context::state(const QString &vm)
{
    for (const json &one : control("GET", text("/_state"))) {
        if (one["name"] == vm.toStdString())
            return one;
    }
    throw Wrong("no such VM in the state");
}

void Context::act(const QString &vm, const char *action)
{
    control("POST", text("/_vm"), {{"name", vm.toStdString()}, {"action", action}});
}

void Context::requireNothingSent(const std::function<void()> &call)
{
    const size_t before = log().size();
    raises<InvalidArgumentError>(call);
    REQUIRE(log().size() == before);
}

bool Context::isAlive(const QString &vm, const QByteArray &mark)
{
    const json pids = state(vm)["pids"];
    for (const json &pid : pids) {
        QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid.get<int>()));
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(mark))
            return true;
    }
    return false;
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
