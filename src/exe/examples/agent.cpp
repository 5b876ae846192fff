// SPDX-License-Identifier: MIT
// A model with a sandbox: it writes Python, the VM runs it. One VM for the conversation, so that
// files and packages stay. The model's address and key come from OPENAI_BASE_URL and
// OPENAI_API_KEY, or ANTHROPIC_BASE_URL and ANTHROPIC_API_KEY; MODEL names it.
#include "chat.h"
#include "settings.h"

#include <exedev/error.h>

#include <QCoreApplication>
#include <QTextStream>

namespace {

constexpr std::chrono::seconds timeLimit{120};
constexpr int longestOutput = 10'000;

/// Failures are text, so that the model sees its tracebacks and can mend its code.
QString runPython(exedev::Vm &vm, const QJsonObject &arguments)
{
    QStringList command{QStringLiteral("uv"), QStringLiteral("run"), QStringLiteral("-q")};
    for (const QJsonValue &package : arguments[QStringLiteral("packages")].toArray())
        command.append(QStringLiteral("--with=%1").arg(package.toString()));
    const QString code = arguments[QStringLiteral("code")].toString();
    command += {QStringLiteral("python"), QStringLiteral("-c"), code};
    QTextStream(stdout) << "run_python:\n" << code << "\n\n";
    exedev::RunOptions options;
    options.timeout = timeLimit;
    try {
        const exedev::CommandResult result = vm.run(command, options);
        return QStringLiteral("exit code %1\n").arg(result.exitCode) +
               (result.outText() + result.errText()).right(longestOutput);
    } catch (const exedev::CommandTimeoutError &) {
        return QStringLiteral("The program ran for 120 seconds and was stopped.");
    } catch (const exedev::OutputLimitError &) {
        return QStringLiteral("The program printed too much and was stopped.");
    } catch (const exedev::InvalidArgumentError &error) {
        return error.text();
    }
}

Chat fromVariables()
{
    const QString model = qEnvironmentVariable("MODEL", QStringLiteral("gpt-5.5"));
    if (qEnvironmentVariableIsSet("ANTHROPIC_BASE_URL"))
        return {Chat::Dialect::Anthropic, QUrl(qEnvironmentVariable("ANTHROPIC_BASE_URL")),
                qgetenv("ANTHROPIC_API_KEY"), model};
    return {
        Chat::Dialect::OpenAi,
        QUrl(qEnvironmentVariable("OPENAI_BASE_URL", QStringLiteral("https://api.openai.com/v1"))),
        qgetenv("OPENAI_API_KEY"), model};
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    return run([] {
        const QString question = QCoreApplication::arguments().value(
            1, QStringLiteral("Using pandas, find the median of the squares of the first 101 "
                              "primes."));
        Chat chat = fromVariables();
        exedev::Client exe(fromEnvironment());
        exedev::CreateOptions options;
        options.comment = QStringLiteral("agent");
        exedev::Vm vm = exe.create(options);
        const QString answer = chat.ask(
            question, [&](const QJsonObject &arguments) { return runPython(vm, arguments); });
        QTextStream(stdout) << answer << "\n";
    });
}
