// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/centeredcolumn.h"

namespace sandglass {

class PlainLabel;

/// What an empty conversation shows: where code runs, and questions to try. GUI thread.
class StartPage : public CenteredColumn
{
    Q_OBJECT

public:
    explicit StartPage(QWidget *parent = nullptr);

    /// Whether cells reach the network.
    void setNetwork(bool network);
    /// `isBuiltin`: the examples answer and not a model.
    void setModel(const QString &name, bool isBuiltin);

Q_SIGNALS:
    void questionChosen(const QString &question);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    PlainLabel *m_where;
    PlainLabel *m_who;
    QWidget *m_card;
};

} // namespace sandglass
