// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/kernelprotocol.h"

#include "base/error.h"
#include "sandbox/kernelcontent.h"

#include <nlohmann/json.hpp>

namespace sandglass {

using nlohmann::json;

namespace {

constexpr int protocolVersion = 1;
constexpr qint64 maxNumber = qint64(1) << 53; // what a JSON number holds exactly
constexpr int maxForeignNotices = 3;

[[noreturn]] void refuse(const QString &what)
{
    throw Error(ErrorKind::Protocol,
                QStringLiteral("The sandbox sent an answer that makes no sense (%1).").arg(what));
}

QByteArray lineOf(json request, const QString &boot = {})
{
    if (!boot.isEmpty())
        request["boot"] = boot.toStdString();
    const std::string text = request.dump(-1, ' ', false, json::error_handler_t::replace);
    return QByteArray(text.data(), static_cast<qsizetype>(text.size())) + '\n';
}

KernelHello helloOf(const json &object)
{
    if (textOf(object, "event", 20) != QLatin1String("hello"))
        refuse(QStringLiteral("it didn't begin with hello"));
    if (integerOf(object, "protocol", 0, maxNumber) != protocolVersion)
        refuse(QStringLiteral("another protocol version"));
    const KernelHello hello{textOf(object, "boot", 200),
                            integerOf(object, "next", 1, maxNumber).value_or(0),
                            integerOf(object, "oldest", 1, maxNumber).value_or(1)};
    if (hello.boot.isEmpty() || hello.next == 0)
        refuse(QStringLiteral("hello without its numbers"));
    return hello;
}

} // namespace

KernelReader::KernelReader(const QString &boot, qint64 last)
    : m_lines(maxLine)
    , m_boot(boot)
    , m_last(last)
{}

void KernelReader::addCell(const CellId &cell)
{
    m_cells.insert(cell.toString());
}

void KernelReader::feed(const QByteArray &bytes, const OnEvent &onEvent)
{
    m_lines.feed(bytes, [&](const QByteArray &text) { line(text, onEvent); });
}

void KernelReader::line(const QByteArray &text, const OnEvent &onEvent)
{
    const json object = parsedObject(text);
    if (!m_greeted) {
        const KernelHello hello = helloOf(object);
        m_greeted = true;
        if (hello.boot != m_boot)
            m_last = 0;
        m_boot = hello.boot;
        onEvent(KernelEvent{0, {}, hello});
        return;
    }
    if (textOf(object, "event", 20) == QLatin1String("part")) {
        part(object, onEvent);
        return;
    }
    if (m_partOf)
        refuse(QStringLiteral("an event in parts was broken off"));
    event(object, 0, onEvent);
}

void KernelReader::part(const json &object, const OnEvent &onEvent)
{
    const qint64 number = integerOf(object, "of", 1, maxNumber).value_or(0);
    const qint64 index = integerOf(object, "i", 0, maxNumber).value_or(-1);
    if (number == 0 || index != m_partNext || (m_partOf && number != m_partOf))
        refuse(QStringLiteral("parts in the wrong order"));
    const auto data = object.find("data");
    const auto last = object.find("last");
    if (data == object.end() || !data->is_string() || last == object.end() || !last->is_boolean())
        refuse(QStringLiteral("a part without its data"));
    const auto decoded = QByteArray::fromBase64Encoding(
        QByteArray::fromStdString(data->get_ref<const std::string &>()),
        QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        refuse(QStringLiteral("a part without its data"));
    if (m_parts.size() + decoded.decoded.size() > maxEvent)
        throw Error(ErrorKind::OutputLimit,
                    QStringLiteral("The sandbox sent one output of more than 64 MiB."));
    m_partOf = number;
    ++m_partNext;
    m_parts += decoded.decoded;
    if (!last->get<bool>())
        return;
    const QByteArray joined = std::exchange(m_parts, {});
    m_partOf = 0;
    m_partNext = 0;
    event(parsedObject(joined), number, onEvent);
}

void KernelReader::event(const json &object, qint64 partOf, const OnEvent &onEvent)
{
    const qint64 number = integerOf(object, "n", 1, maxNumber).value_or(0);
    if (number <= m_last || (partOf && number != partOf))
        refuse(QStringLiteral("an event's number"));
    if (textOf(object, "boot", 200) != m_boot)
        refuse(QStringLiteral("an event of another run"));
    m_last = number;
    KernelEvent event;
    event.number = number;
    const auto cell = object.find("cell");
    if (cell != object.end() && !cell->is_null()) {
        const QString name = textOf(object, "cell", 200);
        if (!m_cells.contains(name)) {
            foreignCell(name, onEvent);
            return;
        }
        event.cell = CellId::fromString(name).value_or(CellId());
    }
    const auto content = object.find("content");
    if (content == object.end() || !content->is_object())
        refuse(QStringLiteral("an event without content"));
    if (auto typed = kernelContent(textOf(object, "event", 100), *content)) {
        event.content = std::move(*typed);
        onEvent(event);
    }
}

void KernelReader::foreignCell(const QString &name, const OnEvent &onEvent)
{
    if (++m_foreign > maxForeignNotices)
        return;
    onEvent(KernelEvent{
        m_last,
        {},
        Notice{QStringLiteral("protocol"),
               QStringLiteral("The sandbox sent output for a cell that was never run; it was left "
                              "out."),
               name}});
}

QByteArray executeCommand(const CellId &cell, const QByteArray &code,
                          std::chrono::milliseconds timeout, const QString &boot)
{
    return lineOf({{"op", "execute"},
                   {"cell", cell.toString().toStdString()},
                   {"code", code.toStdString()},
                   {"timeout", static_cast<double>(timeout.count()) / 1000}},
                  boot);
}

QByteArray interruptCommand()
{
    return lineOf({{"op", "interrupt"}});
}
QByteArray interruptCommand(const CellId &cell, const QString &boot)
{
    return lineOf({{"op", "interrupt"}, {"cell", cell.toString().toStdString()}}, boot);
}
QByteArray revokeCommand(const CellId &cell, const QString &boot)
{
    return lineOf({{"op", "revoke"}, {"cell", cell.toString().toStdString()}}, boot);
}
QByteArray restartCommand(const QString &boot)
{
    return lineOf({{"op", "restart"}}, boot);
}
QByteArray filesCommand()
{
    return lineOf({{"op", "files"}});
}
QByteArray eventsCommand(qint64 from)
{
    return lineOf({{"op", "events"}, {"from", from}});
}
QByteArray acknowledgeCommand(qint64 last, const QString &boot)
{
    return lineOf({{"op", "ack"}, {"from", last}}, boot);
}
QByteArray shutdownCommand(const QString &boot)
{
    return lineOf({{"op", "shutdown"}}, boot);
}

} // namespace sandglass
