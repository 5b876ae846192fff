// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/health.h"
#include "ui/endpointpage.h"

#include <QDialog>

class QListWidget;
class QRadioButton;
class QSpinBox;
class QStackedWidget;

namespace sandglass {

class ExePage;
class MessageBar;
class SandboxPage;

/// All settings, on pages. It changes nothing itself: saveRequested() says that edited() has what
/// was chosen, and whoever saves it closes the dialog or has it show why that failed. GUI thread.
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Page { Models, Sandbox, ExeDev, Appearance, Data, Health };

    /// `needs` has the settings in force. `keys` and `check` outlive this.
    SettingsDialog(const Health::Needs &needs, const ModelKeys *keys, ModelCheck *check,
                   QWidget *parent = nullptr);

    void showPage(Page page);
    EndpointPage *endpoints() const { return m_endpoints; }
    const ExePage *exe() const { return m_exe; }
    void showFailure(const Failure &failure);
    /// The settings that it began with, and what the person made of them.
    const Settings &opened() const { return m_settings; }
    Settings edited() const;

Q_SIGNALS:
    void saveRequested();
    void logRequested();
    void diagnosticsRequested();

private:
    void build();
    void addPage(const QString &title, const QString &name, QWidget *page);
    QWidget *makeAppearancePage();
    QWidget *makeDataPage();
    void save();

    Settings m_settings;
    QListWidget *m_pages;
    QStackedWidget *m_stack;
    EndpointPage *m_endpoints;
    SandboxPage *m_sandbox;
    ExePage *m_exe;
    QList<QRadioButton *> m_looks; ///< in the order of Settings::Looks
    QSpinBox *m_zoom = nullptr;
    MessageBar *m_messages;
};

} // namespace sandglass
