// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace sandglass {

/// A title that looks like one until it is clicked, and then can be changed: Enter keeps the
/// change, Escape takes it back. GUI thread.
class TitleEdit : public QLineEdit
{
    Q_OBJECT

public:
    explicit TitleEdit(QWidget *parent = nullptr);

    /// What is shown; a title that is being edited stays as it is.
    void setTitle(const QString &title);

Q_SIGNALS:
    void renamed(const QString &title);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void commit();

    QString m_title;
};

} // namespace sandglass
