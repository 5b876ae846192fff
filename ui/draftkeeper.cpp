// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/draftkeeper.h"

#include "app/draft.h"
#include "ui/composer.h"

namespace sandglass {

namespace {

constexpr int pauseMs = 500; // after the last key

} // namespace

DraftKeeper::DraftKeeper(Composer *composer, QObject *parent)
    : QObject(parent)
    , m_composer(composer)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(pauseMs);
    connect(&m_timer, &QTimer::timeout, this, &DraftKeeper::save);
    connect(composer, &Composer::textChanged, &m_timer, qOverload<>(&QTimer::start));
}

void DraftKeeper::setFolder(const QString &folder)
{
    const QString before = std::exchange(m_folder, folder);
    if (!before.isEmpty())
        saveDraft(before, {});
    if (m_composer->text().isEmpty()) {
        m_composer->setText(loadDraft(folder));
        m_timer.stop(); // it is there already
    } else {
        save();
    }
}

void DraftKeeper::finish()
{
    if (m_timer.isActive())
        save();
}

void DraftKeeper::save()
{
    m_timer.stop();
    if (m_folder.isEmpty() || saveDraft(m_folder, m_composer->text()))
        return;
    if (!std::exchange(m_hasFailed, true))
        Q_EMIT failed(m_folder);
}

} // namespace sandglass
