// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shortcutlist.h"

#include "ui/button.h"
#include "ui/plainlabel.h"

#include <QGridLayout>

namespace sandglass {

ShortcutList::ShortcutList(const QList<ShortcutText> &shortcuts, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("shortcuts"));
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(18, 16, 18, 14);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(7);
    int row = 0;
    for (const ShortcutText &shortcut : shortcuts) {
        auto *keys = new PlainLabel(PlainLabel::Rank::Title, shortcut.keys, this);
        auto *what = new PlainLabel(PlainLabel::Rank::Normal, shortcut.what, this);
        keys->setWordWrap(false);
        what->setWordWrap(false);
        grid->addWidget(keys, row, 0);
        grid->addWidget(what, row, 1);
        ++row;
    }
    auto *close = new Button(Button::Look::Outline, tr("Close"), this);
    close->setObjectName(QStringLiteral("closeShortcuts"));
    grid->addWidget(close, row, 0, 1, 2, Qt::AlignRight);
    connect(close, &Button::clicked, this, &QDialog::close);
}

} // namespace sandglass
