// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settingsdialog.h"

#include "ui/button.h"
#include "ui/exepage.h"
#include "ui/fieldlabel.h"
#include "ui/healthpage.h"
#include "ui/hintlabel.h"
#include "ui/messagebar.h"
#include "ui/plainlabel.h"
#include "ui/rowdelegate.h"
#include "ui/sandboxpage.h"

#include <QDesktopServices>
#include <QFormLayout>
#include <QListWidget>
#include <QRadioButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>

namespace sandglass {

SettingsDialog::SettingsDialog(const Health::Needs &needs, const ModelKeys *keys, ModelCheck *check,
                               QWidget *parent)
    : QDialog(parent)
    , m_settings(needs.settings)
    , m_pages(new QListWidget(this))
    , m_stack(new QStackedWidget(this))
    , m_endpoints(new EndpointPage(needs.settings, keys, check, this))
    , m_sandbox(new SandboxPage(needs.settings, this))
    , m_exe(new ExePage(needs.settings, needs.exeToken, needs.makeModel, this))
    , m_messages(new MessageBar(this))
{
    setObjectName(QStringLiteral("settings"));
    setWindowTitle(tr("Settings"));
    addPage(tr("Models"), QStringLiteral("modelPage"), m_endpoints);
    addPage(tr("Sandbox"), QStringLiteral("sandboxPage"), m_sandbox);
    addPage(tr("exe.dev"), QStringLiteral("exePage"), m_exe);
    addPage(tr("Appearance"), QStringLiteral("appearancePage"), makeAppearancePage());
    addPage(tr("Data"), QStringLiteral("dataPage"), makeDataPage());
    addPage(tr("Health"), QStringLiteral("healthPage"), new HealthPage(needs, this));
    build();
    connect(m_pages, &QListWidget::currentRowChanged, m_stack, &QStackedWidget::setCurrentIndex);
    m_pages->setCurrentRow(0);
}

void SettingsDialog::build()
{
    m_pages->setObjectName(QStringLiteral("settingsPages"));
    m_pages->setAccessibleName(tr("Pages of settings"));
    m_pages->setFixedWidth(140);
    m_pages->setFrameShape(QFrame::NoFrame);
    m_pages->setMouseTracking(true);
    m_pages->setItemDelegate(new RowDelegate(m_pages));
    auto *saveButton = new Button(Button::Look::Primary, tr("Save"), this);
    auto *cancel = new Button(Button::Look::Outline, tr("Cancel"), this);
    saveButton->setObjectName(QStringLiteral("saveSettings"));
    cancel->setObjectName(QStringLiteral("cancelSettings"));
    saveButton->setDefault(true);
    cancel->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(saveButton);
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_pages);
    row->addWidget(m_stack, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 14, 14, 12);
    column->setSpacing(12);
    column->addLayout(row, 1);
    column->addWidget(m_messages);
    column->addLayout(buttons);
    resize(800, 560);
    connect(saveButton, &Button::clicked, this, &SettingsDialog::save);
    connect(cancel, &Button::clicked, this, &QDialog::reject);
    for (Button *button : findChildren<Button *>()) // Enter in a field saves and does nothing else
        button->setAutoDefault(button == saveButton);
}

void SettingsDialog::addPage(const QString &title, const QString &name, QWidget *page)
{
    page->setObjectName(name);
    auto *scroll = new QScrollArea(m_stack);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setAccessibleName(title);
    scroll->setWidget(page);
    m_stack->addWidget(scroll);
    m_pages->addItem(title);
}

QWidget *SettingsDialog::makeAppearancePage()
{
    auto *page = new QWidget(this);
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(8);
    const QList<std::pair<QString, const char *>> looks{{tr("As the system"), "looksSystem"},
                                                        {tr("Light"), "looksLight"},
                                                        {tr("Dark"), "looksDark"}};
    for (const auto &[text, name] : looks) {
        auto *button = new QRadioButton(text, page);
        button->setObjectName(QLatin1String(name));
        button->setAccessibleName(text);
        addField(form, m_looks.isEmpty() ? tr("Theme") : QString(), button);
        m_looks.append(button);
    }
    m_looks[static_cast<int>(m_settings.looks)]->setChecked(true);
    m_zoom = new QSpinBox(page);
    m_zoom->setObjectName(QStringLiteral("zoom"));
    m_zoom->setAccessibleName(tr("Size of text in percent"));
    m_zoom->setRange(Settings::leastZoom, Settings::mostZoom);
    m_zoom->setSingleStep(10);
    m_zoom->setSuffix(tr(" %"));
    m_zoom->setValue(m_settings.zoom);
    m_zoom->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    addField(form, tr("Size of text"), m_zoom);
    form->addRow(QString(), new HintLabel(tr("Also with Ctrl++, Ctrl+− and Ctrl+0."), page));
    return page;
}

QWidget *SettingsDialog::makeDataPage()
{
    auto *page = new QWidget(this);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto *folder = new PlainLabel(PlainLabel::Rank::Normal, m_settings.dataFolder, page);
    folder->setObjectName(QStringLiteral("dataFolder"));
    auto *open = new Button(Button::Look::Outline, tr("Open folder"), page);
    auto *log = new Button(Button::Look::Outline, tr("Show log"), page);
    auto *copy = new Button(Button::Look::Outline, tr("Copy diagnostics"), page);
    open->setObjectName(QStringLiteral("openDataFolder"));
    log->setObjectName(QStringLiteral("showLog"));
    copy->setObjectName(QStringLiteral("copyDiagnostics"));
    column->addWidget(new PlainLabel(PlainLabel::Rank::Title, tr("Data folder"), page));
    column->addWidget(folder);
    column->addWidget(new PlainLabel(
        PlainLabel::Rank::Muted,
        tr("Conversations with their files and the Python environment are kept here, and nowhere "
           "else; keys are in the system's keychain. To use another folder, set SANDGLASS_DATA to "
           "it and start Sandglass again."),
        page));
    column->addWidget(open, 0, Qt::AlignLeft);
    column->addSpacing(10);
    column->addWidget(
        new PlainLabel(PlainLabel::Rank::Title, tr("When something goes wrong"), page));
    column->addWidget(new PlainLabel(
        PlainLabel::Rank::Muted,
        tr("Diagnostics are the version, this system, the settings and the last lines of the log, "
           "all without keys."),
        page));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(log);
    buttons->addWidget(copy);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addStretch(1);
    connect(open, &Button::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_settings.dataFolder)); });
    connect(log, &Button::clicked, this, &SettingsDialog::logRequested);
    connect(copy, &Button::clicked, this, &SettingsDialog::diagnosticsRequested);
    return page;
}

void SettingsDialog::showPage(Page page)
{
    m_pages->setCurrentRow(static_cast<int>(page));
}

void SettingsDialog::showFailure(const Failure &failure)
{
    m_messages->showFailure(FailedAt::ThisComputer, failure);
}

void SettingsDialog::save()
{
    const std::pair<Page, QString> problems[]{{Page::Models, m_endpoints->problem()},
                                              {Page::Sandbox, m_sandbox->problem()},
                                              {Page::ExeDev, m_exe->problem()}};
    for (const auto &[page, text] : problems) {
        if (text.isEmpty())
            continue;
        showPage(page);
        m_messages->showFailure(FailedAt::ThisComputer, {ErrorKind::InvalidInput, text, {}});
        return;
    }
    Q_EMIT saveRequested();
}

Settings SettingsDialog::edited() const
{
    Settings next = m_settings;
    next.endpoints = m_endpoints->endpoints();
    m_sandbox->saveTo(next);
    m_exe->saveTo(next);
    for (int i = 0; i < m_looks.size(); ++i)
        if (m_looks[i]->isChecked())
            next.looks = static_cast<Settings::Looks>(i);
    next.zoom = m_zoom->value();
    return next;
}

} // namespace sandglass
