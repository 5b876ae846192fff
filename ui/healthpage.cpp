// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/healthpage.h"

#include "ui/button.h"
#include "ui/hintlabel.h"

#include <QPointer>
#include <QVBoxLayout>

#include <functional>
#include <utility>

namespace sandglass {

namespace {

/// `mayLack`: what isn't there isn't needed.
void tell(PlainLabel *label, const Checks::Result &result, bool mayLack)
{
    const bool isAbsent = mayLack && result.failure && result.failure->kind == ErrorKind::NotFound;
    label->setRank(isAbsent         ? PlainLabel::Rank::Muted
                   : result.failure ? PlainLabel::Rank::Bad
                                    : PlainLabel::Rank::Good);
    if (result.failure)
        label->setText(
            QStringList{result.failure->text, result.failure->remedy}.join(u' ').trimmed());
    else
        label->setText((QStringList(QStringLiteral("✓")) + result.found).join(u' ').left(1000));
}

} // namespace

HealthPage::HealthPage(Health::Needs needs, QWidget *parent)
    : QWidget(parent)
    , m_health(new Health(std::move(needs), this))
    , m_rows(new QVBoxLayout)
{
    const bool isGateway = m_health->settings().provider == Settings::Provider::Gateway;
    addRow(tr("exe.dev"), "healthExe", &Health::checkExe, {});
    addRow(tr("Model"), "healthModel", &Health::checkModel,
           isGateway ? tr("Asks by way of a VM at exe.dev. The first time it is made: about 20 "
                          "seconds, and it counts towards your plan.")
                     : QString());
    addRow(tr("Keychain"), "healthKeychain", &Health::checkKeychain, {});
    addRow(tr("Sandbox on this computer"), "healthSandbox", &Health::checkSandbox,
           tr("Runs one cell. The first time Python is prepared, which can take minutes."));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 8, 0);
    column->setSpacing(12);
    column->addLayout(m_rows);
    column->addStretch(1);
}

void HealthPage::addRow(const QString &title, const char *name, Check check, const QString &cost)
{
    auto *state = new HintLabel(cost, this);
    state->setObjectName(QLatin1String(name));
    auto *button = new Button(Button::Look::Outline, tr("Check"), this);
    button->setObjectName(QLatin1String(name) + QLatin1String("Check"));
    button->setAccessibleName(tr("Check: %1").arg(title));
    auto *head = new QHBoxLayout;
    head->addWidget(new PlainLabel(PlainLabel::Rank::Title, title, this), 1);
    head->addWidget(button);
    auto *row = new QVBoxLayout;
    row->setSpacing(2);
    row->addLayout(head);
    row->addWidget(state);
    m_rows->addLayout(row);
    const auto start = [health = m_health, state, button, check] {
        button->setEnabled(false);
        state->setRank(PlainLabel::Rank::Muted);
        state->setText(tr("Checking…"));
        const bool mayLack = check == &Health::checkExe;
        const auto show = [state = QPointer(state), button, mayLack](const Checks::Result &result) {
            if (!state)
                return;
            button->setEnabled(true);
            tell(state, result, mayLack);
        };
        std::invoke(check, health, show);
    };
    connect(button, &Button::clicked, this, start);
    if (cost.isEmpty())
        m_atOnce.append(start);
}

void HealthPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    for (const auto &start : std::exchange(m_atOnce, {}))
        start();
}

} // namespace sandglass
