// SPDX-License-Identifier: MIT
// One call of the C++ library, for cross_test.py, which makes the other half with the official SDK:
//     exedev-cross URL TOKEN VERB VM [ARGUMENT]…
#include "exe/client.h"

#include <QCoreApplication>
#include <QFile>

#include <cstdio>
#include <functional>
#include <map>
#include <stdexcept>

using namespace exedev;

namespace {

int shown(const CommandResult &result)
{
    std::fwrite(result.out.constData(), 1, size_t(result.out.size()), stdout);
    std::fwrite(result.err.constData(), 1, size_t(result.err.size()), stderr);
    return result.exitCode;
}

int shown(const QByteArray &text)
{
    std::fwrite(text.constData(), 1, size_t(text.size()), stdout);
    return 0;
}

QByteArray described(const Process &process)
{
    const QByteArray state =
        process.exitCode() ? QByteArray::number(*process.exitCode()) : "running";
    return process.name().toUtf8() + ' ' + QByteArray::number(process.pid()) + ' ' + state + '\n';
}

int spawned(Vm &vm, const QStringList &words)
{
    SpawnOptions options;
    options.name = words.value(0);
    Process process = vm.spawn(words.value(1), options);
    process.release();
    return shown(described(process));
}

int listed(Vm &vm)
{
    QByteArray all;
    for (const Process &process : vm.processes())
        all += described(process);
    return shown(all);
}

using Verb = std::function<int(Vm &, const QStringList &)>;

const std::map<QString, Verb> &verbs()
{
    static const std::map<QString, Verb> all = {
        {QStringLiteral("spawn"), spawned},
        {QStringLiteral("list"),
         [](Vm &vm, const QStringList &) {
             return listed(vm);
         }},
        {QStringLiteral("find"),
         [](Vm &vm, const QStringList &words) {
             return shown(described(vm.process(words[0])));
         }},
        {QStringLiteral("wait"),
         [](Vm &vm, const QStringList &words) {
             return shown(vm.process(words[0]).wait());
         }},
        {QStringLiteral("logs"),
         [](Vm &vm, const QStringList &words) {
             return shown(vm.process(words[0]).logs());
         }},
        {QStringLiteral("signal"),
         [](Vm &vm, const QStringList &words) {
             vm.process(words[0]).sendSignal(words[1]);
             return 0;
         }},
        {QStringLiteral("write"),
         [](Vm &vm, const QStringList &words) {
             QFile input;
             if (!input.open(stdin, QIODevice::ReadOnly))
                 throw std::runtime_error("no input");
             vm.writeFile(words[0], input.readAll(), 0640);
             return 0;
         }},
        {QStringLiteral("read"),
         [](Vm &vm, const QStringList &words) {
             return shown(vm.readFile(words[0]));
         }},
        {QStringLiteral("upload"),
         [](Vm &vm, const QStringList &words) {
             vm.upload(words[0], words[1]);
             return 0;
         }},
        {QStringLiteral("download"),
         [](Vm &vm, const QStringList &words) {
             vm.download(words[0], words[1]);
             return 0;
         }},
    };
    return all;
}

int called(Client &client, const QStringList &words)
{
    if (words[0] == QLatin1String("key")) {
        ApiKeyOptions options;
        options.cmds = QStringList{QStringLiteral("ls"), QStringLiteral("ssh")};
        options.label = words.value(1);
        return shown(client.sshKey().generateApiKey(options).token);
    }
    const auto verb = verbs().find(words[0]);
    if (verb == verbs().end())
        throw std::runtime_error("no such verb");
    Vm vm = client.vm(words.value(1));
    return verb->second(vm, words.mid(2));
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList words = QCoreApplication::arguments().mid(1);
    try {
        ClientOptions options;
        options.baseUrl = QUrl(words.value(0));
        options.token = words.value(1).toUtf8();
        Client client(options);
        return called(client, words.mid(2));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "exedev-cross: %s\n", error.what());
        return 250;
    }
}
