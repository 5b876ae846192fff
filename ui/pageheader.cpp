// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pageheader.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/titleedit.h"
#include "ui/wording.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QWidgetAction>

namespace sandglass {

PageHeader::PageHeader(QWidget *parent)
    : QWidget(parent)
    , m_title(new TitleEdit(this))
    , m_state(new Button(Button::Look::Chip, {}, this))
    , m_model(new Button(Button::Look::Chip, {}, this))
    , m_files(new Button(Button::Look::Plain, tr("Files"), this))
    , m_sidebar(new Button(Button::Look::Plain, tr("☰"), this))
    , m_menu(new QMenu(this))
{
    build();
    connect(m_title, &TitleEdit::renamed, this, &PageHeader::renamed);
    connect(m_files, &Button::clicked, this, [this] { Q_EMIT filesShownChosen(!m_filesShown); });
    connect(m_sidebar, &Button::clicked, this, &PageHeader::sidebarRequested);
    connect(m_menu, &QMenu::aboutToShow, this, &PageHeader::fillMenu);
    setState(SandboxState::None, {});
    setFilesShown(true);
    setSidebarShown(true);
}

void PageHeader::build()
{
    m_title->setObjectName(QStringLiteral("conversationTitle"));
    m_state->setObjectName(QStringLiteral("sandboxState"));
    m_model->setObjectName(QStringLiteral("modelName"));
    m_files->setObjectName(QStringLiteral("toggleFiles"));
    m_sidebar->setObjectName(QStringLiteral("showSidebar"));
    m_menu->setObjectName(QStringLiteral("sandboxMenu"));
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
    m_settings = settings;
}

void PageHeader::setState(SandboxState state, const QString &detail)
{
    m_shown = state;
    const QString text = state == SandboxState::None
                             ? tr("no sandbox yet")
                             : tr("local sandbox · %1").arg(stateText(state));
    m_state->setText(text);
    m_state->setToolTip(plainToolTip(detail));
    m_state->setAccessibleName(tr("Sandbox: %1. What can be done with it.").arg(text));
    updateDot();
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
    m_filesShown = shown;
    const QString what = shown ? tr("Hide files") : tr("Show files");
    m_files->setAccessibleName(what);
    m_files->setToolTip(tr("%1 (Ctrl+J)").arg(what));
}

void PageHeader::setSidebarShown(bool shown)
{
    m_sidebar->setVisible(!shown);
}

void PageHeader::fillMenu()
{
    const bool alive = m_shown == SandboxState::Ready || m_shown == SandboxState::Running;
    m_menu->clear();
    QAction *restart = m_menu->addAction(tr("Restart kernel"), this, &PageHeader::restartRequested);
    restart->setObjectName(QStringLiteral("restartKernel"));
    restart->setEnabled(alive || m_shown == SandboxState::Dead);
    restart->setStatusTip(tr("Ends the kernel and its variables; files stay"));
    QAction *network = m_menu->addAction(tr("Network for this conversation"), this,
                                         [this](bool on) { Q_EMIT networkChosen(on); });
    network->setObjectName(QStringLiteral("networkOn"));
    network->setCheckable(true);
    network->setChecked(m_settings.network);
    m_menu->addSection(tr("Limits"));
    const QStringList lines = limitTexts(m_settings);
    for (const QString &line : lines) { // words to read: a disabled entry would be too pale
        auto *entry = new QWidgetAction(m_menu);
        entry->setText(line);
        auto *label = new PlainLabel(PlainLabel::Rank::Muted, line, m_menu);
        label->setWordWrap(false);
        label->setContentsMargins(28, 2, 16, 2);
        entry->setDefaultWidget(label);
        m_menu->addAction(entry);
    }
    m_menu->addSeparator();
    m_menu->addAction(tr("Sandbox settings…"), this, &PageHeader::sandboxSettingsRequested);
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
