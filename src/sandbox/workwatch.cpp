// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/workwatch.h"

#include <QLocale>

namespace sandglass {

WorkWatch::WorkWatch(const QString &folder, qint64 limit)
    : m_folder(folder)
    , m_limit(limit)
    , m_usage(m_folder.usage())
{}

WorkWatch::Verdict WorkWatch::look(bool cellRuns)
{
    const WorkFolder::Usage before = std::exchange(m_usage, m_folder.usage());
    // More entries than one walk looks at could hide any size.
    const bool full = m_usage.bytes > m_limit || !m_usage.complete;
    const bool grows = m_usage.bytes > before.bytes || (before.complete && !m_usage.complete);
    if (!cellRuns)
        m_interrupted = false;
    if (!full || !grows)
        return Verdict::Fine;
    if (!cellRuns || m_interrupted)
        return Verdict::Kill;
    m_interrupted = true;
    return Verdict::Interrupt;
}

QString WorkWatch::explanation() const
{
    if (!m_usage.complete)
        return QStringLiteral("The code has made more files than can be watched (over %1) in its "
                              "work folder.")
            .arg(m_usage.entries);
    return QStringLiteral("The work folder is full: it holds %1, and the limit is %2.")
        .arg(QLocale::c().formattedDataSize(m_usage.bytes),
             QLocale::c().formattedDataSize(m_limit));
}

} // namespace sandglass
