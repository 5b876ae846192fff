// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sandboxpage.h"

#include "sandbox/pythonsetup.h"
#include "ui/button.h"
#include "ui/fieldlabel.h"
#include "ui/hintlabel.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QSpinBox>

namespace sandglass {

namespace {

constexpr qint64 leastMemory = 128LL << 20;
constexpr qint64 leastFile = 1LL << 20;

/// The shortest way to write it that reads back the same.
QString sizeWords(qint64 bytes)
{
    static const QList<std::pair<int, QString>> units{{40, QStringLiteral("%1 TiB")},
                                                      {30, QStringLiteral("%1 GiB")},
                                                      {20, QStringLiteral("%1 MiB")},
                                                      {10, QStringLiteral("%1 KiB")}};
    for (const auto &[shift, text] : units)
        if (bytes >= (1LL << shift) && bytes % (1LL << shift) == 0)
            return text.arg(bytes >> shift);
    return bytes == 0 ? QString() : QString::number(bytes);
}

} // namespace

SandboxPage::SandboxPage(const Settings &settings, QWidget *parent)
    : QWidget(parent)
    , m_managed(new QRadioButton(tr("Made and kept by Sandglass"), this))
    , m_chosen(new QRadioButton(tr("My own interpreter:"), this))
    , m_python(new QLineEdit(settings.python, this))
    , m_browse(new Button(Button::Look::Outline, tr("Browse…"), this))
    , m_network(new QCheckBox(tr("Code may reach the network, your local network too"), this))
{
    auto *form = new QFormLayout;
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 8, 0);
    column->addLayout(form);
    column->addStretch(1);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addPython(form, settings);
    m_network->setObjectName(QStringLiteral("network"));
    m_network->setAccessibleName(m_network->text());
    m_network->setChecked(settings.network);
    addField(form, tr("Network"), m_network);
    addLimits(form, settings);
    form->addRow(QString(),
                 new HintLabel(tr("Open conversations take these over when their kernel starts "
                                  "next; restart it to have them at once."),
                               this));
}

void SandboxPage::addPython(QFormLayout *form, const Settings &settings)
{
    m_managed->setObjectName(QStringLiteral("managedPython"));
    m_chosen->setObjectName(QStringLiteral("chosenPython"));
    m_python->setObjectName(QStringLiteral("pythonPath"));
    m_browse->setObjectName(QStringLiteral("browsePython"));
    m_managed->setAccessibleName(m_managed->text());
    m_chosen->setAccessibleName(m_chosen->text());
    m_python->setAccessibleName(tr("Path of the interpreter"));
    m_browse->setAccessibleName(tr("Browse for an interpreter"));
    m_python->setPlaceholderText(QStringLiteral("/usr/bin/python3"));
    (settings.python.isEmpty() ? m_managed : m_chosen)->setChecked(true);
    const auto follow = [this] {
        m_python->setEnabled(m_chosen->isChecked());
        m_browse->setEnabled(m_chosen->isChecked());
    };
    follow();
    connect(m_chosen, &QRadioButton::toggled, this, follow);
    connect(m_browse, &Button::clicked, this, &SandboxPage::chooseInterpreter);
    auto *path = new QHBoxLayout;
    path->setSpacing(8);
    path->addWidget(m_python, 1);
    path->addWidget(m_browse);
    addField(form, tr("Python"), m_managed);
    form->addRow(QString(), m_chosen);
    form->addRow(QString(), path);
    form->addRow(
        QString(),
        new HintLabel(tr("Your own needs ipykernel, and keeps the packages it has."), this));
    const QString names = PythonRequirements::builtIn().names.join(QStringLiteral(", "));
    auto *packages = new HintLabel(
        tr("%1 come with the one that Sandglass makes. More are added to one conversation at a "
           "time, with a button below the cell that misses one.")
            .arg(names),
        this);
    packages->setObjectName(QStringLiteral("packages"));
    form->addRow(QString(), packages);
}

void SandboxPage::addLimits(QFormLayout *form, const Settings &settings)
{
    m_timeout = addCount(form, tr("Time for a cell"), "cellTimeout", 1, 7 * 24 * 3600,
                         static_cast<int>(settings.cellTimeout.count()));
    m_timeout->setSuffix(tr(" s"));
    m_cells = addCount(form, tr("Cells for one answer"), "maxCells", 1, 1000, settings.maxCells);
    m_tasks = addCount(form, tr("Processes"), "taskLimit", 16, 100'000, settings.taskLimit);
    m_memory = addSize(form, tr("Memory"), "memoryLimit", settings.memoryLimit);
    m_memory->setPlaceholderText(tr("half of this computer's, at most 4 GiB"));
    m_file = addSize(form, tr("Size of one file"), "fileLimit", settings.fileLimit);
    m_work = addSize(form, tr("Size of all files"), "workLimit", settings.workLimit);
}

QSpinBox *SandboxPage::addCount(QFormLayout *form, const QString &label, const char *name,
                                int least, int most, int value)
{
    auto *box = new QSpinBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(label);
    box->setRange(least, most);
    box->setValue(value);
    box->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    addField(form, label, box);
    return box;
}

QLineEdit *SandboxPage::addSize(QFormLayout *form, const QString &label, const char *name,
                                qint64 value)
{
    auto *edit = new QLineEdit(sizeWords(value), this);
    edit->setObjectName(QLatin1String(name));
    edit->setAccessibleName(label);
    addField(form, label, edit);
    return edit;
}

void SandboxPage::chooseInterpreter()
{
    auto *dialog = new QFileDialog(this, tr("Choose a Python interpreter"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    if (!m_python->text().isEmpty())
        dialog->selectFile(m_python->text());
    connect(dialog, &QFileDialog::fileSelected, m_python, &QLineEdit::setText);
    dialog->open();
}

QString SandboxPage::problem()
{
    const QFileInfo python(m_python->text().trimmed());
    if (m_chosen->isChecked() && !(python.isFile() && python.isExecutable())) {
        m_python->setFocus();
        return tr("The chosen Python interpreter isn't a program that can be run. Choose another, "
                  "or let Sandglass make one.");
    }
    const QList<std::pair<QLineEdit *, qint64>> sizes{
        {m_memory, leastMemory}, {m_file, leastFile}, {m_work, leastFile}};
    for (const auto &[edit, least] : sizes) {
        const std::optional<qint64> size = sizeFromText(edit->text());
        if ((edit == m_memory && edit->text().trimmed().isEmpty()) || (size && *size >= least))
            continue;
        edit->setFocus();
        return tr("“%1” is no size of at least %2 for “%3”. Write it like 512 MiB or 2 GiB.")
            .arg(edit->text().left(50), sizeWords(least), edit->accessibleName());
    }
    return {};
}

void SandboxPage::saveTo(Settings &settings) const
{
    settings.python = m_chosen->isChecked() ? m_python->text().trimmed() : QString();
    settings.network = m_network->isChecked();
    settings.cellTimeout = std::chrono::seconds(m_timeout->value());
    settings.maxCells = m_cells->value();
    settings.taskLimit = m_tasks->value();
    settings.memoryLimit = sizeFromText(m_memory->text()).value_or(0);
    settings.fileLimit = sizeFromText(m_file->text()).value_or(settings.fileLimit);
    settings.workLimit = sizeFromText(m_work->text()).value_or(settings.workLimit);
}

} // namespace sandglass
