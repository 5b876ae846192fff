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
    const int field = m_field->sizeHint().height();
    const bool isBlock = field > 3 * own.height(); // the label stands at its first line
    return {own.width(), isBlock ? own.height() : std::max(own.height(), field)};
}

FieldLabel *addField(QFormLayout *form, const QString &label, QWidget *field)
{
    auto *made = new FieldLabel(label, field);
    form->addRow(made, field);
    return made;
}

} // namespace sandglass
