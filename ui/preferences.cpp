// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences.h"

#include "ui/diagnostics.h"
#include "ui/logwindow.h"

#include <QApplication>
#include <QClipboard>

namespace sandglass {

namespace {

bool knows(const QList<ModelEndpoint> &endpoints, const QUrl &baseUrl)
{
    return std::any_of(endpoints.cbegin(), endpoints.cend(),
                       [&](const ModelEndpoint &endpoint) { return endpoint.baseUrl == baseUrl; });
}

} // namespace

Preferences::Preferences(const Settings &settings, const Secret &key,
                         ModelCheck::MakeModel makeModel, QWidget *window)
    : QObject(window)
    , m_window(window)
    , m_settings(settings)
    , m_check(std::move(makeModel))
{
    m_appearance.apply(settings);
    connect(&m_keys, &ModelKeys::trouble, this, &Preferences::told);
    if (!key.isEmpty())
        m_keys.use(settings.baseUrl.isEmpty() ? QUrl(QStringLiteral("https://api.openai.com/v1"))
                                              : settings.baseUrl,
                   key);
}

void Preferences::lookUpKey(const Settings &settings)
{
    if (settings.provider != Settings::Provider::OpenAi)
        return;
    const QList<ModelEndpoint> &known = m_settings.endpoints;
    const bool isExpected =
        std::any_of(known.cbegin(), known.cend(), [&](const ModelEndpoint &endpoint) {
            return endpoint.hasKey && isSameOrigin(endpoint.baseUrl, settings.baseUrl);
        });
    m_keys.lookUp(settings.baseUrl, isExpected);
}

void Preferences::change(const Settings &next)
{
    const Settings before = std::exchange(m_settings, next);
    m_appearance.apply(next);
    Q_EMIT changed(before);
}

void Preferences::save(const Settings &next)
{
    try {
        saveSettings(next);
    } catch (const Error &error) {
        Q_EMIT failed(error.failure()); // it holds for this run all the same
    }
    change(next);
}

void Preferences::pick(const ModelPick &pick)
{
    Settings next = withPick(m_settings, pick);
    next.chosenProvider = pick.provider;
    save(next);
}

void Preferences::addEndpoint(const ModelEndpoint &endpoint)
{
    Settings next = m_settings;
    if (!knows(next.endpoints, endpoint.baseUrl))
        next.endpoints.append(endpoint);
    save(next);
    Q_EMIT endpointAdded(endpoint);
}

void Preferences::zoomBy(int percent)
{
    Settings next = m_settings;
    next.zoom = std::clamp(next.zoom + percent, Settings::leastZoom, Settings::mostZoom);
    save(next);
}

void Preferences::resetZoom()
{
    zoomBy(100 - m_settings.zoom);
}

void Preferences::showDialog(SettingsDialog::Page page)
{
    if (!m_dialog) {
        m_dialog = new SettingsDialog(m_settings, &m_keys, &m_check, m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &SettingsDialog::saveRequested, this, &Preferences::saveFromDialog);
        connect(m_dialog, &SettingsDialog::logRequested, this, &Preferences::showLog);
        connect(m_dialog, &SettingsDialog::diagnosticsRequested, this,
                &Preferences::copyDiagnostics);
    }
    m_dialog->showPage(page);
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void Preferences::saveFromDialog(const Settings &edited, const QList<TypedKey> &keys)
{
    Settings next = m_settings; // zoom and model may have changed while the dialog was open
    const ModelPick pick = pickAfter(pickOf(next), knownEndpoints(next), edited.endpoints);
    const QList<ModelEndpoint> before = knownEndpoints(m_settings);
    next = withPick(edited, pick);
    if (pick.provider != m_settings.provider)
        next.chosenProvider = pick.provider;
    try {
        saveSettings(next);
    } catch (const Error &error) {
        m_dialog->showFailure(error.failure());
        return;
    }
    m_dialog->close();
    storeKeys(before, next.endpoints, keys);
    change(next);
    for (const ModelEndpoint &endpoint : next.endpoints)
        if (!knows(before, endpoint.baseUrl))
            Q_EMIT endpointAdded(endpoint);
}

// Keeps what was typed; forgets the keys of origins that no endpoint has any more.
void Preferences::storeKeys(const QList<ModelEndpoint> &before, const QList<ModelEndpoint> &now,
                            const QList<TypedKey> &typed)
{
    for (const ModelEndpoint &old : before) {
        const bool isNeeded =
            std::any_of(now.cbegin(), now.cend(), [&](const ModelEndpoint &endpoint) {
                return isSameOrigin(endpoint.baseUrl, old.baseUrl);
            });
        if (old.hasKey && !isNeeded)
            m_keys.forget(old.baseUrl);
    }
    for (const TypedKey &key : typed)
        m_keys.keep(key.baseUrl, key.key);
}

void Preferences::showLog()
{
    if (!m_log) {
        auto *log = new LogWindow(logFile(m_settings.dataFolder), m_window);
        log->setAttribute(Qt::WA_DeleteOnClose);
        connect(log, &LogWindow::diagnosticsRequested, this, &Preferences::copyDiagnostics);
        m_log = log;
    }
    m_log->show();
    m_log->raise();
    m_log->activateWindow();
}

void Preferences::copyDiagnostics()
{
    QApplication::clipboard()->setText(diagnosticsText(m_settings, logFile(m_settings.dataFolder)));
    Q_EMIT told(tr("Diagnostics were copied. Paste them into your report."));
}

} // namespace sandglass
