// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace sandglass {

/// A key and what it does.
struct ShortcutText
{
    QString keys; ///< as people read them
    QString what;
};

/// The keys that the window knows, in a list. GUI thread.
class ShortcutList : public QDialog
{
    Q_OBJECT

public:
    explicit ShortcutList(const QList<ShortcutText> &shortcuts, QWidget *parent = nullptr);
};

} // namespace sandglass
