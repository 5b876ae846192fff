// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/question.h"

#include "llm/toolresult.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>

namespace sandglass {

namespace {

constexpr QLatin1String heading("Attached files (in the work folder):");

QString quoted(const QString &text)
{
    const nlohmann::json value = text.toStdString();
    return QString::fromStdString(
        value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

bool readFile(const QString &line, AttachedFile *file)
{
    static const QRegularExpression form(
        QStringLiteral("^- (\"(?:[^\"\\\\]|\\\\.)*\") \\((\\d{1,18}) bytes(?:; (.*))?\\)$"));
    const QRegularExpressionMatch match = form.match(line);
    if (!match.hasMatch())
        return false;
    const auto name = nlohmann::json::parse(match.captured(1).toStdString(), nullptr, false);
    if (!name.is_string())
        return false;
    file->name = QString::fromStdString(name.get<std::string>());
    file->size = match.captured(2).toLongLong();
    file->hint = match.captured(3);
    return true;
}

} // namespace

QString questionText(const QString &text, const QList<AttachedFile> &files)
{
    if (files.isEmpty())
        return text;
    QString message = text;
    if (!message.isEmpty())
        message += QLatin1String("\n\n");
    message += heading;
    for (const AttachedFile &file : files) {
        message += QStringLiteral("\n- %1 (%2 bytes").arg(quoted(file.name)).arg(file.size);
        if (!file.hint.isEmpty())
            message += QLatin1String("; ") + file.hint.simplified();
        message += QLatin1Char(')');
    }
    return message;
}

Question parseQuestion(const QString &message)
{
    Question question;
    QStringList lines = parseToolResult(message).output.split(QLatin1Char('\n'));
    const qsizetype list = lines.lastIndexOf(heading);
    if (list >= 0) {
        for (qsizetype i = list + 1; i < lines.size(); ++i) {
            AttachedFile file;
            if (readFile(lines[i], &file))
                question.files.append(file);
        }
        lines.resize(list);
    }
    question.text = lines.join(QLatin1Char('\n')).trimmed();
    return question;
}

} // namespace sandglass
