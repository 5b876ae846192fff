// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/previewdialog.h"

#include "ui/button.h"
#include "ui/messagebar.h"
#include "ui/plainlabel.h"
#include "ui/sandboxeswords.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QUrl>

namespace sandglass {

PreviewDialog::PreviewDialog(VmControl *control, const QString &vm, int port, QWidget *parent)
    : QDialog(parent)
    , m_control(control)
    , m_vm(vm)
    , m_wanted(port)
    , m_words(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_port(new QComboBox(this))
    , m_address(new PlainLabel(PlainLabel::Rank::Normal, this))
    , m_state(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_messages(new MessageBar(this))
    , m_open(new Button(Button::Look::Primary, tr("Open preview"), this))
    , m_public(new Button(Button::Look::Outline, QString(), this))
    , m_look(new Button(Button::Look::Outline, tr("Look again"), this))
{
    setObjectName(QStringLiteral("preview"));
    setWindowTitle(tr("Servers in %1").arg(vm));
    build();
    connectControl();
    showChosen();
    setMinimumWidth(520);
}

void PreviewDialog::build()
{
    m_words->setObjectName(QStringLiteral("previewWords"));
    m_port->setObjectName(QStringLiteral("previewPort"));
    m_port->setAccessibleName(tr("Port"));
    m_address->setObjectName(QStringLiteral("previewAddress"));
    m_state->setObjectName(QStringLiteral("previewState"));
    m_open->setObjectName(QStringLiteral("openPreview"));
    m_public->setObjectName(QStringLiteral("publishPreview"));
    m_look->setObjectName(QStringLiteral("lookForServers"));
    auto *close = new Button(Button::Look::Outline, tr("Close"), this);
    close->setObjectName(QStringLiteral("closePreview"));
    auto *choice = new QHBoxLayout;
    choice->addWidget(m_port);
    choice->addWidget(m_address, 1);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_open);
    buttons->addWidget(m_public);
    buttons->addStretch();
    buttons->addWidget(m_look);
    buttons->addWidget(close);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(18, 16, 18, 14);
    column->setSpacing(10);
    column->addWidget(m_words);
    column->addLayout(choice);
    column->addWidget(m_state);
    column->addWidget(m_messages);
    column->addStretch();
    column->addLayout(buttons);
    connect(m_port, &QComboBox::currentIndexChanged, this, &PreviewDialog::showChosen);
    connect(m_look, &Button::clicked, this, &PreviewDialog::look);
    connect(close, &Button::clicked, this, &QDialog::close);
    connect(m_open, &Button::clicked, this,
            [this] { Q_EMIT openRequested(QUrl(m_address->text())); });
    connect(m_public, &Button::clicked, this, &PreviewDialog::askToPublish);
}

void PreviewDialog::connectControl()
{
    connect(m_control, &VmControl::portsTold, this,
            [this](const QString &vm, const QList<VmPort> &ports) {
                if (vm == m_vm)
                    showPorts(ports);
            });
    connect(m_control, &VmControl::shareTold, this,
            [this](const QString &vm, const exedev::ShareInfo &share) {
                if (vm == m_vm)
                    showShare(share);
            });
    connect(m_control, &VmControl::refused, this,
            [this](const QString &vm, const QString &command, const Failure &failure) {
                if (vm != m_vm)
                    return;
                if (command == QLatin1String("ssh"))
                    m_words->setText(failure.text + u' ' + failure.remedy);
                else if (command.startsWith(QLatin1String("share set")))
                    m_messages->showFailure(FailedAt::ExeDev, failure);
                showChosen();
            });
    connect(m_control, &VmControl::deniedChanged, this, &PreviewDialog::showChosen);
}

void PreviewDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    look();
}

void PreviewDialog::look()
{
    m_words->setText(tr("Looking for servers…"));
    m_control->askPorts(m_vm);
    m_control->askShare(m_vm);
}

void PreviewDialog::showPorts(const QList<VmPort> &ports)
{
    const int chosen = m_port->currentIndex() >= 0 ? m_port->currentData().toInt() : m_wanted;
    m_ports = ports;
    m_port->clear();
    for (const VmPort &port : ports)
        m_port->addItem(tr("Port %1").arg(port.number), port.number);
    m_port->setCurrentIndex(std::max(m_port->findData(chosen), ports.isEmpty() ? -1 : 0));
    m_words->setText(ports.isEmpty()
                         ? tr("No server listens in this sandbox on a port from 3000 to 9999. Let "
                              "code start one, on port 8000 for example, in the background.")
                         : tr("These servers listen in the sandbox:"));
    showChosen();
}

void PreviewDialog::showShare(const exedev::ShareInfo &share)
{
    const QString url = share.url.isEmpty() ? m_share.url : share.url; // not told at a change
    m_share = share;
    m_share.url = url;
    m_isShareKnown = true;
    showChosen();
}

QString PreviewDialog::stateOf(const VmPort &port) const
{
    if (port.isInside)
        return tr("It listens only inside the sandbox. Let it listen on 0.0.0.0 to reach it from "
                  "here.");
    if (!m_isShareKnown)
        return tr("Whether it is public isn't known.");
    return m_share.isPublic && m_share.port == port.number
               ? tr("Public: anyone who knows the address can use it.")
               : tr("Private: only you can open it, signed in to exe.dev.");
}

void PreviewDialog::showChosen()
{
    const int index = m_port->currentIndex();
    const bool hasPort = index >= 0 && index < m_ports.size();
    const VmPort port = hasPort ? m_ports[index] : VmPort();
    const bool isPublic = m_isShareKnown && m_share.isPublic && m_share.port == port.number;
    m_port->setVisible(hasPort);
    m_address->setText(isPublic && !m_share.url.isEmpty() ? m_share.url : port.address);
    m_state->setText(hasPort ? stateOf(port) : QString());
    const QString command =
        isPublic ? QStringLiteral("share set-private") : QStringLiteral("share set-public");
    const QString why = m_control->may(command) ? QString() : deniedText(command);
    m_open->setEnabled(hasPort && !port.isInside && !port.address.isEmpty());
    m_public->setText(isPublic ? tr("Make private") : tr("Make public…"));
    m_public->setAccessibleName(m_public->text());
    m_public->setEnabled(hasPort && !port.isInside && why.isEmpty());
    m_public->setToolTip(why);
    m_public->setAccessibleDescription(why);
}

void PreviewDialog::askToPublish()
{
    const int port = m_port->currentData().toInt();
    if (m_isShareKnown && m_share.isPublic && m_share.port == port) {
        m_control->sharePrivate(m_vm);
        return;
    }
    m_messages->ask(tr("Make port %1 public? Then anyone on the internet who knows the address "
                       "can use this server without signing in, whatever it gives away, until you "
                       "make it private again or delete the sandbox. The code in the sandbox, "
                       "which a model may have written, decides what that is.")
                        .arg(port),
                    tr("Make public"), [this, port] { m_control->sharePublic(m_vm, port); });
}

} // namespace sandglass
