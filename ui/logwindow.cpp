// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/logwindow.h"

#include "ui/button.h"
#include "ui/codefont.h"
#include "ui/plainlabel.h"

#include <QFile>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr qint64 mostShown = 128 * 1024;

} // namespace

QString logTail(const QString &logFile, qint64 maxBytes)
{
    QFile file(logFile);
    if (!file.open(QIODevice::ReadOnly))
        return LogWindow::tr("There is no log in %1.").arg(logFile);
    const qint64 from = std::max<qint64>(0, file.size() - maxBytes);
    file.seek(from);
    QByteArray bytes = file.read(maxBytes);
    if (from > 0)
        bytes.remove(0, bytes.indexOf('\n') + 1);
    return bytes.isEmpty() ? LogWindow::tr("The log is empty.") : QString::fromUtf8(bytes);
}

LogWindow::LogWindow(const QString &logFile, QWidget *parent)
    : QDialog(parent)
    , m_file(logFile)
    , m_text(new QPlainTextEdit(this))
{
    setObjectName(QStringLiteral("logWindow"));
    setWindowTitle(tr("Log"));
    m_text->setObjectName(QStringLiteral("logText"));
    m_text->setAccessibleName(tr("Log"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    new CodeFont(m_text);
    auto *copy = new Button(Button::Look::Outline, tr("Copy diagnostics"), this);
    auto *close = new Button(Button::Look::Outline, tr("Close"), this);
    copy->setObjectName(QStringLiteral("copyDiagnostics"));
    close->setObjectName(QStringLiteral("closeLog"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(copy);
    buttons->addStretch();
    buttons->addWidget(close);
    auto *column = new QVBoxLayout(this);
    column->addWidget(
        new PlainLabel(PlainLabel::Rank::Muted, tr("From %1, without keys.").arg(logFile), this));
    column->addWidget(m_text, 1);
    column->addLayout(buttons);
    resize(820, 480);
    m_clock.setInterval(std::chrono::seconds(1));
    connect(&m_clock, &QTimer::timeout, this, &LogWindow::refresh);
    connect(copy, &Button::clicked, this, &LogWindow::diagnosticsRequested);
    connect(close, &Button::clicked, this, &QDialog::close);
}

void LogWindow::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    refresh();
    m_clock.start();
}

void LogWindow::hideEvent(QHideEvent *event)
{
    QDialog::hideEvent(event);
    m_clock.stop();
}

void LogWindow::refresh()
{
    const QString text = logTail(m_file, mostShown);
    if (text == m_text->toPlainText())
        return;
    QScrollBar *bar = m_text->verticalScrollBar();
    const int place = bar->value();
    const bool atEnd = place == bar->maximum();
    m_text->setPlainText(text);
    bar->setValue(atEnd ? bar->maximum() : place);
}

} // namespace sandglass
