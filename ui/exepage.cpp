// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exepage.h"

#include "app/exenotes.h"
#include "app/settingentries.h"
#include "exe/names.h"
#include "llm/model.h"
#include "ui/button.h"
#include "ui/exetokenform.h"
#include "ui/fieldlabel.h"
#include "ui/hintlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>

#include <cmath>

namespace sandglass {

namespace {

constexpr std::chrono::minutes patience(3); ///< the first time a VM has to be made
constexpr int mostShown = 10;
constexpr int mostMinutes = 100'000; ///< as the settings take it
constexpr int mostDays = 3650;

} // namespace

ExePage::ExePage(const Settings &settings, const Secret &token, ModelCheck::MakeModel makeModel,
                 QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_token(token)
    , m_makeModel(std::move(makeModel))
    , m_form(new ExeTokenForm(this))
    , m_forget(new QCheckBox(tr("Forget the token when these settings are saved"), this))
{
    auto *form = new QFormLayout;
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 8, 0);
    column->addLayout(form);
    column->addStretch(1);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addToken(form);
    addSandbox(form);
    addModel(form);
    for (const QString &note : exeNotes(settings))
        form->addRow(QString(), new HintLabel(note, this));
}

void ExePage::addToken(QFormLayout *form)
{
    m_form->setAccess(m_settings.exeUrl, m_token);
    m_forget->setObjectName(QStringLiteral("forgetExeToken"));
    m_forget->setAccessibleName(m_forget->text());
    m_forget->setVisible(!m_token.isEmpty() || m_settings.hasExeToken);
    addField(form, tr("Token"), m_form)->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    form->addRow(QString(), m_forget);
    form->addRow(QString(),
                 new HintLabel(tr("Kept in the system's keychain, never in a file."), this));
}

void ExePage::addSandbox(QFormLayout *form)
{
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("sandboxKind"));
    m_kind->setAccessibleName(tr("Where new conversations run code"));
    m_kind->addItem(tr("On this computer"));
    m_kind->addItem(tr("In a VM at exe.dev"));
    m_kind->setCurrentIndex(static_cast<int>(m_settings.sandbox));
    addField(form, tr("New conversations"), m_kind);
    m_network = new QCheckBox(tr("Code in a VM may reach the internet"), this);
    m_network->setObjectName(QStringLiteral("egress"));
    m_network->setAccessibleName(m_network->text());
    m_network->setChecked(m_settings.egress == Settings::Egress::All);
    addField(form, tr("Network"), m_network);
    m_pauseAfter =
        addTime(form, tr("Pause after"), "pause_after_minutes", "pauseAfter", mostMinutes);
    m_pauseAfter->setSuffix(tr(" min"));
    m_deleteAfter = addTime(form, tr("Delete after"), "delete_after_days", "deleteAfter", mostDays);
    m_deleteAfter->setSuffix(tr(" days"));
    addText(form, tr("Packages"), "packages", "exePackages");
}

void ExePage::addModel(QFormLayout *form)
{
    addText(form, tr("Model"), "gateway_model", "gatewayModel");
    QLineEdit *relay = addText(form, tr("Relay VM"), "relay_vm", "relayVm");
    relay->setPlaceholderText(tr("one is made"));
    m_ask = new Button(Button::Look::Outline, tr("Ask for its models"), this);
    m_ask->setObjectName(QStringLiteral("askGateway"));
    m_ask->setAccessibleName(tr("Ask the gateway of exe.dev for its models"));
    m_answer = new HintLabel(
        tr("exe.dev's models answer only inside VMs, so one of its own passes questions on. The "
           "first time it is made, which takes about 20 seconds; it counts towards your plan. "
           "Asking for the list costs nothing else."),
        this);
    m_answer->setObjectName(QStringLiteral("gatewayAnswer"));
    auto *row = new QHBoxLayout;
    row->addWidget(m_ask);
    row->addStretch(1);
    form->addRow(QString(), row);
    form->addRow(QString(), m_answer);
    connect(m_ask, &Button::clicked, this, &ExePage::askModel);
}

QLineEdit *ExePage::addText(QFormLayout *form, const QString &label, const char *key,
                            const char *name)
{
    auto *edit = new QLineEdit(settingEntry(QLatin1String(key)).write(m_settings), this);
    edit->setObjectName(QLatin1String(name));
    edit->setAccessibleName(label);
    edit->setMaxLength(5000);
    edit->setCursorPosition(0);
    addField(form, label, edit);
    m_texts.append({key, edit});
    return edit;
}

// Settings from elsewhere may have a fraction; decimals are shown only then.
QDoubleSpinBox *ExePage::addTime(QFormLayout *form, const QString &label, const char *key,
                                 const char *name, int most)
{
    const double value = settingEntry(QLatin1String(key)).write(m_settings).toDouble();
    auto *box = new QDoubleSpinBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(label);
    box->setDecimals(value == std::floor(value) ? 0 : 2);
    box->setRange(value < 1 ? 0.02 : 1, most); // two hundredths of a minute are a second
    box->setValue(value);
    box->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    addField(form, label, box);
    return box;
}

// What wasn't changed stays to the second.
void ExePage::saveTime(Settings &settings, const char *key, const QDoubleSpinBox *box) const
{
    const SettingEntry &entry = settingEntry(QLatin1String(key));
    const double before = entry.write(m_settings).toDouble();
    if (std::abs(box->value() - before) >= 0.005)
        entry.read(settings, QString::number(box->value()));
}

void ExePage::askModel()
{
    Settings settings = m_settings;
    saveTo(settings);
    settings.provider = Settings::Provider::Gateway;
    const Secret token = typedToken().isEmpty() ? m_token : typedToken();
    m_ask->setEnabled(false);
    m_answer->setRank(PlainLabel::Rank::Muted);
    m_answer->setText(tr("Asking by way of a VM…"));
    const Failure late{ErrorKind::TimedOut, tr("No answer came in three minutes."),
                       tr("Look at the log, and try again.")};
    m_checks.run([settings, token, make = m_makeModel](
                     std::stop_token stop) { return make(settings, token)->models(stop); },
                 patience, late, [this](const Checks::Result &result) { showModels(result); });
}

void ExePage::showModels(const Checks::Result &result)
{
    m_ask->setEnabled(true);
    m_answer->setRank(result.failure ? PlainLabel::Rank::Bad : PlainLabel::Rank::Good);
    if (result.failure) {
        m_answer->setText(result.failure->text + u' ' + result.failure->remedy);
        return;
    }
    const QString names = result.found.mid(0, mostShown).join(QStringLiteral(", ")).left(500);
    m_answer->setText(
        tr("The gateway answers. It has %1%2.")
            .arg(names, result.found.size() > mostShown ? tr(" and more") : QString()));
}

QString ExePage::problem()
{
    if (!typedToken().isEmpty() && m_forget->isChecked())
        return tr("Either type another token or have it forgotten, not both.");
    if (!typedToken().isEmpty() && !exedev::isToken(typedToken().exposed()))
        return tr("That is no token for exe.dev: it has blanks or other characters in it that no "
                  "token has.");
    for (const auto &[key, edit] : std::as_const(m_texts)) {
        const SettingEntry &entry = settingEntry(QLatin1String(key));
        Settings scratch;
        const QString text = edit->text().trimmed();
        if (entry.read(scratch, text))
            continue;
        edit->setFocus();
        return tr("“%1” makes no sense as “%2”. It must be %3.")
            .arg(text.left(50), edit->accessibleName(), QLatin1String(entry.expected));
    }
    return {};
}

void ExePage::saveTo(Settings &settings) const
{
    settings.sandbox = static_cast<Settings::SandboxKind>(m_kind->currentIndex());
    settings.egress =
        m_network->isChecked() ? Settings::Egress::All : Settings::Egress::Integrations;
    saveTime(settings, "pause_after_minutes", m_pauseAfter);
    saveTime(settings, "delete_after_days", m_deleteAfter);
    for (const auto &[key, edit] : m_texts)
        settingEntry(QLatin1String(key)).read(settings, edit->text().trimmed());
    if (forgetsToken() || !typedToken().isEmpty())
        settings.hasExeToken = !forgetsToken();
}

Secret ExePage::typedToken() const
{
    return m_form->typed();
}

bool ExePage::forgetsToken() const
{
    return m_forget->isChecked();
}

} // namespace sandglass
