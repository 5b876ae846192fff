// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/exetoken.h"
#include "app/health.h"
#include "app/modelcheck.h"
#include "app/modelkeys.h"
#include "app/modelpick.h"
#include "ui/appearance.h"
#include "ui/settingsdialog.h"

#include <QPointer>
#include <QTimer>

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
    ~Preferences() override;

    const Settings &settings() const { return m_settings; }
    ModelKeys *keys() { return &m_keys; }
    ModelCheck *check() { return &m_check; }
    ExeToken *exeToken() { return &m_exeToken; }
    /// What the model that answers by these settings is asked with: its key, or the exe.dev token.
    Secret keyFor(const Settings &settings) const;
    /// Makes sandboxes on this computer to try whether they run.
    void setTrialSandbox(std::function<std::unique_ptr<Sandbox>(const QString &folder)> make);

    /// What answers in new conversations from now on.
    void pick(const ModelPick &pick);
    /// New conversations use the model and the sandboxes of exe.dev; `token` is kept, an empty one
    /// is the one that is known.
    void useExe(const Secret &token);
    /// Adds a server that was found, without a key.
    void addEndpoint(const ModelEndpoint &endpoint);
    void zoomBy(int percent);
    void resetZoom();
    /// What becomes of sandboxes at exe.dev when the window closes.
    void setAtQuit(Settings::AtQuit choice);
    void showDialog(SettingsDialog::Page page);
    void showLog();
    void copyDiagnostics();
    /// Asks the keychain for the key of the server that answers by these settings.
    void lookUpKey(const Settings &settings);

Q_SIGNALS:
    void changed(const sandglass::Settings &before);
    /// A server has another address now; before changed().
    void endpointMoved(const QUrl &from, const QUrl &to);
    /// A new server was set up by the person, who probably wants it to answer.
    void endpointAdded(const sandglass::ModelEndpoint &endpoint);
    void failed(const sandglass::Failure &failure);
    void told(const QString &text);

private:
    void save(const Settings &next);
    void write();
    void saveFromDialog();
    void storeKeys(const QList<ModelEndpoint> &before, const QList<ModelEndpoint> &now,
                   const QList<TypedKey> &typed);
    void change(const Settings &next);
    void keepExeToken(const Secret &token);

    QWidget *m_window;
    Settings m_settings;
    Appearance m_appearance;
    ModelKeys m_keys;
    ExeToken m_exeToken;
    ModelCheck::MakeModel m_makeModel;
    std::function<std::unique_ptr<Sandbox>(const QString &folder)> m_trialSandbox;
    ModelCheck m_check;
    QPointer<SettingsDialog> m_dialog;
    QPointer<QWidget> m_log;
    QTimer m_zoomPause; ///< each step of the zoom shows at once, and the last is saved
};

} // namespace sandglass
