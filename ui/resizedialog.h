// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "exe/options.h"

#include <QDialog>

class QSpinBox;

namespace sandglass {

/// Asks for the new size of a VM. What is left as it is isn't changed. GUI thread.
class ResizeDialog : public QDialog
{
    Q_OBJECT

public:
    explicit ResizeDialog(const QString &vm, QWidget *parent = nullptr);

Q_SIGNALS:
    void resizeRequested(const QString &vm, const exedev::ResizeOptions &options);

private:
    QSpinBox *makeField(const char *name, const QString &label, int most, const QString &unit);
    void finish();

    QString m_vm;
    QSpinBox *m_cpu = nullptr;
    QSpinBox *m_memory = nullptr;
    QSpinBox *m_disk = nullptr;
};

} // namespace sandglass
