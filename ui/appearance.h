// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"

#include <QFont>
#include <QObject>
#include <QPalette>

namespace sandglass {

/// Gives the whole application the colours and the size of text that the settings say. It remembers
/// what the system had and puts that back at its end. GUI thread.
class Appearance : public QObject
{
    Q_OBJECT

public:
    explicit Appearance(QObject *parent = nullptr);
    ~Appearance() override;

    void apply(const Settings &settings);

private:
    bool isDark(Settings::Looks looks) const;

    QPalette m_palette;
    QFont m_font;
    bool m_systemIsDark;
    Settings::Looks m_looks = Settings::Looks::System;
};

} // namespace sandglass
