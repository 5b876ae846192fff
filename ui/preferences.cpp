// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences.h"

#include "app/exenotes.h"
#include "ui/diagnostics.h"
#include "ui/exepage.h"
#include "ui/logwindow.h"

#include <QApplication>
#include <QClipboard>

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds zoomPause(500);

/// The same servers at their corrected addresses.
Settings withMoved(Settings settings, const QList<MovedEndpoint> &moved)
{
    for (const MovedEndpoint &move : moved) {
        for (ModelEndpoint &endpoint : settings.endpoints)
            if (endpoint.baseUrl == move.from)
                endpoint.baseUrl = move.to;
        if (settings.baseUrl == move.from)
            settings.baseUrl = move.to;
    }
    return settings;
}

/// What the person left as it was in the dialog is as it is now: it may have changed meanwhile.
Settings merged(Settings edited, const Settings &opened, const Settings &now)
{
    const auto keep = [&](auto Settings::*member) {
        if (edited.*member == opened.*member)
            edited.*member = now.*member;
    };
    keep(&Settings::zoom);
    keep(&Settings::network);
    keep(&Settings::provider);
    keep(&Settings::chosenProvider);
    keep(&Settings::baseUrl);
    keep(&Settings::model);
    keep(&Settings::gatewayModel);
    keep(&Settings::hasExeToken);
    keep(&Settings::sandbox);
    keep(&Settings::atQuit);
    keep(&Settings::exeNotesShown);
    const QList<ModelEndpoint> known = knownEndpoints(opened);
    if (edited.endpoints == known)
        edited.endpoints = now.endpoints;
    for (const ModelEndpoint &endpoint : now.endpoints)
        if (!findEndpoint(known, endpoint.baseUrl) &&
            !findEndpoint(edited.endpoints, endpoint.baseUrl))
            edited.endpoints.append(endpoint); // it was added meanwhile
    return edited;
}

} // namespace

Preferences::Preferences(const Settings &settings, const Secret &key,
                         ModelCheck::MakeModel makeModel, QWidget *window)
    : QObject(window)
    , m_window(window)
    , m_settings(settings)
    , m_makeModel(makeModel)
    , m_check(std::move(makeModel))
{
    m_appearance.apply(settings);
    m_zoomPause.setSingleShot(true);
    m_zoomPause.setInterval(zoomPause);
    connect(&m_zoomPause, &QTimer::timeout, this, &Preferences::write);
    connect(&m_keys, &ModelKeys::trouble, this, &Preferences::told);
    connect(&m_exeToken, &ExeToken::trouble, this, &Preferences::told);
    if (!key.isEmpty())
        m_keys.use(settings.baseUrl.isEmpty() ? QUrl(QStringLiteral("https://api.openai.com/v1"))
                                              : settings.baseUrl,
                   key);
}

Preferences::~Preferences()
{
    if (m_zoomPause.isActive())
        write();
}

Secret Preferences::keyFor(const Settings &settings) const
{
    return settings.provider == Settings::Provider::Gateway ? m_exeToken.token()
                                                            : m_keys.key(settings.baseUrl);
}

void Preferences::setTrialSandbox(
    std::function<std::unique_ptr<Sandbox>(const QString &folder)> make)
{
    m_trialSandbox = std::move(make);
}

// A keychain has the one for exe.dev itself; another server's is for this run.
void Preferences::keepExeToken(const Secret &token)
{
    if (isSameOrigin(m_settings.exeUrl, Settings().exeUrl))
        m_exeToken.keep(token);
    else
        m_exeToken.use(token);
}

void Preferences::useExe(const Secret &token)
{
    Settings next = m_settings;
    if (!token.isEmpty()) {
        keepExeToken(token);
        next.hasExeToken = true;
    }
    next.chosenProvider = next.provider = Settings::Provider::Gateway;
    next.sandbox = Settings::SandboxKind::Exe;
    if (!std::exchange(next.exeNotesShown, true))
        Q_EMIT told(exeNotes(next).join(u' '));
    save(next);
}

void Preferences::setAtQuit(Settings::AtQuit choice)
{
    Settings next = m_settings;
    next.atQuit = choice;
    save(next);
}

void Preferences::lookUpKey(const Settings &settings)
{
    // It belongs to exe.dev itself and goes to no other address.
    if (m_settings.hasExeToken && isSameOrigin(m_settings.exeUrl, Settings().exeUrl))
        m_exeToken.lookUp(true);
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
    change(next);
    write();
}

void Preferences::write()
{
    m_zoomPause.stop();
    try {
        saveSettings(m_settings);
    } catch (const Error &error) {
        Q_EMIT failed(error.failure()); // it holds for this run all the same
    }
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
    if (!findEndpoint(next.endpoints, endpoint.baseUrl))
        next.endpoints.append(endpoint);
    save(next);
    Q_EMIT endpointAdded(endpoint);
}

void Preferences::zoomBy(int percent)
{
    Settings next = m_settings;
    next.zoom = std::clamp(next.zoom + percent, Settings::leastZoom, Settings::mostZoom);
    change(next);
    m_zoomPause.start();
}

void Preferences::resetZoom()
{
    zoomBy(100 - m_settings.zoom);
}

void Preferences::showDialog(SettingsDialog::Page page)
{
    if (!m_dialog) {
        const Health::Needs needs{m_settings, m_exeToken.token(), keyFor(m_settings), m_makeModel,
                                  m_trialSandbox};
        m_dialog = new SettingsDialog(needs, &m_keys, &m_check, m_window);
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

void Preferences::saveFromDialog()
{
    const QList<MovedEndpoint> moved = m_dialog->endpoints()->moved();
    const QList<TypedKey> keys = m_dialog->endpoints()->typedKeys();
    const Settings now = withMoved(m_settings, moved);
    Settings next = merged(m_dialog->edited(), withMoved(m_dialog->opened(), moved), now);
    const ModelPick pick = pickAfter(pickOf(next), knownEndpoints(now), next.endpoints);
    next = withPick(next, pick);
    if (pick.provider != now.provider)
        next.chosenProvider = pick.provider;
    try {
        saveSettings(next);
    } catch (const Error &error) {
        m_dialog->showFailure(error.failure());
        return;
    }
    m_dialog->close();
    if (m_dialog->exe()->forgetsToken())
        m_exeToken.forget();
    else if (!m_dialog->exe()->typedToken().isEmpty())
        keepExeToken(m_dialog->exe()->typedToken());
    storeKeys(knownEndpoints(m_settings), next.endpoints, keys);
    m_settings = now;
    for (const MovedEndpoint &move : moved)
        Q_EMIT endpointMoved(move.from, move.to);
    change(next);
    for (const ModelEndpoint &endpoint : next.endpoints)
        if (!findEndpoint(knownEndpoints(now), endpoint.baseUrl))
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
