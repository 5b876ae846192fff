// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QFormLayout;

namespace sandglass {

/// The label of a field in a form, as tall as the field, so that their texts stand on one line.
/// GUI thread.
class FieldLabel : public QLabel
{
    Q_OBJECT

public:
    FieldLabel(const QString &text, QWidget *field);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    QWidget *m_field;
};

/// Adds a field with its label.
FieldLabel *addField(QFormLayout *form, const QString &label, QWidget *field);

} // namespace sandglass
