// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace sandglass {

/// Text from anywhere, shown as it is: never rich text. It wraps and can be selected.
class PlainLabel : public QLabel
{
    Q_OBJECT

public:
    enum class Rank { Normal, Muted, Title, Heading, Section, Bad, Good };

    explicit PlainLabel(Rank rank, QWidget *parent = nullptr);
    PlainLabel(Rank rank, const QString &text, QWidget *parent = nullptr);

    void setRank(Rank rank);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyRank();
    void applyFont();
    double sizeFactor() const;

    Rank m_rank;
    bool m_applying = false;
};

} // namespace sandglass
