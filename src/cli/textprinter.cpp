// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/textprinter.h"

#include "cli/highlight.h"
#include "cli/jsonlines.h"
#include "cli/turnend.h"

namespace sandglass::cli {

TextPrinter::TextPrinter(Console &console, Style style)
    : m_console(console)
    , m_style(style)
    , m_answer(false)
    , m_stdout(console.outHasColours())
    , m_stderr(style.errorsToStderr ? console.errHasColours() : console.outHasColours())
{}

void TextPrinter::record(const Record &record)
{
    if (const auto *piece = std::get_if<TextRecord>(&record.body)) {
        if (m_block != piece->block) {
            endLine();
            write("\n");
            m_answer.finish();
        }
        m_block = piece->block;
        write(m_answer.feed(piece->text.toUtf8()));
        return;
    }
    if (const auto *cell = std::get_if<CellRecord>(&record.body)) {
        endLine();
        if (m_style.showCode)
            write('\n' + highlighted(cell->code, m_console.outHasColours()) + '\n');
    } else if (const auto *out = std::get_if<OutputRecord>(&record.body)) {
        if (out->was.isEmpty())
            output(out->output);
    } else if (const auto *end = std::get_if<DoneRecord>(&record.body)) {
        done(*end);
    } else if (const auto *question = std::get_if<TurnRecord>(&record.body)) {
        if (m_style.showQuestions)
            write("\n> " + TerminalText::cleaned(question->text.toUtf8(), false) + '\n');
    } else if (const auto *said = std::get_if<NoticeRecord>(&record.body)) {
        notice(said->notice);
    } else if (const auto *turn = std::get_if<TurnDoneRecord>(&record.body)) {
        endLine();
        if (turn->failure)
            failure(*turn->failure);
        else if (const std::optional<Notice> ended = turnEndNotice(turn->kind))
            notice(*ended);
    }
}

void TextPrinter::output(const Output &output)
{
    if (const auto *stream = std::get_if<StreamOutput>(&output)) {
        const bool isStderr = stream->name == StreamOutput::Name::Stderr;
        write((isStderr ? m_stderr : m_stdout).feed(stream->text),
              isStderr && m_style.errorsToStderr);
    } else if (const auto *error = std::get_if<ErrorOutput>(&output)) {
        const QString text = error->traceback.isEmpty()
                                 ? error->ename + QStringLiteral(": ") + error->evalue
                                 : error->traceback.join(u'\n');
        if (!m_atLineStart)
            write("\n");
        const bool colours =
            m_style.errorsToStderr ? m_console.errHasColours() : m_console.outHasColours();
        write(TerminalText::cleaned(text.toUtf8(), colours) + '\n', m_style.errorsToStderr);
    } else if (const auto *display = std::get_if<DisplayData>(&output)) {
        bundle(display->bundle);
    } else if (const auto *update = std::get_if<UpdateDisplayData>(&output)) {
        bundle(update->bundle);
    } else if (const auto *result = std::get_if<ExecuteResult>(&output)) {
        bundle(result->bundle);
    }
}

void TextPrinter::bundle(const MimeBundle &bundle)
{
    const auto [extension, bytes] = Figures::figureOf(bundle);
    if (!bytes.isEmpty()) {
        if (extension == QLatin1String("png"))
            write(imageSequence(m_style.images, bytes));
        return; // saved() names its file
    }
    for (const char *mime : {"text/plain", "text/markdown", "text/latex", "text/html"}) {
        const auto it = bundle.data.find(QLatin1String(mime));
        if (it == bundle.data.end())
            continue;
        endLine();
        write(TerminalText::cleaned(it->second, m_console.outHasColours()));
        endLine();
        return;
    }
}

void TextPrinter::done(const DoneRecord &done)
{
    write(m_stdout.finish());
    write(m_stderr.finish(), m_style.errorsToStderr);
    for (const FileInfo &file : done.result.files)
        say(QStringLiteral("File: %1 (%2 bytes)").arg(file.name).arg(file.size));
    switch (done.result.status) {
    case CellStatus::TimedOut:
        say(QStringLiteral("The cell ran longer than its time limit and was interrupted."));
        break;
    case CellStatus::Interrupted:
        say(QStringLiteral("The cell was interrupted."));
        break;
    case CellStatus::Died:
        say(QStringLiteral("The kernel died."));
        break;
    default:
        break;
    }
    if (done.result.variablesLost)
        say(QStringLiteral("Its variables are lost; the next cell starts a new kernel."));
}

void TextPrinter::waiting(int secondsLeft, const QString &reason)
{
    if (secondsLeft == 0)
        progress(reason, 0, 0);
    else if (m_console.errIsTerminal())
        say(QStringLiteral("%1 Trying again in %2 s.").arg(reason).arg(secondsLeft));
}

void TextPrinter::progress(const QString &what, qint64, qint64)
{
    if (m_progress != what)
        say(what);
    m_progress = what;
}

void TextPrinter::failure(const Failure &failure)
{
    say(failureText(failure));
}

void TextPrinter::notice(const Notice &notice)
{
    say(notice.text);
}

void TextPrinter::saved(const CellId &cell, const QString &name, const QString &path)
{
    say(cell.isNull() ? QStringLiteral("Saved %1 as %2").arg(name, path)
                      : QStringLiteral("Figure: %1").arg(path));
}

void TextPrinter::finish()
{
    write(m_stdout.finish() + m_answer.finish());
    endLine();
}

void TextPrinter::say(const QString &text)
{
    // On one terminal both streams share a line; apart, stdout stays what the cell printed.
    if (m_console.outIsTerminal() && m_console.errIsTerminal())
        endLine();
    if (!m_errAtLineStart)
        m_console.err("\n");
    m_errAtLineStart = true;
    m_console.say(text);
}

void TextPrinter::write(const QByteArray &text, bool toStderr)
{
    if (text.isEmpty())
        return;
    if (toStderr)
        m_console.err(text);
    else
        m_console.out(text);
    (toStderr ? m_errAtLineStart : m_atLineStart) = text.endsWith('\n');
}

void TextPrinter::endLine()
{
    if (!m_atLineStart)
        write("\n");
}

} // namespace sandglass::cli
