// SPDX-License-Identifier: MIT
#include "base/uploadbody.h"

#include <algorithm>
#include <cstring>

namespace sandglass {

UploadBody::UploadBody(QByteArray body)
    : m_body(std::move(body))
{
    // Unbuffered: QIODevice's own buffer would count bytes as available twice.
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

qint64 UploadBody::readData(char *data, qint64 maxSize)
{
    const qint64 count = std::min(maxSize, static_cast<qint64>(m_body.size()) - m_position);
    if (count <= 0)
        return atEnd() ? -1 : 0;
    std::memcpy(data, m_body.constData() + m_position, static_cast<size_t>(count));
    m_position += count;
    return count;
}

} // namespace sandglass
