// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/jsonprinter.h"

#include "cli/jsonlines.h"
#include "cli/turnend.h"

namespace sandglass::cli {

JsonPrinter::JsonPrinter(Console &console, ConversationId conversation)
    : m_console(console)
    , m_conversation(std::move(conversation))
{}

void JsonPrinter::record(const Record &record)
{
    if (const auto *piece = std::get_if<TextRecord>(&record.body)) {
        text(*piece);
        return;
    }
    flushText();
    if (const auto *turn = std::get_if<TurnRecord>(&record.body)) {
        m_console.out(userLine(m_conversation, *turn));
    } else if (const auto *cell = std::get_if<CellRecord>(&record.body)) {
        m_console.out(codeLine(*cell));
    } else if (const auto *output = std::get_if<OutputRecord>(&record.body)) {
        if (output->was.isEmpty()) // else a file got its last name
            m_console.out(outputLine(output->cell, output->output));
    } else if (const auto *done = std::get_if<DoneRecord>(&record.body)) {
        for (const FileInfo &file : done->result.files)
            m_console.out(fileLine(done->cell, file));
        m_console.out(doneLine(done->cell, done->result));
    } else if (const auto *file = std::get_if<FileRecord>(&record.body)) {
        m_console.out(fileLine({}, {file->name, file->size, 0}));
    } else if (const auto *notice = std::get_if<NoticeRecord>(&record.body)) {
        m_console.out(noticeLine(notice->cell, notice->notice));
    } else if (const auto *end = std::get_if<TurnDoneRecord>(&record.body)) {
        if (end->failure)
            m_console.out(failureLine({}, *end->failure));
        else if (const std::optional<Notice> said = turnEndNotice(end->kind))
            m_console.out(noticeLine({}, *said));
    }
}

void JsonPrinter::text(const TextRecord &piece)
{
    if (m_text.block != piece.block)
        flushText();
    m_text.turn = piece.turn;
    m_text.block = piece.block;
    m_text.text += piece.text;
}

void JsonPrinter::flushText()
{
    if (!m_text.text.isEmpty())
        m_console.out(assistantLine(m_text.turn, m_text.text));
    m_text = {};
}

void JsonPrinter::waiting(int secondsLeft, const QString &reason)
{
    if (secondsLeft == 0)
        progress(reason, 0, 0);
    else if (m_waiting != reason)
        notice({QStringLiteral("waiting"),
                QStringLiteral("%1 Trying again in %2 s.").arg(reason).arg(secondsLeft),
                {}});
    m_waiting = reason;
}

void JsonPrinter::progress(const QString &what, qint64, qint64)
{
    if (m_progress != what)
        m_console.say(what);
    m_progress = what;
}

void JsonPrinter::failure(const Failure &failure)
{
    flushText();
    m_console.out(failureLine({}, failure));
}

void JsonPrinter::notice(const Notice &notice)
{
    flushText();
    m_console.out(noticeLine({}, notice));
}

void JsonPrinter::saved(const CellId &cell, const QString &name, const QString &path)
{
    m_console.out(savedLine(cell, name, path));
}

void JsonPrinter::finish()
{
    flushText();
}

} // namespace sandglass::cli
