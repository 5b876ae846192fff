// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/resizedialog.h"

#include "ui/button.h"
#include "ui/fieldlabel.h"
#include "ui/hintlabel.h"

#include <QFormLayout>
#include <QSpinBox>

namespace sandglass {

ResizeDialog::ResizeDialog(const QString &vm, QWidget *parent)
    : QDialog(parent)
    , m_vm(vm)
{
    setObjectName(QStringLiteral("resizeDialog"));
    setWindowTitle(tr("Resize %1").arg(vm));
    auto *form = new QFormLayout;
    form->setVerticalSpacing(8);
    const auto add = [&](const char *name, const QString &label, int most, const QString &unit) {
        QSpinBox *box = makeField(name, label, most, unit);
        addField(form, label, box);
        return box;
    };
    m_cpu = add("resizeCpu", tr("CPUs"), 256, QString());
    m_memory = add("resizeMemory", tr("Memory"), 4096, tr(" GB"));
    m_disk = add("resizeDisk", tr("Disk"), 65'536, tr(" GB"));
    auto *hint = new HintLabel(tr("CPUs and memory change by a restart of the VM: "
                                  "variables are lost then, files stay. A disk only grows."),
                               this);
    auto *cancel = new Button(Button::Look::Outline, tr("Cancel"), this);
    auto *resize = new Button(Button::Look::Primary, tr("Resize"), this);
    cancel->setObjectName(QStringLiteral("cancelResize"));
    resize->setObjectName(QStringLiteral("resize"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(resize);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(18, 16, 18, 14);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(hint);
    column->addLayout(buttons);
    setMinimumWidth(380);
    connect(cancel, &Button::clicked, this, &QDialog::close);
    connect(resize, &Button::clicked, this, &ResizeDialog::finish);
}

QSpinBox *ResizeDialog::makeField(const char *name, const QString &label, int most,
                                  const QString &unit)
{
    auto *box = new QSpinBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(label);
    box->setRange(0, most);
    box->setSpecialValueText(tr("as it is"));
    box->setSuffix(unit);
    return box;
}

void ResizeDialog::finish()
{
    exedev::ResizeOptions options;
    if (m_cpu->value() > 0)
        options.cpu = m_cpu->value();
    if (m_memory->value() > 0)
        options.memory = QString::number(m_memory->value());
    if (m_disk->value() > 0)
        options.disk = QString::number(m_disk->value());
    options.restart = options.cpu.has_value() || !options.memory.isEmpty();
    close();
    if (options.restart || !options.disk.isEmpty())
        Q_EMIT resizeRequested(m_vm, options);
}

} // namespace sandglass
