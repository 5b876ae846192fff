// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/pythontemplate.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QRegularExpression>

#include <stdexcept>

// Outside the namespace: the macro declares a global function. A static library's resources are
// there only where someone asks for them.
static void initResources()
{
    Q_INIT_RESOURCE(builtin);
}

namespace sandglass {

namespace {

QString templateText(const QString &name)
{
    initResources();
    QFile file(QStringLiteral(":/sandglass/builtin/%1.py").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        throw std::logic_error("no template " + name.toStdString());
    QString text = QString::fromUtf8(file.readAll());
    if (text.startsWith(QLatin1String("# SPDX")))
        text.remove(0, text.indexOf(QLatin1Char('\n')) + 1);
    return text.trimmed();
}

QString literal(const PythonValue &value)
{
    if (const auto *number = std::get_if<qint64>(&value))
        return QString::number(*number);
    return pythonLiteral(std::get<QString>(value));
}

} // namespace

QString pythonLiteral(const QString &text)
{
    // Raw UTF-8: JSON's surrogate pairs would be two lone characters in Python.
    const nlohmann::json value = text.toStdString();
    return QString::fromStdString(
        value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

QString pythonFromTemplate(const QString &name, const QMap<QString, PythonValue> &values)
{
    static const QRegularExpression field(QStringLiteral("\"\\{\\{(\\w+)\\}\\}\""));
    const QString text = templateText(name);
    QString code;
    qsizetype end = 0;
    auto matches = field.globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        const auto value = values.find(match.captured(1));
        if (value == values.end())
            throw std::logic_error("no value for " + match.captured(1).toStdString());
        code += QStringView(text).mid(end, match.capturedStart() - end);
        code += literal(*value);
        end = match.capturedEnd();
    }
    code += QStringView(text).mid(end);
    return code;
}

} // namespace sandglass
