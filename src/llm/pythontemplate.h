// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>

#include <variant>

namespace sandglass {

/// What stands in a field: text becomes a Python string literal whatever is in it.
using PythonValue = std::variant<qint64, QString>;

/// `text` as a Python string literal in double quotes. JSON's escapes mean the same in Python.
QString pythonLiteral(const QString &text);

/// The code of resources/builtin/`name`.py, in which each "{{key}}", quotes included, is replaced
/// by the literal of its value. Throws std::logic_error where the file or a value is missing.
QString pythonFromTemplate(const QString &name, const QMap<QString, PythonValue> &values);

} // namespace sandglass
