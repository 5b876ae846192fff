// SPDX-License-Identifier: MIT
#include "base/error.h"

namespace sandglass {

Error::Error(Failure failure)
    : m_failure(std::move(failure))
    , m_what(m_failure.text.toUtf8())
{}

Error::Error(ErrorKind kind, const QString &text, const QString &remedy)
    : Error(Failure{kind, text, remedy})
{}

const char *Error::what() const noexcept
{
    return m_what.constData();
}

} // namespace sandglass
