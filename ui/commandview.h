// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/codeview.h"

namespace sandglass {

/// A command to copy, wrapped wherever there is no more room, as tall as its lines. GUI thread.
class CommandView : public CodeView
{
    Q_OBJECT

public:
    CommandView(const QString &command, QWidget *parent);

    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fit();
};

} // namespace sandglass
