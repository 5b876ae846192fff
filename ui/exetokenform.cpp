// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exetokenform.h"

#include "app/tokenrights.h"
#include "exe/names.h"
#include "ui/button.h"
#include "ui/commandview.h"
#include "ui/hintlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr std::chrono::seconds patience(30);
constexpr int longestToken = 10'000;

} // namespace

ExeTokenForm::ExeTokenForm(QWidget *parent)
    : QWidget(parent)
    , m_token(new QLineEdit(this))
    , m_check(new Button(Button::Look::Outline, tr("Check"), this))
    , m_result(new HintLabel(this))
{
    m_token->setObjectName(QStringLiteral("exeToken"));
    m_token->setAccessibleName(tr("Token for exe.dev"));
    m_token->setEchoMode(QLineEdit::Password);
    m_token->setMaxLength(longestToken);
    m_check->setObjectName(QStringLiteral("checkExeToken"));
    m_check->setAccessibleName(tr("Check the token"));
    m_result->setObjectName(QStringLiteral("exeTokenResult"));
    build();
    setAccess({}, {});
    connect(m_check, &Button::clicked, this, &ExeTokenForm::check);
    connect(m_token, &QLineEdit::textChanged, this, &ExeTokenForm::forgetResult);
}

void ExeTokenForm::build()
{
    auto *step =
        new HintLabel(tr("Run this in a terminal; it prints a token. Paste it below."), this);
    auto *command = new CommandView(newTokenCommand(), this);
    command->setObjectName(QStringLiteral("tokenCommand"));
    command->setAccessibleName(tr("Command that makes a token"));
    auto *copy = new Button(Button::Look::Outline, tr("Copy command"), this);
    copy->setObjectName(QStringLiteral("copyTokenCommand"));
    connect(copy, &Button::clicked, this,
            [] { QApplication::clipboard()->setText(newTokenCommand()); });
    auto *field = new QHBoxLayout;
    field->addWidget(m_token, 1);
    field->addWidget(m_check);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(step);
    column->addWidget(command);
    column->addWidget(copy, 0, Qt::AlignLeft);
    column->addLayout(field);
    column->addWidget(m_result);
}

void ExeTokenForm::setAccess(const QUrl &exeUrl, const Secret &token)
{
    m_exeUrl = exeUrl;
    m_known = token;
    m_token->setPlaceholderText(token.isEmpty() ? tr("Paste the token here")
                                                : QStringLiteral("••••••••••••"));
    forgetResult();
}

Secret ExeTokenForm::typed() const
{
    return Secret(m_token->text().trimmed().toUtf8());
}

void ExeTokenForm::forgetResult()
{
    ++m_number;
    m_result->clear();
    m_result->hide();
    m_check->setEnabled(!m_token->text().trimmed().isEmpty() || !m_known.isEmpty());
}

void ExeTokenForm::check()
{
    const Secret token = typed().isEmpty() ? m_known : typed();
    if (!exedev::isToken(token.exposed())) {
        showFailure({ErrorKind::Auth,
                     tr("That is no token: it has blanks or other characters in it "
                        "that no token has."),
                     tr("Copy the whole word that the command printed after “token”.")});
        return;
    }
    m_check->setEnabled(false);
    m_result->show();
    m_result->setRank(PlainLabel::Rank::Muted);
    m_result->setText(tr("Asking exe.dev what this token may do…"));
    const Failure late{ErrorKind::TimedOut, tr("exe.dev didn't answer in time."),
                       tr("Check the network connection and try again.")};
    m_checks.run(tokenRightsJob(m_exeUrl, token), patience, late,
                 [this, token, number = ++m_number](const Checks::Result &result) {
                     if (m_number != number)
                         return;
                     m_check->setEnabled(true);
                     if (result.failure)
                         showFailure(*result.failure);
                     else
                         showResult(token, result.found);
                 });
}

void ExeTokenForm::showFailure(const Failure &failure)
{
    m_result->show();
    m_result->setRank(PlainLabel::Rank::Bad);
    m_result->setText(failure.text + u' ' + failure.remedy);
}

void ExeTokenForm::showResult(const Secret &token, const QStringList &missing)
{
    const TokenRights rights{missing};
    m_result->setRank(rights.canMakeSandboxes() ? PlainLabel::Rank::Good : PlainLabel::Rank::Bad);
    QStringList words{missing.isEmpty() ? tr("The token works and may do all that Sandglass needs.")
                      : rights.canMakeSandboxes() ? tr("The token works.")
                                                  : tr("The token is good, but not for this.")};
    m_result->setText((words + rights.losses()).join(u' '));
    if (rights.canMakeSandboxes() && !typed().isEmpty())
        Q_EMIT accepted(token);
}

} // namespace sandglass
