// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cellbar.h"

#include "ui/button.h"
#include "ui/plainlabel.h"
#include "ui/wording.h"

#include <QMenu>

namespace sandglass {

namespace {

PlainLabel::Rank rankOf(CellStatus status)
{
    switch (status) {
    case CellStatus::Ok:
        return PlainLabel::Rank::Good;
    case CellStatus::Error:
    case CellStatus::TimedOut:
    case CellStatus::Died:
        return PlainLabel::Rank::Bad;
    case CellStatus::Interrupted:
    case CellStatus::Unknown:
        break;
    }
    return PlainLabel::Rank::Muted;
}

} // namespace

CellBar::CellBar(QWidget *parent)
    : QWidget(parent)
    , m_title(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_status(new PlainLabel(PlainLabel::Rank::Muted, this))
    , m_edit(makeButton(tr("Edit"), "editCell", tr("Edit the code as a new cell")))
    , m_again(makeButton(tr("Run again"), "runAgain", tr("Run this code again as a new cell")))
    , m_copy(makeButton(tr("Copy"), "copyCode", tr("Copy code")))
    , m_menu(makeButton(tr("⋯"), "cellMenu", tr("More of this cell")))
    , m_run(makeButton(tr("Run"), "runEdited", tr("Run the edited code as a new cell")))
    , m_cancel(makeButton(tr("Cancel"), "cancelEdit", tr("Leave the editor")))
{
    m_title->setObjectName(QStringLiteral("cellTitle"));
    m_status->setObjectName(QStringLiteral("cellStatus"));
    for (PlainLabel *label : {m_title, m_status})
        label->setWordWrap(false);
    m_run->setToolTip(tr("Run as a new cell (Ctrl+Enter)"));
    m_cancel->setToolTip(tr("Leave the code as it is (Esc)"));
    connect(m_edit, &Button::clicked, this, &CellBar::editRequested);
    connect(m_again, &Button::clicked, this, &CellBar::runAgainRequested);
    connect(m_copy, &Button::clicked, this, &CellBar::copyRequested);
    connect(m_menu, &Button::clicked, this, &CellBar::openMenu);
    connect(m_run, &Button::clicked, this, &CellBar::runEditedRequested);
    connect(m_cancel, &Button::clicked, this, &CellBar::cancelEditRequested);
    m_clock.setInterval(100);
    connect(&m_clock, &QTimer::timeout, this, &CellBar::tick);
}

Button *CellBar::makeButton(const QString &text, const char *name, const QString &accessibleName)
{
    auto *button = new Button(Button::Look::Plain, text, this);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(accessibleName);
    return button;
}

void CellBar::setCell(const CellBlock &cell, const BlockState &state, bool canRun)
{
    m_state = &state;
    m_hasOutput = !cell.outputs.isEmpty();
    showState(cell);
    m_canRun = canRun;
    fit(width());
}

// Buttons that there is no room for go into the menu.
void CellBar::fit(int width)
{
    const bool isEditing = m_state->edited.has_value();
    m_menu->setVisible(!isEditing);
    m_run->setVisible(isEditing);
    m_cancel->setVisible(isEditing);
    for (Button *button : {m_edit, m_again})
        button->setVisible(!isEditing && m_canRun);
    m_copy->setVisible(!isEditing);
    int taken = 12 + m_title->sizeHint().width() + 12 + m_status->sizeHint().width() + 12 + 6;
    for (const Button *button : {m_menu, m_copy, m_again, m_edit, m_cancel, m_run})
        taken += button->isHidden() ? 0 : button->sizeHint().width();
    for (Button *button : {m_copy, m_again, m_edit}) {
        if (taken <= width || button->isHidden())
            continue;
        taken -= button->sizeHint().width();
        button->hide();
    }
}

void CellBar::showState(const CellBlock &cell)
{
    const bool running = !cell.result && m_state->isRunning;
    const int number = cell.result ? cell.result->executionCount.value_or(0) : 0;
    QString title = tr("▶ Python [%1]")
                        .arg(number > 0 ? QString::number(number)
                             : running  ? QStringLiteral("*")
                                        : QStringLiteral(" "));
    if (cell.record.origin == CellOrigin::Person)
        title += tr("  yours");
    else if (cell.record.origin == CellOrigin::Rerun)
        title += tr("  run again");
    m_title->setText(title);
    if (running) {
        m_status->setRank(PlainLabel::Rank::Muted);
        tick();
        m_clock.start();
        return;
    }
    m_clock.stop();
    const CellResult result = cell.result.value_or(CellResult());
    m_status->setRank(rankOf(result.status));
    m_status->setText(resultText(result));
}

void CellBar::tick()
{
    if (m_state == nullptr || !isVisible()) {
        m_clock.stop();
        return;
    }
    if (!m_state->started.isValid()) {
        m_status->setText(tr("○ queued"));
    } else {
        const double seconds = static_cast<double>(m_state->started.elapsed()) / 1000;
        m_status->setText(tr("● running %1").arg(secondsText(seconds)));
    }
    m_status->resize(m_status->sizeHint().width(), m_status->height());
}

void CellBar::openMenu()
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (Button *button : {m_edit, m_again, m_copy})
        if (button->isHidden() && (m_canRun || button == m_copy))
            menu->addAction(button->text(), button, &Button::click);
    if (!menu->isEmpty())
        menu->addSeparator();
    menu->addAction(m_state->codeFolded ? tr("Show code") : tr("Fold code"), this,
                    &CellBar::foldCodeRequested);
    QAction *output = menu->addAction(m_state->outputFolded ? tr("Show output") : tr("Fold output"),
                                      this, &CellBar::foldOutputRequested);
    output->setEnabled(m_hasOutput);
    menu->popup(m_menu->mapToGlobal(QPoint(0, m_menu->height())));
}

void CellBar::focusEdit()
{
    (m_edit->isHidden() ? m_menu : m_edit)->setFocus();
}

QString CellBar::words() const
{
    return m_title->text() + u' ' + m_status->text();
}

int CellBar::arrange(int width)
{
    fit(width);
    const int height = m_copy->sizeHint().height() + 4;
    m_title->setGeometry(12, 0, m_title->sizeHint().width(), height);
    m_status->setGeometry(m_title->geometry().right() + 12, 0, m_status->sizeHint().width(),
                          height);
    int x = width - 6;
    for (Button *button : {m_menu, m_copy, m_again, m_edit, m_cancel, m_run}) {
        if (button->isHidden())
            continue;
        x -= button->sizeHint().width();
        button->setGeometry(QRect(QPoint(x, 2), button->sizeHint()));
    }
    resize(width, height);
    return height;
}

} // namespace sandglass
