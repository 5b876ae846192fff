// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpointpage.h"

#include "app/modelkeys.h"
#include "ui/button.h"
#include "ui/fieldlabel.h"
#include "ui/hintlabel.h"
#include "ui/rowdelegate.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>

namespace sandglass {

namespace {

constexpr std::chrono::seconds patience(15);
constexpr int longestKey = 10'000;

} // namespace

EndpointPage::EndpointPage(const Settings &settings, const ModelKeys *keys, ModelCheck *check,
                           QWidget *parent)
    : QWidget(parent)
    , m_keys(keys)
    , m_check(check)
    , m_list(new QListWidget(this))
    , m_form(makeForm())
    , m_empty(new PlainLabel(PlainLabel::Rank::Muted,
                             tr("No model server is set up. Add one: a server on this computer, or "
                                "any other with an OpenAI style API."),
                             this))
    , m_remove(new Button(Button::Look::Plain, tr("Remove"), this))
{
    for (const ModelEndpoint &endpoint : knownEndpoints(settings))
        m_drafts.append({endpoint, endpoint.name, endpoint.baseUrl.toString(), endpoint.model, {}});
    build();
    for (const Draft &draft : std::as_const(m_drafts))
        m_list->addItem(draft.saved.title());
    connect(m_list, &QListWidget::currentRowChanged, this, &EndpointPage::show);
    m_list->setCurrentRow(m_drafts.isEmpty() ? -1 : 0);
    show(m_list->currentRow());
}

void EndpointPage::build()
{
    m_list->setObjectName(QStringLiteral("endpoints"));
    m_list->setAccessibleName(tr("Model endpoints"));
    m_list->setFixedWidth(170);
    m_list->setMouseTracking(true);
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_remove->setObjectName(QStringLiteral("removeEndpoint"));
    m_remove->setAccessibleName(tr("Remove this endpoint and its key"));
    auto *addButton = new Button(Button::Look::Outline, tr("Add"), this);
    addButton->setObjectName(QStringLiteral("addEndpoint"));
    addButton->setAccessibleName(tr("Add an endpoint"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(addButton);
    buttons->addWidget(m_remove);
    buttons->addStretch();
    auto *left = new QVBoxLayout;
    left->addWidget(m_list, 1);
    left->addLayout(buttons);
    auto *right = new QVBoxLayout;
    right->addWidget(m_empty);
    right->addWidget(m_form, 1);
    right->addStretch(0); // where there is no form
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addLayout(left);
    row->addLayout(right, 1);
    connect(addButton, &Button::clicked, this, &EndpointPage::add);
    connect(m_remove, &Button::clicked, this, &EndpointPage::remove);
}

QWidget *EndpointPage::makeForm()
{
    auto *form = new QWidget(this);
    m_name = new QLineEdit(form);
    m_url = new QLineEdit(form);
    m_key = new QLineEdit(form);
    m_model = new QComboBox(form);
    m_keyHint = new HintLabel(form);
    m_result = new HintLabel(form);
    m_test = new Button(Button::Look::Outline, tr("Test"), form);
    m_name->setObjectName(QStringLiteral("endpointName"));
    m_url->setObjectName(QStringLiteral("endpointUrl"));
    m_key->setObjectName(QStringLiteral("endpointKey"));
    m_model->setObjectName(QStringLiteral("endpointModel"));
    m_keyHint->setObjectName(QStringLiteral("endpointKeyHint"));
    m_result->setObjectName(QStringLiteral("endpointResult"));
    m_test->setObjectName(QStringLiteral("testEndpoint"));
    m_test->setAccessibleName(tr("Test this endpoint"));
    m_name->setAccessibleName(tr("Name"));
    m_url->setAccessibleName(tr("Base URL"));
    m_key->setAccessibleName(tr("Key"));
    m_model->setAccessibleName(tr("Model"));
    m_name->setMaxLength(200);
    m_url->setMaxLength(2000);
    m_url->setPlaceholderText(QStringLiteral("https://api.openai.com/v1"));
    m_key->setMaxLength(longestKey);
    m_key->setEchoMode(QLineEdit::Password);
    m_model->setEditable(true);
    m_model->lineEdit()->setAccessibleName(tr("Model"));
    m_model->lineEdit()->setPlaceholderText(tr("the first that the server names"));
    m_model->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto *column = new QVBoxLayout(form); // a form alone keeps the heights of longer hints
    column->setContentsMargins(0, 0, 0, 0);
    auto *fields = new QFormLayout;
    column->addLayout(fields);
    column->addStretch(1);
    fields->setVerticalSpacing(8);
    fields->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addField(fields, tr("Name"), m_name);
    addField(fields, tr("Base URL"), m_url);
    addField(fields, tr("Key"), m_key);
    fields->addRow(QString(), m_keyHint);
    addField(fields, tr("Model"), m_model);
    auto *testRow = new QHBoxLayout;
    testRow->addWidget(m_test);
    testRow->addStretch();
    fields->addRow(QString(), testRow);
    fields->addRow(QString(), m_result);
    connect(m_test, &Button::clicked, this, &EndpointPage::test);
    connect(m_url, &QLineEdit::textChanged, this, &EndpointPage::updateKeyHint);
    connect(m_key, &QLineEdit::textChanged, this, &EndpointPage::updateKeyHint);
    connect(m_name, &QLineEdit::textEdited, this, [this](const QString &name) {
        if (m_row >= 0 && !name.isEmpty())
            m_list->item(m_row)->setText(name);
    });
    return form;
}

void EndpointPage::show(int row)
{
    take();
    m_row = row;
    ++m_testNumber;
    m_form->setVisible(row >= 0);
    m_empty->setVisible(row < 0);
    m_remove->setEnabled(row >= 0);
    m_result->clear();
    m_test->setEnabled(true);
    if (row < 0)
        return;
    const Draft &draft = m_drafts[row];
    m_name->setText(draft.name);
    m_url->setText(draft.url);
    m_key->setText(QString::fromUtf8(draft.key.exposed()));
    m_model->clear();
    m_model->setEditText(draft.model);
    updateKeyHint();
}

// The fields back into the draft that they show.
void EndpointPage::take()
{
    if (m_row < 0)
        return;
    Draft &draft = m_drafts[m_row];
    draft.name = m_name->text().simplified();
    draft.url = m_url->text().trimmed();
    draft.model = m_model->currentText().trimmed();
    draft.key = Secret(m_key->text().trimmed().toUtf8());
}

bool EndpointPage::hasSavedKey(const Draft &draft) const
{
    return draft.saved.hasKey && isSameOrigin(draft.saved.baseUrl, baseUrlFromText(draft.url));
}

void EndpointPage::updateKeyHint()
{
    if (m_row < 0)
        return;
    Draft now = m_drafts[m_row];
    now.url = m_url->text();
    const bool saved = hasSavedKey(now);
    m_key->setPlaceholderText(saved ? QStringLiteral("••••••••••••") : tr("none"));
    QString hint = tr("Kept in the system's keychain, never in a file.");
    if (now.saved.hasKey && !saved)
        hint = tr("The key belongs to %1 and isn't sent to another address. Type the key for the "
                  "new one.")
                   .arg(now.saved.baseUrl.host());
    else if (saved && m_key->text().isEmpty())
        hint = tr("A key is kept for this address. Type another to replace it.");
    m_keyHint->setText(hint);
}

void EndpointPage::add()
{
    m_drafts.append(Draft());
    m_list->addItem(tr("New endpoint"));
    m_list->setCurrentRow(static_cast<int>(m_drafts.size()) - 1);
    m_url->setFocus();
}

void EndpointPage::remove()
{
    const int row = m_row;
    m_row = -1; // nothing of it is taken over
    m_drafts.removeAt(row);
    {
        const QSignalBlocker quiet(m_list); // it would tell a row as it was before
        delete m_list->takeItem(row);
    }
    show(m_list->currentRow());
}

void EndpointPage::test()
{
    take();
    const Draft &draft = m_drafts[m_row];
    const QUrl url = baseUrlFromText(draft.url);
    if (!url.isValid() || url.isEmpty()) {
        m_result->setRank(PlainLabel::Rank::Bad);
        m_result->setText(tr("That is no address of a server. It looks like "
                             "https://api.openai.com/v1 or localhost:11434/v1."));
        return;
    }
    m_test->setEnabled(false);
    m_result->setRank(PlainLabel::Rank::Muted);
    m_result->setText(tr("Asking %1…").arg(url.host()));
    const Secret key = draft.key.isEmpty() && hasSavedKey(draft) ? m_keys->key(url) : draft.key;
    const QPointer<EndpointPage> self(this);
    m_check->ask(url, key, patience,
                 [self, number = ++m_testNumber](const ModelCheck::Result &result) {
                     if (self && self->m_testNumber == number)
                         self->showResult(result);
                 });
}

void EndpointPage::showResult(const ModelCheck::Result &result)
{
    m_test->setEnabled(true);
    if (result.failure) {
        m_result->setRank(PlainLabel::Rank::Bad);
        m_result->setText(result.failure->text + u' ' + result.failure->remedy);
        return;
    }
    m_result->setRank(PlainLabel::Rank::Good);
    m_result->setText(result.models.isEmpty()
                          ? tr("The server answers, but it names no model. Load one there.")
                          : tr("The server answers and has %1: %2")
                                .arg(result.models.size() == 1
                                         ? tr("1 model")
                                         : tr("%1 models").arg(result.models.size()),
                                     result.models.mid(0, 3).join(QStringLiteral(", ")).left(300)));
    const QString model = m_model->currentText();
    m_model->clear();
    m_model->addItems(result.models);
    m_model->setEditText(model);
}

QString EndpointPage::problem()
{
    take();
    for (int i = 0; i < m_drafts.size(); ++i) {
        if (!baseUrlFromText(m_drafts[i].url).isEmpty())
            continue;
        m_list->setCurrentRow(i);
        m_url->setFocus();
        return tr("The base URL of a model endpoint is no address of a server. It looks like "
                  "https://api.openai.com/v1 or localhost:11434/v1.");
    }
    return {};
}

QList<ModelEndpoint> EndpointPage::endpoints() const
{
    QList<ModelEndpoint> all;
    for (const Draft &draft : m_drafts)
        all.append({draft.name, baseUrlFromText(draft.url), draft.model,
                    !draft.key.isEmpty() || hasSavedKey(draft)});
    return all;
}

QList<MovedEndpoint> EndpointPage::moved() const
{
    QList<MovedEndpoint> moved;
    for (const Draft &draft : m_drafts) {
        const QUrl url = baseUrlFromText(draft.url);
        if (!draft.saved.baseUrl.isEmpty() && url != draft.saved.baseUrl)
            moved.append({draft.saved.baseUrl, url});
    }
    return moved;
}

QList<TypedKey> EndpointPage::typedKeys() const
{
    QList<TypedKey> keys;
    for (const Draft &draft : m_drafts)
        if (!draft.key.isEmpty())
            keys.append({baseUrlFromText(draft.url), draft.key});
    return keys;
}

} // namespace sandglass
