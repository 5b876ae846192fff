// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recall.h"

namespace sandglass {

void Recall::setTexts(const QStringList &texts)
{
    m_texts = texts;
    leave();
}

std::optional<QString> Recall::move(int step, bool isBlank)
{
    if (m_at < 0) {
        if (step > 0 || m_texts.isEmpty() || !isBlank)
            return std::nullopt;
        m_at = m_texts.size();
    }
    m_at = std::max<qsizetype>(0, m_at + step);
    if (m_at < m_texts.size())
        return m_texts.at(m_at);
    leave();
    return QString();
}

} // namespace sandglass
