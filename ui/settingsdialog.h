// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/endpointpage.h"

#include <QDialog>

class QListWidget;
class QRadioButton;
class QSpinBox;
class QStackedWidget;

namespace sandglass {

class MessageBar;
class SandboxPage;

/// All settings, on pages. It changes nothing itself: saveRequested() carries what was chosen, and
/// whoever saves it closes the dialog or has it show why that failed. GUI thread.
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Page { Models, Sandbox, Appearance, Data };

    /// `keys` and `check` outlive this.
    SettingsDialog(const Settings &settings, const ModelKeys *keys, ModelCheck *check,
                   QWidget *parent = nullptr);

    void showPage(Page page);
    EndpointPage *endpoints() const { return m_endpoints; }
    void showFailure(const Failure &failure);

Q_SIGNALS:
    void saveRequested(const sandglass::Settings &settings, const QList<sandglass::TypedKey> &keys);
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
    QList<QRadioButton *> m_looks; ///< in the order of Settings::Looks
    QSpinBox *m_zoom = nullptr;
    MessageBar *m_messages;
};

} // namespace sandglass
