// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/setupcommand.h"

#include "base/error.h"
#include "base/worker.h"
#include "cli/jsontext.h"

#include <nlohmann/json.hpp>

#include <QEventLoop>
#include <QMetaObject>

#include <optional>

namespace sandglass::cli {

SetupCommand::SetupCommand(SetupOptions options, PythonSetup setup, Console &console,
                           Interrupts &interrupts)
    : m_options(options)
    , m_setup(std::move(setup))
    , m_console(console)
    , m_interrupts(interrupts)
{}

int SetupCommand::run()
{
    if (const std::optional<PythonEnvironment> ready = m_setup.ready())
        return finish(*ready);

    QEventLoop loop;
    std::optional<PythonEnvironment> made;
    std::optional<Failure> failure;
    Worker worker(QStringLiteral("setup"));
    QObject::connect(&m_interrupts, &Interrupts::interrupted, &loop, [&] { worker.stop(); });
    worker.post([&](std::stop_token stop) {
        const auto progress = [&](const QString &text, double fraction) {
            QMetaObject::invokeMethod(&loop, [this, text, fraction] { step(text, fraction); });
        };
        try {
            made = m_setup.prepare(progress, stop);
        } catch (const Error &error) {
            failure = error.failure();
        }
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit);
    });
    loop.exec();
    if (failure)
        throw Error(*failure);
    return finish(*made);
}

void SetupCommand::step(const QString &text, double fraction)
{
    if (m_options.json) {
        nlohmann::ordered_json json;
        json["type"] = "progress";
        json["text"] = jsonString(text);
        json["fraction"] = fraction;
        m_console.out(terminalSafeLine(json));
    } else if (text != m_lastStep) {
        m_console.say(text);
    }
    m_lastStep = text;
}

int SetupCommand::finish(const PythonEnvironment &environment)
{
    if (m_options.json) {
        nlohmann::ordered_json json;
        json["type"] = "ready";
        json["python"] = jsonString(environment.interpreter);
        json["version"] = jsonString(environment.version);
        m_console.out(terminalSafeLine(json));
    } else if (!m_options.quiet || !m_lastStep.isEmpty()) {
        m_console.say(QStringLiteral("Python %1 is ready: %2")
                          .arg(environment.version, environment.interpreter));
    }
    return m_console.isGood() ? Done : Failed;
}

} // namespace sandglass::cli
