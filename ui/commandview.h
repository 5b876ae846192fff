// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/codeview.h"

namespace sandglass {

/// A command to copy, an option a line as a shell takes it, as tall as its lines. GUI thread.
class CommandView : public CodeView
{
    Q_OBJECT

public:
    CommandView(const QString &command, QWidget *parent);

    /// What a shell gets: without the marks that tell where a line may break.
    static QString typed(const QString &shown);

    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    QMimeData *createMimeDataFromSelection() const override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fit();
};

} // namespace sandglass
