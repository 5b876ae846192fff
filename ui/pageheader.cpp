// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pageheader.h"

#include "ui/button.h"
#include "ui/sandboxmenu.h"
#include "ui/theme.h"
#include "ui/titleedit.h"
#include "ui/wording.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

namespace sandglass {

PageHeader::PageHeader(QWidget *parent)
    : QWidget(parent)
    , m_title(new TitleEdit(this))
    , m_state(new Button(Button::Look::Chip, {}, this))
    , m_model(new Button(Button::Look::Chip, {}, this))
    , m_files(new Button(Button::Look::Plain, tr("Files"), this))
    , m_sidebar(new Button(Button::Look::Plain, tr("☰"), this))
    , m_menu(new SandboxMenu(this))
{
    build();
    connect(m_title, &TitleEdit::renamed, this, &PageHeader::renamed);
    connect(m_files, &Button::clicked, this,
            [this](bool shown) { Q_EMIT filesShownChosen(shown); });
    connect(m_sidebar, &Button::clicked, this, &PageHeader::sidebarRequested);
    connect(m_menu, &SandboxMenu::restartRequested, this, &PageHeader::restartRequested);
    connect(m_menu, &SandboxMenu::networkChosen, this, &PageHeader::networkChosen);
    connect(m_menu, &SandboxMenu::settingsRequested, this, &PageHeader::sandboxSettingsRequested);
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &PageHeader::showState);
    setState(SandboxState::None, {});
    setFilesShown(false);
    setSidebarShown(true);
}

void PageHeader::build()
{
    m_title->setObjectName(QStringLiteral("conversationTitle"));
    m_state->setObjectName(QStringLiteral("sandboxState"));
    m_model->setObjectName(QStringLiteral("modelName"));
    m_files->setCheckable(true);
    m_files->setObjectName(QStringLiteral("toggleFiles"));
    m_sidebar->setObjectName(QStringLiteral("showSidebar"));
    m_sidebar->setAccessibleName(tr("Show the list of conversations"));
    m_sidebar->setToolTip(tr("Show the list of conversations (Ctrl+B)"));
    m_state->setMenu(m_menu);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(9, 5, 14, 6);
    row->setSpacing(9);
    row->addWidget(m_sidebar);
    row->addWidget(m_title, 1);
    row->addWidget(m_state);
    row->addWidget(m_model);
    row->addWidget(m_files);
    setMinimumHeight(44);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void PageHeader::setTitle(const QString &title)
{
    m_title->setTitle(title);
}

void PageHeader::setModel(const QString &name)
{
    m_model->setText(fontMetrics().elidedText(name.simplified(), Qt::ElideMiddle, 200));
    m_model->setToolTip(plainToolTip(name));
    m_model->setAccessibleName(tr("Answered by %1. Choose a model.").arg(name.left(200)));
}

void PageHeader::setModelMenu(QMenu *menu)
{
    m_model->setMenu(menu);
}

void PageHeader::setSettings(const Settings &settings)
{
    m_menu->setSettings(settings);
    m_isExe = settings.sandbox == Settings::SandboxKind::Exe;
    showState();
}

void PageHeader::setVm(const QString &vm)
{
    m_vm = vm;
    m_menu->setVm(vm);
    showState();
}

void PageHeader::setState(SandboxState state, const QString &detail)
{
    if (state == SandboxState::Running && m_shown != SandboxState::Running)
        m_running.start();
    if (state == SandboxState::Running)
        m_clock.start();
    else
        m_clock.stop();
    m_shown = state;
    m_menu->setState(state);
    m_state->setToolTip(plainToolTip(detail));
    showState();
    updateDot();
}

void PageHeader::showState()
{
    const bool isConnected = m_shown != SandboxState::None;
    QString text = tr("no sandbox yet");
    if (!m_isExe && isConnected)
        text = tr("local sandbox · %1").arg(shownState());
    else if (m_isExe && !m_vm.isEmpty())
        text = tr("%1 · %2").arg(m_vm, isConnected ? shownState() : tr("not connected"));
    else if (m_isExe && isConnected)
        text = tr("exe.dev · %1").arg(shownState());
    m_state->setText(text);
    m_state->setAccessibleName(tr("Sandbox: %1. What can be done with it.").arg(text));
}

QString PageHeader::shownState() const
{
    constexpr qint64 worthTelling = 2; // most cells are quicker
    const qint64 seconds = m_running.isValid() ? m_running.elapsed() / 1000 : 0;
    if (m_shown != SandboxState::Running || seconds < worthTelling)
        return stateText(m_shown);
    return seconds < 60 ? tr("running %1 s").arg(seconds)
                        : tr("running %1 min %2 s").arg(seconds / 60).arg(seconds % 60);
}

void PageHeader::updateDot()
{
    const Theme &theme = Theme::of(palette());
    switch (m_shown) {
    case SandboxState::Ready:
        m_state->setDot(theme.good);
        return;
    case SandboxState::Dead:
    case SandboxState::Gone:
        m_state->setDot(theme.bad);
        return;
    case SandboxState::Running:
    case SandboxState::Preparing:
    case SandboxState::MakingBase:
    case SandboxState::Copying:
    case SandboxState::Starting:
    case SandboxState::Resuming:
        m_state->setDot(theme.accent);
        return;
    case SandboxState::None:
    case SandboxState::Paused:
        break;
    }
    m_state->setDot(theme.muted);
}

void PageHeader::setFilesShown(bool shown)
{
    m_files->setChecked(shown);
    const QString what = shown ? tr("Hide files") : tr("Show files");
    m_files->setAccessibleName(what);
    m_files->setToolTip(tr("%1 (Ctrl+J)").arg(what));
}

void PageHeader::setSidebarShown(bool shown)
{
    m_sidebar->setVisible(!shown);
}

void PageHeader::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateDot();
}

void PageHeader::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(0, height() - 1, width(), 1, theme.border);
}

} // namespace sandglass
