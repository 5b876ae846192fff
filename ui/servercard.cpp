// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/servercard.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"
#include "ui/wording.h"

#include <QGridLayout>
#include <QPainter>

namespace sandglass {

namespace {

/// Shown also where they don't run: what people look for first.
constexpr qsizetype alwaysShown = 2;
constexpr int buttonsInRow = 2;

/// A row of the card, with a line below it.
class ServerRow : public QWidget
{
public:
    /// `port`: the end of the text, shown whole.
    ServerRow(const QString &name, const QString &port, QWidget *state, QWidget *parent)
        : QWidget(parent)
        , m_name(name)
        , m_port(port)
        , m_label(new PlainLabel(PlainLabel::Rank::Normal, name + port, this))
    {
        m_label->setToolTip(plainToolTip(name + port));
        m_label->setWordWrap(false);
        m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        m_label->setContentsMargins(0, 5, 0, 5);
        auto *row = new QHBoxLayout(this);
        row->setContentsMargins(0, 0, 0, 1);
        row->addWidget(m_label, 1);
        row->addWidget(state);
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QWidget::resizeEvent(event);
        layout()->activate();
        const int room = m_label->width() - fontMetrics().horizontalAdvance(m_port);
        m_label->setText(fontMetrics().elidedText(m_name, Qt::ElideRight, room) + m_port);
    }

    void paintEvent(QPaintEvent *) override
    {
        QPainter(this).fillRect(0, height() - 1, width(), 1, Theme::of(palette()).border);
    }

private:
    QString m_name;
    QString m_port;
    PlainLabel *m_label;
};

QString stateText(const FoundServer &found)
{
    if (found.state == FoundServer::State::Absent)
        return ServerCard::tr("not running");
    if (found.state != FoundServer::State::Found)
        return ServerCard::tr("looking…");
    return found.models.size() == 1 ? ServerCard::tr("found · 1 model")
                                    : ServerCard::tr("found · %1 models").arg(found.models.size());
}

} // namespace

ServerCard::ServerCard(QWidget *parent)
    : Card(tr("Your own model"),
           tr("A server on this computer, an OpenAI key, or a company gateway. Code runs in the "
              "local sandbox."),
           parent)
    , m_other(new Button(Button::Look::Link, tr("Add"), this))
    , m_look(new Button(Button::Look::Outline, tr("Check again"), this))
{
    setObjectName(QStringLiteral("serverCard"));
    m_other->setObjectName(QStringLiteral("otherServer"));
    m_other->setAccessibleName(tr("Add another server or key"));
    m_look->setObjectName(QStringLiteral("lookForServers"));
    m_look->setAccessibleName(tr("Check again for servers on this computer"));
    m_rows = new QVBoxLayout;
    m_rows->setSpacing(0);
    m_rows->addWidget(new ServerRow(tr("Other server or key…"), {}, m_other, this));
    m_buttons = new QGridLayout;
    m_buttons->setHorizontalSpacing(6);
    m_buttons->setColumnStretch(buttonsInRow, 1);
    addButton(m_look);
    column()->addLayout(m_rows);
    column()->addLayout(m_buttons);
    column()->addStretch(1);
    connect(m_other, &Button::clicked, this, &ServerCard::otherRequested);
    connect(m_look, &Button::clicked, this, &ServerCard::lookRequested);
}

void ServerCard::setServers(const QList<FoundServer> &servers)
{
    const bool hadFocus = m_uses.contains(focusWidget());
    m_buttons->removeWidget(m_look);
    for (QWidget *old : m_servers + m_uses) {
        m_rows->removeWidget(old);
        m_buttons->removeWidget(old);
        old->hide();
        old->deleteLater(); // its click may be on the call stack
    }
    m_servers.clear();
    m_uses.clear();
    for (qsizetype i = 0; i < servers.size(); ++i)
        if (i < alwaysShown || servers[i].state == FoundServer::State::Found)
            addServer(servers[i]);
    addButton(m_look);
    if (hadFocus)
        m_look->setFocus();
}

void ServerCard::addServer(const FoundServer &found)
{
    const bool isFound = found.state == FoundServer::State::Found;
    const QUrl &url = found.server.baseUrl;
    auto *state = new PlainLabel(isFound ? PlainLabel::Rank::Good : PlainLabel::Rank::Muted,
                                 stateText(found), this);
    state->setObjectName(QStringLiteral("serverState"));
    state->setWordWrap(false);
    m_servers.append(new ServerRow(QStringLiteral("%1 · %2").arg(found.server.name, url.host()),
                                   QStringLiteral(":%1").arg(url.port()), state, this));
    m_rows->insertWidget(m_rows->count() - 1, m_servers.last());
    if (!isFound || found.models.isEmpty())
        return;
    auto *use = new Button(Button::Look::Outline, tr("Use %1").arg(found.server.name), this);
    use->setObjectName(QStringLiteral("useServer"));
    connect(use, &Button::clicked, this,
            [this, server = found.server] { Q_EMIT serverChosen(server); });
    addButton(use);
    m_uses.append(use);
}

void ServerCard::addButton(QWidget *button)
{
    const int place = m_buttons->count();
    m_buttons->addWidget(button, place / buttonsInRow, place % buttonsInRow, Qt::AlignLeft);
}

} // namespace sandglass
