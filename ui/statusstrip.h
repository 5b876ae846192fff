// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "llm/message.h"

#include <QWidget>

namespace sandglass {

class PlainLabel;

/// The line at the foot of the window: where code runs, the tokens that the conversation took, and
/// where keys are kept. GUI thread.
class StatusStrip : public QWidget
{
    Q_OBJECT

public:
    explicit StatusStrip(QWidget *parent = nullptr);

    void setPlace(const QString &text);
    /// Nothing where no server told any.
    void setTokens(const Usage &usage);
    void setKeys(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fit();

    QString m_placeText;
    PlainLabel *m_place;
    PlainLabel *m_tokens;
    PlainLabel *m_keys;
};

} // namespace sandglass
