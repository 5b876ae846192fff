// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/composer.h"

#include "ui/button.h"
#include "ui/codeedit.h"
#include "ui/frame.h"
#include "ui/plainlabel.h"
#include "ui/questionedit.h"
#include "ui/theme.h"

#include <QFileDialog>
#include <QPainter>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr int maxCodeLines = 16; // more are scrolled

} // namespace

Composer::Composer(QWidget *parent)
    : QWidget(parent)
    , m_files(new FileChips(true, this))
    , m_note(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_edit(new QuestionEdit(this))
    , m_code(new CodeEdit(this))
    , m_attach(new Button(Button::Look::Plain, tr("+ Attach"), this))
    , m_cell(new Button(Button::Look::Plain, tr("Cell"), this))
    , m_hint(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_send(new Button(Button::Look::Primary, tr("Send"), this))
    , m_stop(new Button(Button::Look::Outline, tr("■ Stop"), this))
{
    nameParts();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 9, 10, 9);
    column->setSpacing(6);
    column->addWidget(m_files);
    column->addWidget(m_note);
    column->addWidget(m_edit);
    column->addWidget(m_code);
    column->addLayout(makeRow());
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QWidget *before = m_edit;
    for (QWidget *next :
         std::initializer_list<QWidget *>{m_code, m_send, m_stop, m_attach, m_cell}) {
        setTabOrder(before, next);
        before = next;
    }
    setFocusProxy(m_edit);
    m_code->hide();
    connectParts();
    updateButtons();
}

void Composer::nameParts()
{
    m_edit->installEventFilter(this);
    m_code->installEventFilter(this);
    setObjectName(QStringLiteral("composer"));
    m_code->setObjectName(QStringLiteral("cellEdit"));
    m_files->setObjectName(QStringLiteral("attachedFiles"));
    m_note->setObjectName(QStringLiteral("attachNote"));
    m_attach->setObjectName(QStringLiteral("attach"));
    m_cell->setObjectName(QStringLiteral("runAsCell"));
    m_send->setObjectName(QStringLiteral("send"));
    m_stop->setObjectName(QStringLiteral("stop"));
    m_attach->setAccessibleName(tr("Attach files"));
    m_stop->setAccessibleName(tr("Stop"));
    m_stop->setToolTip(tr("Stop what runs; variables stay (Esc)"));
    m_hint->setWordWrap(false);
    m_files->setContentsMargins(6, 0, 0, 0);
    m_note->setContentsMargins(6, 0, 0, 0);
    m_note->hide();
}

QBoxLayout *Composer::makeRow()
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_attach);
    row->addWidget(m_cell);
    row->addStretch();
    row->addWidget(m_hint);
    row->addSpacing(4);
    row->addWidget(m_stop);
    row->addWidget(m_send);
    return row;
}

void Composer::connectParts()
{
    connect(m_edit, &QuestionEdit::sendRequested, this, &Composer::send);
    connect(m_edit, &QuestionEdit::runRequested, this, &Composer::runCell);
    connect(m_edit, &QuestionEdit::filesOffered, this, &Composer::filesOffered);
    connect(m_edit, &QuestionEdit::imageOffered, this, &Composer::imageOffered);
    connect(m_edit, &QuestionEdit::recallRequested, this, &Composer::recall);
    connect(m_edit, &QuestionEdit::textChanged, this, [this] {
        if (!m_recalling)
            m_recall.leave(); // Up moves in it, or begins anew
        updateButtons();
        Q_EMIT textChanged();
    });
    connect(m_code, &CodeEdit::textChanged, this, [this] {
        fitCode();
        updateButtons();
        Q_EMIT textChanged();
    });
    connect(m_code, &CodeEdit::runRequested, this, &Composer::runCell);
    connect(m_code, &CodeEdit::left, this, [this] { setWritesCode(false); });
    connect(m_files, &FileChips::removeRequested, this, &Composer::removeRequested);
    connect(m_send, &Button::clicked, this, &Composer::send);
    connect(m_cell, &Button::clicked, this, &Composer::pressCell);
    connect(m_stop, &Button::clicked, this, &Composer::stopRequested);
    connect(m_attach, &Button::clicked, this, &Composer::chooseFiles);
}

QString Composer::text() const
{
    return m_writesCode ? m_code->toPlainText() : m_edit->toPlainText();
}

void Composer::setText(const QString &text)
{
    QPlainTextEdit *field = m_edit;
    if (m_writesCode)
        field = m_code;
    field->setPlainText(text);
    field->moveCursor(QTextCursor::End);
}

void Composer::setBusy(bool busy, int waiting)
{
    m_busy = busy;
    m_waiting = waiting;
    updateButtons();
}

void Composer::setFiles(const QList<FileChips::File> &files, const QString &note)
{
    m_files->setFiles(files);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void Composer::setRecall(const QStringList &texts)
{
    m_recall.setTexts(texts);
}

void Composer::focusField()
{
    focusProxy()->setFocus();
}

void Composer::setWritesCode(bool code)
{
    if (m_writesCode == code)
        return;
    const QString written = text();
    setText({});
    m_writesCode = code;
    m_edit->setVisible(!code);
    m_code->setVisible(code);
    setFocusProxy(code ? static_cast<QWidget *>(m_code) : m_edit);
    setText(written);
    fitCode();
    updateButtons();
    focusField();
}

void Composer::fitCode()
{
    const int lines = std::min(m_code->blockCount(), maxCodeLines);
    m_code->setFixedHeight(m_code->heightOf(lines));
}

void Composer::send()
{
    if (m_writesCode) {
        runCell();
        return;
    }
    const QString text = m_edit->toPlainText().trimmed();
    if (m_busy || text.isEmpty())
        return;
    m_edit->clear();
    Q_EMIT asked(text);
}

void Composer::runCell()
{
    QString code = text();
    if (code.trimmed().isEmpty())
        return;
    while (code.startsWith(u'\n'))
        code.remove(0, 1);
    setText({});
    Q_EMIT cellAsked(code);
}

void Composer::pressCell()
{
    if (!m_writesCode && !text().trimmed().isEmpty())
        runCell();
    else
        setWritesCode(!m_writesCode);
}

void Composer::recall(int step)
{
    const std::optional<QString> text = m_recall.move(step, m_edit->toPlainText().isEmpty());
    if (!text)
        return;
    m_recalling = true;
    setText(*text);
    m_recalling = false;
    if (step < 0)
        m_edit->moveCursor(QTextCursor::Start); // so that Up goes on
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
    const bool hasText = !text().trimmed().isEmpty();
    m_stop->setVisible(m_busy);
    m_send->setVisible(!m_busy || m_writesCode);
    m_send->setEnabled(hasText);
    m_send->setText(m_writesCode ? tr("Run") : tr("Send"));
    m_send->setAccessibleName(m_send->text());
    m_cell->setText(m_writesCode ? tr("Question") : tr("Cell"));
    m_cell->setAccessibleName(m_writesCode ? tr("Write a question") : tr("Run or write a cell"));
    m_cell->setToolTip(
        m_writesCode ? tr("Ask instead of writing code (Esc)")
                     : tr("Run the text as a Python cell, without a model (Ctrl+Enter); without "
                          "text, write one"));
    if (!m_busy && m_writesCode)
        m_hint->setText(tr("Ctrl+Enter to run · Esc for a question"));
    else if (!m_busy)
        m_hint->setText(tr("Enter to send · Shift+Enter for a new line"));
    else if (m_waiting > 0)
        m_hint->setText(m_waiting == 1 ? tr("Working… · 1 more waits")
                                       : tr("Working… · %1 more wait").arg(m_waiting));
    else
        m_hint->setText(tr("Working…"));
    fitHint();
}

// Rather no hint than half of one.
void Composer::fitHint()
{
    int taken = 60; // margins and spacing
    for (const QWidget *widget : {m_attach, m_cell, m_send, m_stop})
        taken += widget->isHidden() ? 0 : widget->sizeHint().width();
    m_hint->setVisible(taken + m_hint->sizeHint().width() <= width());
}

void Composer::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitHint();
}

// The frame around all shows where the focus is.
bool Composer::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::eventFilter(watched, event);
}

void Composer::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    const bool hasFocus = m_edit->hasFocus() || m_code->hasFocus();
    drawRoundedFrame(painter, rect(), 9, theme.window, hasFocus ? theme.accent : theme.border);
    if (m_writesCode)
        drawRoundedFrame(painter, m_code->geometry(), 5, theme.code, theme.border);
}

} // namespace sandglass
