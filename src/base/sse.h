// SPDX-License-Identifier: MIT
#pragma once

#include "base/lines.h"

#include <QByteArray>

#include <functional>

namespace sandglass {

/// One server-sent event (HTML Living Standard, "Server-sent events").
struct SseEvent
{
    QByteArray name; ///< "message" where the stream gave none
    QByteArray data; ///< data lines joined by \n
};

/// Reads server-sent events from bytes cut anywhere. Pure. Accepts \n, \r\n and \r line ends, a
/// byte order mark, comments, and a last event without its blank line (finish()).
/// More than `maxEvent` bytes in one event throw Error(OutputLimit).
class SseReader
{
public:
    using OnEvent = std::function<void(const SseEvent &)>;

    explicit SseReader(qsizetype maxEvent = 16 * 1024 * 1024);

    void feed(const QByteArray &bytes, const OnEvent &onEvent);
    void finish(const OnEvent &onEvent);

private:
    void line(const QByteArray &line, const OnEvent &onEvent);
    void dispatch(const OnEvent &onEvent);

    qsizetype m_maxEvent;
    QByteArray m_rest;
    QByteArray m_name;
    QByteArray m_data;
    bool m_hasData = false;
    bool m_atStart = true;
    bool m_skipLineFeed = false;
};

} // namespace sandglass
