// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/codecall.h"

#include "llm/runpython.h"
#include "llm/toolresult.h"

#include <nlohmann/json.hpp>

namespace sandglass {

namespace {

constexpr qsizetype maxCode = 200'000; // bytes
constexpr qsizetype maxName = 64;      // what OpenAI accepts

CodeCall refused(const QString &why)
{
    return CodeCall{std::nullopt, noteLine(failureNote(why))};
}

nlohmann::json parsed(const QByteArray &arguments)
{
    return nlohmann::json::parse(arguments.begin(), arguments.end(), nullptr, false);
}

} // namespace

CodeCall readCall(const ToolCall &call)
{
    if (!call.complete)
        return refused(QStringLiteral(
            "it was not run, because the call was cut off before its end. Send the whole call "
            "again "
            "with shorter code, in several cells where needed: variables stay between cells."));
    if (call.name != pythonToolName())
        return refused(
            QStringLiteral(
                "it was not run, because there is no tool named \"%1\". The only tool is "
                "run_python with the argument code.")
                .arg(call.name.left(maxName).simplified()));
    if (call.arguments.size() > 2 * maxCode)
        return refused(QStringLiteral("it was not run, because the code is too long. Send it again "
                                      "in several shorter cells."));
    const nlohmann::json arguments = parsed(call.arguments);
    if (!arguments.is_object())
        return refused(QStringLiteral("it was not run, because its arguments are not a valid JSON "
                                      "object. Send the call again "
                                      "with arguments of the form {\"code\": \"…\"}."));
    const auto code = arguments.find("code");
    if (code == arguments.end() || !code->is_string())
        return refused(QStringLiteral(
            "it was not run, because it has no text named \"code\". Send the call again with "
            "arguments of the form {\"code\": \"…\"}."));
    const auto &text = code->get_ref<const std::string &>();
    if (text.size() > std::size_t(maxCode))
        return refused(QStringLiteral("it was not run, because the code is too long. Send it again "
                                      "in several shorter cells."));
    return CodeCall{QString::fromUtf8(text.data(), qsizetype(text.size())), {}};
}

ToolCall sendableCall(ToolCall call)
{
    QString name = call.name.left(maxName);
    for (QChar &c : name) {
        const bool isWord = (c >= QLatin1Char('a') && c <= QLatin1Char('z')) ||
                            (c >= QLatin1Char('A') && c <= QLatin1Char('Z')) ||
                            (c >= QLatin1Char('0') && c <= QLatin1Char('9')) ||
                            c == QLatin1Char('_') || c == QLatin1Char('-');
        if (!isWord)
            c = QLatin1Char('_');
    }
    call.name = name.isEmpty() ? pythonToolName() : name;
    if (!call.complete || !parsed(call.arguments).is_object())
        call.arguments = QByteArrayLiteral("{}");
    call.complete = true;
    return call;
}

} // namespace sandglass
