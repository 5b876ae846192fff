// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sandbox/output.h"

#include <QWidget>

namespace sandglass {

class Button;
class PlainLabel;

/// Something told beside the outputs; for a package that is missing, with a button that adds it.
/// GUI thread.
class NoticeView : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeView(QWidget *parent = nullptr);

    void setNotice(const Notice &notice);
    int arrange(int width);

Q_SIGNALS:
    void packagesRequested(const QStringList &names);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    PlainLabel *m_text;
    Button *m_add;
    QStringList m_packages;
};

} // namespace sandglass
