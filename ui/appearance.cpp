// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/appearance.h"

#include "ui/theme.h"

#include <QApplication>
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
#include <QStyleHints>
#endif

namespace sandglass {

Appearance::Appearance(QObject *parent)
    : QObject(parent)
    , m_palette(QApplication::palette())
    , m_font(QApplication::font())
    , m_systemIsDark(Theme::of(m_palette).isDark)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    // Before 6.5 Qt doesn't tell when the system changes; the next start sees it.
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this,
            [this](Qt::ColorScheme scheme) {
                m_systemIsDark = scheme == Qt::ColorScheme::Dark;
                QApplication::setPalette(
                    (isDark(m_looks) ? Theme::dark() : Theme::light()).palette());
            });
#endif
}

Appearance::~Appearance()
{
    if (qApp == nullptr)
        return;
    QApplication::setPalette(m_palette);
    QApplication::setFont(m_font);
}

bool Appearance::isDark(Settings::Looks looks) const
{
    return looks == Settings::Looks::System ? m_systemIsDark : looks == Settings::Looks::Dark;
}

void Appearance::apply(const Settings &settings)
{
    m_looks = settings.looks;
    const QPalette palette = (isDark(m_looks) ? Theme::dark() : Theme::light()).palette();
    if (QApplication::palette() != palette)
        QApplication::setPalette(palette);
    QFont font = m_font;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * settings.zoom / 100.0);
    else
        font.setPixelSize(std::max(1, font.pixelSize() * settings.zoom / 100));
    if (QApplication::font() != font)
        QApplication::setFont(font);
}

} // namespace sandglass
