// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/servercard.h"

#include "ui/button.h"
#include "ui/plainlabel.h"

#include <QHBoxLayout>

namespace sandglass {

namespace {

/// Shown also where they don't run: what people look for first.
constexpr qsizetype alwaysShown = 2;

} // namespace

ServerCard::ServerCard(QWidget *parent)
    : Card(tr("Your own model"),
           tr("A server on this computer, an OpenAI key, or a company gateway. Code runs in the "
              "local sandbox."),
           parent)
    , m_other(new Button(Button::Look::Outline, tr("Other server or key…"), this))
    , m_look(new Button(Button::Look::Plain, tr("Check again"), this))
{
    setObjectName(QStringLiteral("serverCard"));
    m_other->setObjectName(QStringLiteral("otherServer"));
    m_look->setObjectName(QStringLiteral("lookForServers"));
    m_look->setAccessibleName(tr("Check again for servers on this computer"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_other);
    buttons->addWidget(m_look);
    buttons->addStretch();
    column()->addStretch(1);
    column()->addLayout(buttons);
    connect(m_other, &Button::clicked, this, &ServerCard::otherRequested);
    connect(m_look, &Button::clicked, this, &ServerCard::lookRequested);
}

void ServerCard::setServers(const QList<FoundServer> &servers)
{
    const bool hadFocus = m_rows != nullptr && m_rows->isAncestorOf(focusWidget());
    delete m_rows;
    m_rows = new QWidget(this);
    auto *rows = new QVBoxLayout(m_rows);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(6);
    column()->insertWidget(2, m_rows);
    for (qsizetype i = 0; i < servers.size(); ++i)
        if (i < alwaysShown || servers[i].state == FoundServer::State::Found)
            addRow(servers[i]);
    if (hadFocus)
        m_look->setFocus();
}

void ServerCard::addRow(const FoundServer &found)
{
    using State = FoundServer::State;
    const QUrl &url = found.server.baseUrl;
    auto *name = new PlainLabel(
        PlainLabel::Rank::Normal,
        QStringLiteral("%1 · %2:%3").arg(found.server.name, url.host()).arg(url.port()), m_rows);
    name->setWordWrap(false);
    name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    QString text = tr("looking…");
    if (found.state == State::Absent)
        text = tr("not running");
    else if (found.state == State::Found)
        text = found.models.size() == 1 ? tr("found · 1 model")
                                        : tr("found · %1 models").arg(found.models.size());
    auto *state = new PlainLabel(found.state == State::Found ? PlainLabel::Rank::Good
                                                             : PlainLabel::Rank::Muted,
                                 text, m_rows);
    state->setObjectName(QStringLiteral("serverState"));
    state->setWordWrap(false);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(name, 1);
    row->addWidget(state);
    static_cast<QVBoxLayout *>(m_rows->layout())->addLayout(row);
    if (found.state != State::Found || found.models.isEmpty())
        return;
    auto *use = new Button(Button::Look::Outline, tr("Use %1").arg(found.server.name), m_rows);
    use->setObjectName(QStringLiteral("useServer"));
    connect(use, &Button::clicked, this,
            [this, server = found.server] { Q_EMIT serverChosen(server); });
    static_cast<QVBoxLayout *>(m_rows->layout())->addWidget(use, 0, Qt::AlignLeft);
}

} // namespace sandglass
