// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/codepanel.h"

#include "ui/button.h"
#include "ui/codeview.h"
#include "ui/frame.h"
#include "ui/plainlabel.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>

namespace sandglass {

CodePanel::CodePanel(QWidget *parent)
    : QWidget(parent)
    , m_language(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_run(new Button(Button::Look::Plain, tr("Run"), this))
    , m_copy(new Button(Button::Look::Plain, tr("Copy"), this))
    , m_code(new CodeView(this))
{
    m_copy->setObjectName(QStringLiteral("copyFence"));
    m_copy->setAccessibleName(tr("Copy code"));
    m_run->setObjectName(QStringLiteral("runFence"));
    m_run->setAccessibleName(tr("Run this code as a cell"));
    m_language->setWordWrap(false);
    connect(m_run, &Button::clicked, this, [this] { Q_EMIT runRequested(m_code->toPlainText()); });
    connect(m_copy, &Button::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_code->toPlainText()); });
}

void CodePanel::setCode(const QString &code, const QString &language, bool canRun)
{
    const QString known = language.toLower();
    const bool python = known == QLatin1String("python") || known == QLatin1String("py") ||
                        known == QLatin1String("python3") || known == QLatin1String("ipython");
    m_code->setHighlighted(python);
    m_run->setVisible(python && canRun && !code.trimmed().isEmpty());
    m_code->setCode(code);
    m_language->setText(language.left(40));
}

int CodePanel::arrange(int width)
{
    const QSize copy = m_copy->sizeHint();
    const int bar = copy.height() + 4;
    const QSize run = m_run->sizeHint();
    m_copy->setGeometry(QRect(QPoint(width - copy.width() - 6, 2), copy));
    m_run->setGeometry(QRect(QPoint(m_copy->x() - run.width(), 2), run));
    m_language->setGeometry(12, 0, m_run->x() - 24, bar);
    const int height = m_code->arrange(width - 2);
    m_code->move(1, bar);
    resize(width, bar + height + 1);
    return bar + height + 1;
}

void CodePanel::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::of(palette());
    QPainter painter(this);
    drawCodeFrame(painter, rect(), m_code->geometry().adjusted(-1, 0, 1, 1), theme);
}

} // namespace sandglass
