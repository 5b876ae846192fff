// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandglass {

/// Tells the desktop what happened while the window wasn't looked at. Where a desktop has no
/// notifications nothing is shown, which is no fault. It never waits. GUI thread.
class Notifier : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// The next one takes the place of the last, so that they don't pile up.
    void show(const QString &title, const QString &text);

private:
    uint m_last = 0;
};

} // namespace sandglass
