// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace sandglass {

class PlainLabel;

/// A raised panel with a title, a few words, and what its owner adds below them. GUI thread.
class Card : public QWidget
{
    Q_OBJECT

public:
    Card(const QString &title, const QString &words, QWidget *parent = nullptr);

    QVBoxLayout *column() const { return m_column; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVBoxLayout *m_column;
    PlainLabel *m_words;
};

} // namespace sandglass
