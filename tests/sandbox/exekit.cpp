// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/exekit.h"

#include <QDir>
#include <QFile>

#include <stdexcept>

namespace sandglass::test {

using exedev::test::Server;
using exedev::test::text;

namespace {

void writeProgram(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() ||
        !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        throw std::runtime_error("a program of the tests can't be written");
}

} // namespace

ExeServer::ExeServer(const QStringList &options)
{
    const QString python = qEnvironmentVariable("SANDGLASS_PYTHON");
    if (python.isEmpty())
        throw std::runtime_error("SANDGLASS_PYTHON must name a Python with ipykernel");
    const QString skel = m_folder.filePath(text("skel"));
    const QString programs = m_folder.filePath(text("programs"));
    QDir().mkpath(skel + text("/.venv/bin"));
    QDir().mkpath(programs);
    writeProgram(skel + text("/.venv/bin/python"),
                 "#!/bin/sh\nexec " + python.toUtf8() + " \"$@\"\n");
    writeProgram(programs + text("/fc-list"), "#!/bin/sh\necho Noto Sans CJK\n");
    // What isn't there can't be had; nothing is ever installed into the tests' own Python.
    writeProgram(programs + text("/uv"),
                 "#!/bin/sh\n[ $1 = venv ] && exit 0\necho \"no solution for $*\"\nexit 1\n");
    m_server = std::make_unique<Server>(
        QStringList{text("--skel"), skel, text("--path-prepend"), programs} + options);
}

QString ExeServer::home(const QString &vm)
{
    for (const nlohmann::json &one : m_server->state()) {
        if (QString::fromStdString(one["name"].get<std::string>()) == vm)
            return QString::fromStdString(one["home"].get<std::string>());
    }
    return {};
}

QByteArray ExeServer::read(const QString &vm, const QString &name)
{
    QFile file(home(vm) + u'/' + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::vector<nlohmann::json> ExeServer::vms(const QString &commentWord)
{
    std::vector<nlohmann::json> found;
    for (const nlohmann::json &one : m_server->state()) {
        const QString comment = QString::fromStdString(one["comment"].get<std::string>());
        if (comment.section(u' ', 0, 0) == commentWord)
            found.push_back(one);
    }
    return found;
}

int ExeServer::count(const char *op, const std::string &piece)
{
    int count = 0;
    for (const nlohmann::json &line : m_server->log(op)) {
        if (line["command"].get<std::string>().find(piece) != std::string::npos)
            ++count;
    }
    return count;
}

ExeKit::ExeKit(ExeServer &server, const std::function<void(ExeSandbox::Options &)> &change)
    : conversation(newUuid7())
{
    m_options.access = server->options();
    m_options.conversation = conversation;
    m_options.install = text("install-1");
    m_options.egress = text("all");
    m_options.packages = {text("ipykernel"), text("numpy")};
    m_options.kernelFolder = text(SANDGLASS_SOURCE_DIR "/resources/kernel");
    m_options.lockFile = m_folder.filePath(text("base.lock"));
    m_options.patience = std::chrono::seconds(10);
    if (change)
        change(m_options);
    open();
}

ExeKit::~ExeKit()
{
    close();
}

void ExeKit::open()
{
    close();
    m_sandbox = std::make_unique<ExeSandbox>(m_options);
    if (!place().vm.isEmpty())
        m_sandbox->goOn(place(), m_cells);
    QObject::connect(
        m_sandbox.get(), &Sandbox::output, m_sandbox.get(),
        [this](const CellId &cell, const Output &output) {
            const std::lock_guard lock(m_mutex);
            m_shown.emplace_back(cell, output);
            m_changed.notify_all();
        },
        Qt::DirectConnection);
    QObject::connect(
        m_sandbox.get(), &Sandbox::notice, m_sandbox.get(),
        [this](const CellId &, const Notice &notice) {
            const std::lock_guard lock(m_mutex);
            m_notices << notice;
        },
        Qt::DirectConnection);
    QObject::connect(
        m_sandbox.get(), &Sandbox::stateChanged, m_sandbox.get(),
        [this](SandboxState state, const QString &detail) {
            const std::lock_guard lock(m_mutex);
            m_states << state;
            m_details << detail;
            m_changed.notify_all();
        },
        Qt::DirectConnection);
    QObject::connect(
        m_sandbox.get(), &Sandbox::placeChanged, m_sandbox.get(),
        [this](const SandboxPlace &place) {
            const std::lock_guard lock(m_mutex);
            m_place = place;
        },
        Qt::DirectConnection);
}

void ExeKit::close()
{
    m_sandbox.reset();
}

CellResult ExeKit::run(const QByteArray &code, std::stop_token stop, CellId cell,
                       std::chrono::milliseconds timeout)
{
    {
        const std::lock_guard lock(m_mutex);
        m_last = cell;
        m_cells << cell;
    }
    return m_sandbox->execute({cell, code, timeout}, stop);
}

QByteArray ExeKit::printed(const CellId &wanted) const
{
    const std::lock_guard lock(m_mutex);
    QByteArray all;
    for (const auto &[cell, output] : m_shown) {
        const auto *stream = std::get_if<StreamOutput>(&output);
        if (stream && stream->name == StreamOutput::Name::Stdout &&
            cell == (wanted.isNull() ? m_last : wanted))
            all += stream->text;
    }
    return all;
}

QList<Notice> ExeKit::notices(const QString &kind) const
{
    const std::lock_guard lock(m_mutex);
    QList<Notice> found;
    for (const Notice &notice : m_notices) {
        if (notice.kind == kind)
            found << notice;
    }
    return found;
}

QList<SandboxState> ExeKit::states() const
{
    const std::lock_guard lock(m_mutex);
    return m_states;
}

QStringList ExeKit::details() const
{
    const std::lock_guard lock(m_mutex);
    return m_details;
}

SandboxPlace ExeKit::place() const
{
    const std::lock_guard lock(m_mutex);
    return m_place;
}

CellId ExeKit::lastCell() const
{
    const std::lock_guard lock(m_mutex);
    return m_last;
}

bool ExeKit::waitForText(const QByteArray &piece, const CellId &cell)
{
    return waitUntil([&] { return printed(cell).contains(piece); });
}

bool ExeKit::waitForState(SandboxState state)
{
    return waitUntil([&] { return !states().isEmpty() && states().last() == state; });
}

bool ExeKit::waitUntil(const std::function<bool()> &condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!condition()) {
        std::unique_lock lock(m_mutex);
        if (m_changed.wait_until(lock, end) == std::cv_status::timeout)
            return condition();
    }
    return true;
}

void ExeKit::goBackTo(const SandboxPlace &place)
{
    const std::lock_guard lock(m_mutex);
    m_place = place;
}

void ExeKit::forget()
{
    const std::lock_guard lock(m_mutex);
    m_shown.clear();
    m_notices.clear();
    m_states.clear();
    m_details.clear();
}

} // namespace sandglass::test
