// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fieldlabel.h"

#include <QFormLayout>

namespace sandglass {

FieldLabel::FieldLabel(const QString &text, QWidget *field)
    : QLabel(text, field->parentWidget())
    , m_field(field)
{
    setTextFormat(Qt::PlainText);
    setBuddy(field);
}

QSize FieldLabel::sizeHint() const
{
    const QSize own = QLabel::sizeHint();
    return {own.width(), std::max(own.height(), m_field->sizeHint().height())};
}

void addField(QFormLayout *form, const QString &label, QWidget *field)
{
    form->addRow(new FieldLabel(label, field), field);
}

} // namespace sandglass
