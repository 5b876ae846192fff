// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/execard.h"

#include "ui/button.h"
#include "ui/exetokenform.h"
#include "ui/remedy.h"

#include <QHBoxLayout>

namespace sandglass {

ExeCard::ExeCard(QWidget *parent)
    : Card(
          tr("exe.dev account"),
          tr("One token brings a model and a VM of its own for each conversation. No key, no setup "
             "on this computer; both count towards your plan there."),
          parent)
    , m_form(new ExeTokenForm(this))
    , m_use(new Button(Button::Look::Outline, tr("Use exe.dev"), this))
    , m_settings(new Button(Button::Look::Link, remedyText(Remedy::ExeSettings), this))
{
    setObjectName(QStringLiteral("exeCard"));
    m_use->setObjectName(QStringLiteral("useExe"));
    m_use->setAccessibleName(tr("Use the model and the sandboxes of exe.dev"));
    m_settings->setObjectName(QStringLiteral("exeSettings"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_use);
    buttons->addWidget(m_settings);
    buttons->addStretch(1);
    column()->addWidget(m_form);
    column()->addLayout(buttons);
    column()->addStretch(1);
    connect(m_form, &ExeTokenForm::accepted, this, &ExeCard::tokenAccepted);
    connect(m_use, &Button::clicked, this, &ExeCard::useRequested);
    connect(m_settings, &Button::clicked, this, &ExeCard::settingsRequested);
    setAccess({}, {});
}

void ExeCard::setAccess(const QUrl &exeUrl, const Secret &token)
{
    m_form->setAccess(exeUrl, token);
    m_form->setVisible(token.isEmpty());
    m_use->setVisible(!token.isEmpty());
}

} // namespace sandglass
