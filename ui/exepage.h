// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/checks.h"
#include "app/modelcheck.h"
#include "app/settings.h"
#include "base/secret.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;

namespace sandglass {

class Button;
class ExeTokenForm;
class PlainLabel;

/// The settings page of exe.dev: the token, its sandboxes, and the model behind its gateway.
/// GUI thread.
class ExePage : public QWidget
{
    Q_OBJECT

public:
    /// `token` is the one in use; it is not shown.
    ExePage(const Settings &settings, const Secret &token, ModelCheck::MakeModel makeModel,
            QWidget *parent = nullptr);

    /// What is wrong with the fields, as a sentence; empty where they can be saved.
    QString problem();
    void saveTo(Settings &settings) const;
    Secret typedToken() const;
    bool forgetsToken() const; ///< the person wants it gone

private:
    void addToken(QFormLayout *form);
    void addSandbox(QFormLayout *form);
    void addModel(QFormLayout *form);
    QLineEdit *addText(QFormLayout *form, const QString &label, const char *key, const char *name);
    QDoubleSpinBox *addTime(QFormLayout *form, const QString &label, const char *key,
                            const char *name, int most);
    void saveTime(Settings &settings, const char *key, const QDoubleSpinBox *box) const;
    void askModel();
    void showModels(const Checks::Result &result);

    Settings m_settings;
    Secret m_token;
    ModelCheck::MakeModel m_makeModel;
    ExeTokenForm *m_form;
    QCheckBox *m_forget;
    QComboBox *m_kind = nullptr;
    QCheckBox *m_network = nullptr;
    QDoubleSpinBox *m_pauseAfter = nullptr;              ///< minutes
    QDoubleSpinBox *m_deleteAfter = nullptr;             ///< days
    QList<std::pair<const char *, QLineEdit *>> m_texts; ///< by the setting's key
    Button *m_ask = nullptr;
    PlainLabel *m_answer = nullptr;
    Checks m_checks;
};

} // namespace sandglass
