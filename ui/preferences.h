// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelcheck.h"
#include "app/modelkeys.h"
#include "app/modelpick.h"
#include "ui/appearance.h"
#include "ui/settingsdialog.h"

#include <QPointer>

namespace sandglass {

/// The settings in force: changes them, saves them, gives the application its looks, keeps the keys
/// and shows the dialog. Owned by the window. GUI thread.
class Preferences : public QObject
{
    Q_OBJECT

public:
    /// `key` came with the environment and belongs to the server in `settings`.
    Preferences(const Settings &settings, const Secret &key, ModelCheck::MakeModel makeModel,
                QWidget *window);

    const Settings &settings() const { return m_settings; }
    ModelKeys *keys() { return &m_keys; }
    ModelCheck *check() { return &m_check; }

    /// What answers in new conversations from now on.
    void pick(const ModelPick &pick);
    /// Adds a server that was found, without a key.
    void addEndpoint(const ModelEndpoint &endpoint);
    void zoomBy(int percent);
    void resetZoom();
    void showDialog(SettingsDialog::Page page);
    void showLog();
    void copyDiagnostics();
    /// Asks the keychain for the key of the server that answers by these settings.
    void lookUpKey(const Settings &settings);

Q_SIGNALS:
    void changed(const sandglass::Settings &before);
    /// A new server was set up by the person, who probably wants it to answer.
    void endpointAdded(const sandglass::ModelEndpoint &endpoint);
    void failed(const sandglass::Failure &failure);
    void told(const QString &text);

private:
    void save(const Settings &next);
    void saveFromDialog(const Settings &next, const QList<TypedKey> &keys);
    void storeKeys(const QList<ModelEndpoint> &before, const QList<ModelEndpoint> &now,
                   const QList<TypedKey> &typed);
    void change(const Settings &next);

    QWidget *m_window;
    Settings m_settings;
    Appearance m_appearance;
    ModelKeys m_keys;
    ModelCheck m_check;
    QPointer<SettingsDialog> m_dialog;
    QPointer<QWidget> m_log;
};

} // namespace sandglass
