// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/healthcommand.h"

#include "app/trialcell.h"
#include "base/worker.h"
#include "cli/jsontext.h"
#include "cli/keychainread.h"
#include "cli/turnend.h"
#include "llm/model.h"

#include <nlohmann/json.hpp>

#include <QEventLoop>

namespace sandglass::cli {

namespace {

const QString ok = QStringLiteral("ok");

} // namespace

HealthCommand::HealthCommand(Parts parts, bool json, Console &console, Interrupts &interrupts)
    : m_parts(std::move(parts))
    , m_json(json)
    , m_console(console)
    , m_interrupts(interrupts)
{}

int HealthCommand::run()
{
    QEventLoop loop;
    int sandboxes = 0;
    QString exeState;
    QString llmState;
    QString localState;
    Worker worker(QStringLiteral("health"));
    QObject::connect(&m_interrupts, &Interrupts::interrupted, &loop, [&] { worker.stop(); });
    worker.post([&](std::stop_token stop) {
        exeState = exe(stop, &sandboxes);
        llmState = llm(stop);
        localState = local(stop);
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit);
    });
    loop.exec();
    if (m_interrupts.wasInterrupted())
        return Cancelled;

    const std::vector<std::pair<const char *, QString>> states{
        {"exe", exeState}, {"llm", llmState}, {"local", localState}, {"keychain", keychain()}};
    nlohmann::ordered_json json;
    json["sandboxes"] = sandboxes;
    if (!m_json)
        m_console.out("sandboxes: " + QByteArray::number(sandboxes) + '\n');
    for (const auto &[name, state] : states) {
        json[name] = jsonString(state);
        if (!m_json)
            m_console.out(name + QByteArray(": ") + state.toUtf8() + '\n');
    }
    if (m_json)
        m_console.out(terminalSafeLine(json));
    // Without a keychain everything works; a key is then given for each session. Without a token
    // everything works that runs here.
    const bool exeIsGood = exeState == ok || !m_parts.usesExe;
    return exeIsGood && llmState == ok && localState == ok && m_console.isGood() ? Done : Failed;
}

QString HealthCommand::exe(std::stop_token stop, int *sandboxes) const
{
    try {
        *sandboxes = m_parts.sandboxes(stop);
        const QStringList losses = m_parts.losses(stop);
        return losses.isEmpty() ? ok : losses.join(u' ');
    } catch (const Error &error) {
        return failureText(error.failure());
    }
}

QString HealthCommand::llm(std::stop_token stop) const
{
    try {
        m_parts.model()->models(stop);
        return ok;
    } catch (const Error &error) {
        return failureText(error.failure());
    }
}

QString HealthCommand::local(std::stop_token stop) const
{
    try {
        runTrialCell(m_parts.sandbox, stop);
        return ok;
    } catch (const Error &error) {
        return failureText(error.failure());
    }
}

QString HealthCommand::keychain() const
{
    using Kind = Keychain::Result::Kind;
    const Keychain::Result result = readKeychain(Keychain::exeTokenKey());
    return result.kind == Kind::Done || result.kind == Kind::Absent ? ok : result.text;
}

} // namespace sandglass::cli
