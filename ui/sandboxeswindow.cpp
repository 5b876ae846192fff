// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sandboxeswindow.h"

#include "ui/button.h"
#include "ui/messagebar.h"
#include "ui/plainlabel.h"
#include "ui/sandboxesmodel.h"
#include "ui/sandboxeswords.h"
#include "ui/tabledelegate.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QShortcut>
#include <QStackedWidget>
#include <QTableView>

namespace sandglass {

SandboxesWindow::SandboxesWindow(VmControl *control, QWidget *parent)
    : QDialog(parent)
    , m_control(control)
    , m_model(new SandboxesModel(this))
    , m_order(new SandboxesOrder(m_model, this))
    , m_stack(new QStackedWidget(this))
    , m_table(new QTableView(m_stack))
    , m_title(new PlainLabel(PlainLabel::Rank::Title, m_stack))
    , m_words(new PlainLabel(PlainLabel::Rank::Muted, m_stack))
    , m_wordsButton(new Button(Button::Look::Outline, QString(), m_stack))
    , m_summary(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_hint(new PlainLabel(PlainLabel::Rank::Muted, tr("Choose rows to act on"), this))
    , m_denied(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_newToken(new Button(Button::Look::Outline, remedyText(Remedy::ExeSettings), this))
    , m_messages(new MessageBar(this))
    , m_delete(addButton("deleteSandboxes", tr("Delete…")))
    , m_pause(addButton("pauseSandboxes", tr("Pause")))
    , m_resume(addButton("resumeSandboxes", tr("Resume")))
    , m_keep(addButton("keepSandboxes", tr("Keep")))
    , m_usage(addButton("showUsage", tr("Usage…")))
    , m_refresh(addButton("refreshSandboxes", tr("Refresh")))
    , m_close(addButton("closeSandboxes", tr("Close")))
{
    setObjectName(QStringLiteral("sandboxes"));
    setWindowTitle(tr("Sandboxes at exe.dev"));
    build();
    connectParts();
    connectControl();
    updateDenied();
    resize(1080, 540);
}

Button *SandboxesWindow::addButton(const char *name, const QString &text)
{
    auto *button = new Button(Button::Look::Outline, text, this);
    button->setObjectName(QLatin1String(name));
    return button;
}

void SandboxesWindow::build()
{
    m_stack->setObjectName(QStringLiteral("sandboxesStack"));
    m_summary->setObjectName(QStringLiteral("sandboxesSummary"));
    m_hint->setObjectName(QStringLiteral("sandboxesHint"));
    m_denied->setObjectName(QStringLiteral("sandboxesDenied"));
    m_newToken->setObjectName(QStringLiteral("sandboxesNewToken"));
    buildTable();
    m_stack->addWidget(m_table);
    m_stack->addWidget(buildWords());
    auto *buttons = new QHBoxLayout;
    for (Button *button : {m_delete, m_pause, m_resume, m_keep, m_usage})
        buttons->addWidget(button);
    buttons->addSpacing(6);
    buttons->addWidget(m_hint, 1);
    buttons->addWidget(m_refresh);
    buttons->addWidget(m_close);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(10);
    column->addWidget(m_summary);
    column->addWidget(m_stack, 1);
    column->addWidget(m_messages);
    auto *denied = new QHBoxLayout;
    denied->addWidget(m_denied, 1);
    denied->addWidget(m_newToken);
    column->addLayout(denied);
    column->addLayout(buttons);
}

void SandboxesWindow::buildTable()
{
    m_table->setObjectName(QStringLiteral("sandboxesTable"));
    m_table->setAccessibleName(tr("Sandboxes"));
    m_table->setModel(m_order);
    m_table->setItemDelegate(new TableDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(SandboxesModel::Used, Qt::AscendingOrder);
    m_table->verticalHeader()->hide();
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(SandboxesModel::Conversation, QHeaderView::Stretch);
}

QWidget *SandboxesWindow::buildWords()
{
    auto *page = new QWidget(m_stack);
    m_title->setObjectName(QStringLiteral("sandboxesTitle"));
    m_words->setObjectName(QStringLiteral("sandboxesWords"));
    m_wordsButton->setObjectName(QStringLiteral("sandboxesWordsButton"));
    auto *middle = new QWidget(page);
    middle->setFixedWidth(560);
    auto *column = new QVBoxLayout(middle);
    column->setSpacing(10);
    column->addStretch();
    for (PlainLabel *label : {m_title, m_words}) {
        label->setAlignment(Qt::AlignHCenter);
        column->addWidget(label);
    }
    column->addWidget(m_wordsButton, 0, Qt::AlignHCenter);
    column->addStretch();
    auto *row = new QHBoxLayout(page);
    row->addWidget(middle);
    return page;
}

void SandboxesWindow::connectParts()
{
    connect(m_delete, &Button::clicked, this, &SandboxesWindow::askToDelete);
    connect(m_pause, &Button::clicked, this,
            [this] { pauseOrResume("pause", QStringLiteral("running")); });
    connect(m_resume, &Button::clicked, this,
            [this] { pauseOrResume("resume", QStringLiteral("paused")); });
    connect(m_keep, &Button::clicked, this, &SandboxesWindow::toggleKept);
    connect(m_usage, &Button::clicked, this, &SandboxesWindow::showUsage);
    connect(m_refresh, &Button::clicked, this, &SandboxesWindow::refresh);
    connect(m_close, &Button::clicked, this, &QDialog::close);
    connect(m_wordsButton, &Button::clicked, this, [this] {
        if (m_needsSettings)
            Q_EMIT settingsRequested();
        else
            refresh();
    });
    connect(m_newToken, &Button::clicked, this, &SandboxesWindow::settingsRequested);
    connect(m_messages, &MessageBar::remedyRequested, this, &SandboxesWindow::remedyRequested);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &SandboxesWindow::updateButtons);
    connect(m_table, &QTableView::doubleClicked, this, &SandboxesWindow::showUsage);
    connect(new QShortcut(QKeySequence::Delete, m_table), &QShortcut::activated, m_delete,
            &Button::click);
    connect(new QShortcut(QKeySequence::Refresh, this), &QShortcut::activated, this,
            &SandboxesWindow::refresh);
}

void SandboxesWindow::connectControl()
{
    connect(m_control, &VmControl::listed, this, &SandboxesWindow::showList);
    connect(m_control, &VmControl::listFailed, this, [this](const Failure &failure) {
        const bool needsSettings =
            failure.kind == ErrorKind::Auth || failure.kind == ErrorKind::Permission;
        showWords(failure.text, failure.remedy,
                  needsSettings ? remedyText(Remedy::ExeSettings) : tr("Try again"));
        m_needsSettings = needsSettings;
    });
    connect(m_control, &VmControl::sized, m_model, &SandboxesModel::setSize);
    connect(m_control, &VmControl::removed, this, &SandboxesWindow::showRemoved);
    connect(m_control, &VmControl::changed, this, &SandboxesWindow::showChanged);
    connect(m_control, &VmControl::refused, this, &SandboxesWindow::showRefused);
    connect(m_control, &VmControl::accessChanged, this, [this] {
        m_running.clear();
        if (isVisible())
            refresh();
    });
    connect(m_control, &VmControl::deniedChanged, this, &SandboxesWindow::updateDenied);
}

void SandboxesWindow::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    refresh();
}

void SandboxesWindow::refresh()
{
    if (!m_control->hasToken()) {
        showWords(tr("No token for exe.dev is set."), noTokenWords(),
                  remedyText(Remedy::ExeSettings));
        m_needsSettings = true;
        return;
    }
    if (m_model->rowCount() == 0)
        showWords(tr("Asking exe.dev…"), {}, {});
    m_control->list();
}

void SandboxesWindow::showWords(const QString &title, const QString &words, const QString &button)
{
    m_needsSettings = false;
    m_title->setText(title);
    m_words->setText(words);
    m_words->setVisible(!words.isEmpty());
    m_wordsButton->setText(button);
    m_wordsButton->setAccessibleName(button);
    m_wordsButton->setVisible(!button.isEmpty());
    m_summary->clear();
    m_model->setEntries({}, {});
    m_stack->setCurrentIndex(1);
    updateButtons();
}

void SandboxesWindow::showList(const QList<VmEntry> &vms, const QDateTime &now)
{
    if (vms.isEmpty()) {
        showWords(tr("There are no sandboxes."), emptyWords(), {});
        return;
    }
    QStringList before;
    for (const VmEntry &entry : selected())
        before.append(entry.info.name);
    m_model->setEntries(vms, now);
    select(before);
    m_summary->setText(summaryOf(vms));
    m_stack->setCurrentIndex(0);
    updateButtons();
}

} // namespace sandglass
