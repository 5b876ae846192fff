// SPDX-License-Identifier: MIT
#include "base/secret.h"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace sandglass {

namespace {

/// A plain memset before a free may be optimised away; writes through volatile may not.
void overwrite(char *bytes, size_t size)
{
    volatile char *p = bytes;
    while (size-- > 0)
        *p++ = 0;
}

} // namespace

Secret::Secret(QByteArray value)
    : m_value(std::move(value))
{}

Secret::Secret(Secret &&other) noexcept
    : m_value(std::exchange(other.m_value, {}))
{}

Secret &Secret::operator=(const Secret &other)
{
    if (this != &other) {
        wipe();
        m_value = other.m_value;
    }
    return *this;
}

Secret &Secret::operator=(Secret &&other) noexcept
{
    if (this != &other) {
        wipe();
        m_value = std::exchange(other.m_value, {});
    }
    return *this;
}

Secret::~Secret()
{
    wipe();
}

void Secret::wipe() noexcept
{
    // A shared buffer is somebody else's too: the last owner overwrites it.
    if (m_value.isDetached())
        overwrite(m_value.data(), static_cast<size_t>(m_value.size()));
    m_value.clear();
}

Secret Secret::takeFromEnvironment(const char *name)
{
    char *value = std::getenv(name);
    if (!value)
        return {};
    Secret secret{QByteArray(value)};
    overwrite(value, std::strlen(value));
#ifdef Q_OS_WIN
    qputenv(name, {});
#else
    ::unsetenv(name);
#endif
    return secret;
}

} // namespace sandglass
