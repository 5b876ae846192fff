// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/interrupts.h"

#include <QSocketNotifier>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <sys/eventfd.h>
#include <unistd.h>

namespace sandglass::cli {

namespace {

// A signal handler has no other way to its object.
std::atomic<int> handlerDescriptor{-1};

void onSignal(int)
{
    const int saved = errno;
    const uint64_t one = 1;
    if (::write(handlerDescriptor.load(), &one, sizeof one) < 0) {
        // The counter is full: the notifier will fire all the same.
    }
    errno = saved;
}

} // namespace

Interrupts::Interrupts(QObject *parent)
    : QObject(parent)
    , m_descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
    , m_notifier(new QSocketNotifier(m_descriptor, QSocketNotifier::Read, this))
{
    connect(m_notifier, &QSocketNotifier::activated, this, &Interrupts::read);
    handlerDescriptor = m_descriptor;
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
}

Interrupts::~Interrupts()
{
    ::signal(SIGINT, SIG_DFL);
    handlerDescriptor = -1;
    ::close(m_descriptor);
}

void Interrupts::read()
{
    uint64_t count = 0;
    if (::read(m_descriptor, &count, sizeof count) != ssize_t(sizeof count))
        return;
    m_count += int(count);
    if (m_count > 1)
        std::_Exit(130);
    Q_EMIT interrupted();
}

} // namespace sandglass::cli
