// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/localkit.h"

#include "sandbox/pythonsetup.h"

#include <stdexcept>

namespace sandglass::test {

constexpr std::chrono::seconds longestWait{60};

PythonEnvironment testPython()
{
    static const QTemporaryDir folder; // for the font cache; made once for all tests
    const QString interpreter = qEnvironmentVariable("SANDGLASS_PYTHON");
    if (interpreter.isEmpty())
        throw std::runtime_error("SANDGLASS_PYTHON must name a Python with ipykernel");
    return PythonSetup(folder.path(), interpreter).prepare();
}

LocalKit::LocalKit(const std::function<void(LocalSandbox::Options &)> &change)
{
    LocalSandbox::Options options;
    options.conversationFolder = m_folder.path();
    options.python = [](std::stop_token) {
        return testPython();
    };
    options.kernelFolder = QStringLiteral(SANDGLASS_SOURCE_DIR "/resources/kernel");
    if (qEnvironmentVariableIsSet("SANDGLASS_TEST_KERNEL"))
        options.kernelFolder = qEnvironmentVariable("SANDGLASS_TEST_KERNEL");
    if (change)
        change(options);
    m_sandbox = std::make_unique<LocalSandbox>(std::move(options));
    QObject::connect(
        m_sandbox.get(), &Sandbox::output, m_sandbox.get(),
        [this](const CellId &cell, const Output &output) { take(cell, output); },
        Qt::DirectConnection);
    QObject::connect(
        m_sandbox.get(), &Sandbox::notice, m_sandbox.get(),
        [this](const CellId &, const Notice &notice) {
            const std::lock_guard lock(m_mutex);
            m_notices += notice;
            m_changed.notify_all();
        },
        Qt::DirectConnection);
}

CellResult LocalKit::run(const QByteArray &code, std::chrono::milliseconds timeout,
                         std::stop_token stop, CellId cell)
{
    {
        const std::lock_guard lock(m_mutex);
        m_last = cell;
    }
    return m_sandbox->execute(CellRequest{cell, code, timeout}, stop);
}

std::vector<Shown> LocalKit::shown() const
{
    const std::lock_guard lock(m_mutex);
    return m_shown;
}

static QByteArray streamText(const std::vector<Shown> &shown, const CellId &cell,
                             StreamOutput::Name name)
{
    QByteArray text;
    for (const Shown &one : shown) {
        const auto *stream = std::get_if<StreamOutput>(&one.output);
        if (stream && stream->name == name && one.cell == cell)
            text += stream->text;
    }
    return text;
}

QByteArray LocalKit::text(const CellId &cell) const
{
    return streamText(shown(), cell.isNull() ? lastCell() : cell, StreamOutput::Name::Stdout);
}

QByteArray LocalKit::errors() const
{
    return streamText(shown(), lastCell(), StreamOutput::Name::Stderr);
}

std::vector<ErrorOutput> LocalKit::raised() const
{
    std::vector<ErrorOutput> result;
    const CellId last = lastCell();
    for (const Shown &one : shown()) {
        if (const auto *error = std::get_if<ErrorOutput>(&one.output); error && one.cell == last)
            result.push_back(*error);
    }
    return result;
}

QList<Notice> LocalKit::notices() const
{
    const std::lock_guard lock(m_mutex);
    return m_notices;
}

CellId LocalKit::lastCell() const
{
    const std::lock_guard lock(m_mutex);
    return m_last;
}

bool LocalKit::waitForText(const QByteArray &piece, const CellId &cell)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, longestWait, [&] {
        return streamText(m_shown, cell.isNull() ? m_last : cell, StreamOutput::Name::Stdout)
            .contains(piece);
    });
}

bool LocalKit::waitForNotice(const QString &kind)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, longestWait, [&] {
        return std::any_of(m_notices.begin(), m_notices.end(),
                           [&](const Notice &notice) { return notice.kind == kind; });
    });
}

qint64 LocalKit::counted() const
{
    const std::lock_guard lock(m_mutex);
    return m_counted;
}

void LocalKit::take(const CellId &cell, const Output &output)
{
    const std::lock_guard lock(m_mutex);
    if (const auto *stream = std::get_if<StreamOutput>(&output))
        m_counted += stream->text.size();
    if (!m_onlyCount)
        m_shown.push_back({cell, output, std::chrono::steady_clock::now()});
    m_changed.notify_all();
}

} // namespace sandglass::test
