// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/textcalls.h"

#include "base/ids.h"
#include "llm/codeprogress.h"
#include "llm/runpython.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype longestHeld = 1024 * 1024;

bool isPrefix(QStringView text, QStringView of)
{
    return of.startsWith(text);
}

QStringView afterSpace(QStringView text)
{
    qsizetype i = 0;
    while (i < text.size() && text[i].isSpace())
        ++i;
    return text.mid(i);
}

/// Takes the wrapping off the front: a fence with its language, or the tag. False where `text`
/// begins with something else; `text` is empty where the wrapping isn't whole yet.
bool stripOpening(QStringView &text)
{
    static constexpr QStringView tag = u"<tool_call>";
    static constexpr QStringView fence = u"```";
    text = afterSpace(text);
    if (isPrefix(text, tag) || isPrefix(text, fence)) {
        text = {};
        return true;
    }
    if (text.startsWith(tag)) {
        text = afterSpace(text.mid(tag.size()));
        return true;
    }
    if (!text.startsWith(fence))
        return text.startsWith(u'{');
    text = text.mid(fence.size());
    qsizetype word = 0;
    while (word < text.size() && (text[word].isLetter() || text[word] == u'_'))
        ++word;
    const QStringView language = text.left(word);
    const bool ended = word < text.size();
    for (const QStringView known : {u"", u"json", u"tool_call", u"xml"}) {
        if (ended ? language == known : isPrefix(language, known)) {
            text = afterSpace(text.mid(word));
            // A tag in the fence.
            if (isPrefix(text, tag))
                text = {};
            else if (text.startsWith(tag))
                text = afterSpace(text.mid(tag.size()));
            return true;
        }
    }
    return false;
}

/// True while `text` may begin {"name": "run_python" or {"arguments": …
bool mayBeginObject(QStringView text)
{
    if (text.isEmpty())
        return true;
    if (text[0] != u'{')
        return false;
    text = afterSpace(text.mid(1));
    if (text.startsWith(u'{'))
        text = afterSpace(text.mid(1));
    for (const QStringView key : {u"\"arguments\"", u"\"parameters\"", u"\"type\""}) {
        if (isPrefix(text, key) || text.startsWith(key))
            return true;
    }
    static constexpr QStringView name = u"\"name\"";
    if (isPrefix(text, name))
        return true;
    if (!text.startsWith(name))
        return false;
    text = afterSpace(text.mid(name.size()));
    if (text.isEmpty())
        return true;
    if (text[0] != u':')
        return false;
    text = afterSpace(text.mid(1));
    const QString value = u'"' + pythonToolName() + u'"';
    return isPrefix(text, value) || text.startsWith(value);
}

/// `text` without fence, tag and space around it.
QString unwrapped(const QString &text)
{
    QString inner = text.trimmed();
    static const QRegularExpression fence(
        QStringLiteral("\\A```(?:json|tool_call|xml)?\\s(.*?)```\\z"),
        QRegularExpression::DotMatchesEverythingOption);
    const auto fenced = fence.match(inner);
    if (fenced.hasMatch())
        inner = fenced.captured(1).trimmed();
    static const QString open = QStringLiteral("<tool_call>");
    static const QString close = QStringLiteral("</tool_call>");
    if (inner.startsWith(open)) {
        inner.remove(0, open.size());
        if (inner.endsWith(close))
            inner.chop(close.size());
    }
    return inner.trimmed();
}

QJsonObject objectOf(const QString &text)
{
    const auto read = [](const QString &json) {
        return QJsonDocument::fromJson(json.toUtf8()).object();
    };
    QJsonObject object = read(text);
    // Doubled braces at the front, and mostly at the end too.
    if (object.isEmpty() && text.startsWith(QLatin1String("{{")))
        object = read(text.mid(1));
    if (object.isEmpty() && text.startsWith(QLatin1String("{{")))
        object = read(text.mid(1, text.size() - 2));
    return object;
}

bool isClosed(const QString &text)
{
    CodeProgress progress;
    progress.feed(QStringView(text).mid(std::max<qsizetype>(0, text.indexOf(u'{'))));
    return progress.isClosed();
}

} // namespace

std::optional<ToolCall> callInText(const QString &text)
{
    const QJsonObject object = objectOf(unwrapped(text));
    if (object[QLatin1String("name")].toString() != pythonToolName())
        return std::nullopt;
    QJsonValue arguments = object[QLatin1String("arguments")];
    if (arguments.isUndefined())
        arguments = object[QLatin1String("parameters")];
    ToolCall call{QStringLiteral("call_") + newUuid7(), pythonToolName(), {}, true};
    if (arguments.isObject())
        call.arguments = QJsonDocument(arguments.toObject()).toJson(QJsonDocument::Compact);
    else if (arguments.isString())
        call.arguments = arguments.toString().toUtf8();
    else
        return std::nullopt;
    return call;
}

bool mayBecomeCall(const QString &text)
{
    QStringView rest(text);
    if (afterSpace(rest).isEmpty())
        return true;
    return stripOpening(rest) && mayBeginObject(rest);
}

QString TextCalls::feed(const QString &piece)
{
    if (m_passing)
        return piece;
    m_held += piece;
    // Only the beginning decides; the length is a cap.
    if (m_held.size() <= longestHeld && mayBecomeCall(m_held.left(400)))
        return {};
    m_passing = true;
    return takeRest();
}

std::optional<ToolCall> TextCalls::takeCall(bool whole)
{
    if (m_passing || m_held.trimmed().isEmpty())
        return std::nullopt;
    std::optional<ToolCall> call = callInText(m_held);
    if (call)
        call->complete = whole;
    else if (m_held.contains(u'"' + pythonToolName() + u'"') && !isClosed(m_held))
        // It began as a call and has no end: shown as text it would help nobody.
        call = ToolCall{QStringLiteral("call_") + newUuid7(), pythonToolName(), m_held.toUtf8(),
                        false};
    if (call)
        m_held.clear();
    return call;
}

QString TextCalls::takeRest()
{
    QString rest;
    rest.swap(m_held);
    return rest;
}

} // namespace sandglass
