// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quitdialog.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/wording.h"

#include "base/log.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QProgressBar>

namespace sandglass {

namespace {

constexpr std::chrono::seconds patience(8); ///< for one VM: pausing takes about two

} // namespace

QuitDialog::QuitDialog(VmControl *control, const QStringList &vms, QWidget *parent)
    : QDialog(parent)
    , m_control(control)
    , m_vms(vms)
    , m_all(static_cast<int>(vms.size()))
    , m_words(new PlainLabel(PlainLabel::Rank::Normal, this))
    , m_remember(new QCheckBox(tr("Remember the answer"), this))
    , m_progress(new QProgressBar(this))
    , m_pause(new Button(Button::Look::Primary, tr("Pause and close"), this))
    , m_leave(new Button(Button::Look::Outline, tr("Leave running"), this))
    , m_cancel(new Button(Button::Look::Outline, tr("Cancel"), this))
{
    setObjectName(QStringLiteral("quitDialog"));
    setWindowTitle(tr("Sandboxes at exe.dev"));
    build();
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(m_pause, &Button::clicked, this, [this] { answer(Settings::AtQuit::Pause); });
    connect(m_leave, &Button::clicked, this, [this] { answer(Settings::AtQuit::Leave); });
    connect(m_cancel, &Button::clicked, this, &QDialog::reject);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        qCWarning(lcApp).noquote() << m_vms.first() << "was not paused in time";
        endOne(m_vms.first(), QStringLiteral("pause"));
    });
    connect(m_control, &VmControl::changed, this, &QuitDialog::endOne);
    connect(m_control, &VmControl::refused, this,
            [this](const QString &vm, const QString &command, const Failure &failure) {
                if (command == QLatin1String("pause"))
                    qCWarning(lcApp).noquote() << vm << failure.text;
                endOne(vm, command);
            });
}

void QuitDialog::build()
{
    m_words->setObjectName(QStringLiteral("quitWords"));
    m_remember->setObjectName(QStringLiteral("rememberQuit"));
    m_progress->setObjectName(QStringLiteral("quitProgress"));
    m_pause->setObjectName(QStringLiteral("pauseAndClose"));
    m_leave->setObjectName(QStringLiteral("leaveRunning"));
    m_cancel->setObjectName(QStringLiteral("cancelQuit"));
    QString words = m_all == 1
                        ? tr("The sandbox %1 runs at exe.dev. Pause it before Sandglass closes?")
                              .arg(m_vms.first())
                        : tr("%1 sandboxes run at exe.dev. Pause them before Sandglass closes?")
                              .arg(countText(m_all));
    words += u' ' + tr("A paused one keeps its variables and goes on with the next cell; one that "
                       "runs on costs its share of your plan until it is paused.");
    m_words->setText(words);
    m_remember->setAccessibleName(m_remember->text());
    m_progress->setRange(0, m_all);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Sandboxes that are paused"));
    m_progress->hide();
    m_pause->setDefault(true);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_remember);
    buttons->addStretch();
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_leave);
    buttons->addWidget(m_pause);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(18, 16, 18, 14);
    column->setSpacing(12);
    column->addWidget(m_words);
    column->addWidget(m_progress);
    column->addLayout(buttons);
    setMinimumWidth(520);
}

void QuitDialog::answer(Settings::AtQuit answer)
{
    if (m_remember->isChecked())
        Q_EMIT remembered(answer);
    if (answer == Settings::AtQuit::Pause)
        pauseAll();
    else
        accept();
}

void QuitDialog::pauseAll()
{
    m_isPausing = true;
    m_progress->show();
    m_remember->hide();
    m_pause->hide();
    m_leave->setText(tr("Close now"));
    m_leave->setAccessibleName(m_leave->text());
    disconnect(m_leave, nullptr, this, nullptr);
    connect(m_leave, &Button::clicked, this, &QDialog::accept);
    pauseNext();
}

void QuitDialog::pauseNext()
{
    m_progress->setValue(m_all - static_cast<int>(m_vms.size()));
    if (m_vms.isEmpty()) {
        accept();
        return;
    }
    m_words->setText(tr("Pausing %1…").arg(m_vms.first()));
    m_patience.start();
    m_control->pause(m_vms.first());
}

// One that can't be paused is no reason to stay: the sweep of the next start finds it.
void QuitDialog::endOne(const QString &vm, const QString &command)
{
    if (!m_isPausing || m_vms.isEmpty() || vm != m_vms.first() || command != QLatin1String("pause"))
        return;
    m_patience.stop();
    m_vms.removeFirst();
    pauseNext();
}

} // namespace sandglass
