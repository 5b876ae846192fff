// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/composer.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/questionedit.h"
#include "ui/theme.h"

#include <QFileDialog>
#include <QPainter>
#include <QVBoxLayout>

namespace sandglass {

Composer::Composer(QWidget *parent)
    : QWidget(parent)
    , m_files(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_edit(new QuestionEdit(this))
    , m_attach(new Button(Button::Look::Plain, tr("+ Attach"), this))
    , m_hint(new PlainLabel(PlainLabel::Rank::Muted,
                            tr("Enter to send · Shift+Enter for a new line"), this))
    , m_send(new Button(Button::Look::Primary, tr("Send"), this))
    , m_stop(new Button(Button::Look::Outline, tr("■ Stop"), this))
{
    setObjectName(QStringLiteral("composer"));
    m_files->setObjectName(QStringLiteral("attachedFiles"));
    m_attach->setObjectName(QStringLiteral("attach"));
    m_send->setObjectName(QStringLiteral("send"));
    m_stop->setObjectName(QStringLiteral("stop"));
    m_attach->setAccessibleName(tr("Attach files"));
    m_stop->setAccessibleName(tr("Stop"));
    m_stop->setToolTip(tr("Stop what runs; variables stay (Esc)"));
    m_hint->setWordWrap(false);
    m_files->setContentsMargins(6, 2, 0, 0);
    m_files->hide();
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_attach);
    row->addStretch();
    row->addWidget(m_hint);
    row->addWidget(m_stop);
    row->addWidget(m_send);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 9, 10, 9);
    column->setSpacing(6);
    column->addWidget(m_files);
    column->addWidget(m_edit);
    column->addLayout(row);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setTabOrder(m_edit, m_send);
    setTabOrder(m_send, m_stop);
    setTabOrder(m_stop, m_attach);
    setFocusProxy(m_edit);

    connect(m_edit, &QuestionEdit::sendRequested, this, &Composer::send);
    connect(m_edit, &QuestionEdit::filesOffered, this, &Composer::filesOffered);
    connect(m_edit, &QuestionEdit::textChanged, this, &Composer::updateButtons);
    connect(m_send, &Button::clicked, this, &Composer::send);
    connect(m_stop, &Button::clicked, this, &Composer::stopRequested);
    connect(m_attach, &Button::clicked, this, &Composer::chooseFiles);
    updateButtons();
}

QString Composer::text() const
{
    return m_edit->toPlainText();
}

void Composer::setText(const QString &text)
{
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
}

void Composer::setBusy(bool busy)
{
    m_busy = busy;
    updateButtons();
}

void Composer::setFiles(const QStringList &names, const QString &note)
{
    QStringList parts;
    for (const QString &name : names)
        parts.append(QStringLiteral("▤ ") + name);
    if (!note.isEmpty())
        parts.append(note);
    m_files->setText(parts.join(QStringLiteral("   ")));
    m_files->setVisible(!parts.isEmpty());
}

void Composer::focusField()
{
    m_edit->setFocus();
}

void Composer::send()
{
    const QString text = m_edit->toPlainText().trimmed();
    if (m_busy || text.isEmpty())
        return;
    m_edit->clear();
    Q_EMIT asked(text);
}

void Composer::chooseFiles()
{
    auto *dialog = new QFileDialog(this, tr("Attach files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &Composer::filesOffered);
    dialog->open();
}

void Composer::updateButtons()
{
    m_stop->setVisible(m_busy);
    m_send->setVisible(!m_busy);
    m_send->setEnabled(!m_edit->toPlainText().trimmed().isEmpty());
    m_hint->setText(m_busy ? tr("Working…") : tr("Enter to send · Shift+Enter for a new line"));
}

void Composer::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.border);
    painter.setBrush(theme.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9);
}

} // namespace sandglass
