// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLineEdit;
class QRadioButton;
class QSpinBox;

namespace sandglass {

class Button;

/// The settings page of where code runs: Python, network, limits. GUI thread.
class SandboxPage : public QWidget
{
    Q_OBJECT

public:
    explicit SandboxPage(const Settings &settings, QWidget *parent = nullptr);

    /// What is wrong with the fields, as a sentence; empty where they can be saved.
    QString problem();
    void saveTo(Settings &settings) const;

private:
    void addPython(QFormLayout *form, const Settings &settings);
    void addLimits(QFormLayout *form, const Settings &settings);
    void chooseInterpreter();
    QSpinBox *addCount(QFormLayout *form, const QString &label, const char *name, int least,
                       int most, int value);
    QLineEdit *addSize(QFormLayout *form, const QString &label, const char *name, qint64 value);

    QRadioButton *m_managed;
    QRadioButton *m_chosen;
    QLineEdit *m_python;
    Button *m_browse;
    QCheckBox *m_network;
    QSpinBox *m_timeout = nullptr;
    QSpinBox *m_cells = nullptr;
    QSpinBox *m_tasks = nullptr;
    QLineEdit *m_memory = nullptr;
    QLineEdit *m_file = nullptr;
    QLineEdit *m_work = nullptr;
};

} // namespace sandglass
