// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/console.h"
#include "cli/figures.h"
#include "cli/printer.h"
#include "cli/terminalimage.h"
#include "cli/terminaltext.h"

namespace sandglass::cli {

/// For people: answers and output on stdout, our own words on stderr. Everything that a model or a
/// kernel said goes through TerminalText.
class TextPrinter : public Printer
{
public:
    struct Style
    {
        bool showCode = true;        ///< the cells' code before their output
        bool showQuestions = false;  ///< of a stored conversation
        bool errorsToStderr = false; ///< a cell's stderr and tracebacks go there, as Python's do
        ImageProtocol images = ImageProtocol::None;
    };

    TextPrinter(Console &console, Style style);

    void record(const Record &record) override;
    void waiting(int secondsLeft, const QString &reason) override;
    void progress(const QString &what, qint64 done, qint64 total) override;
    void failure(const Failure &failure) override;
    void notice(const Notice &notice) override;
    void saved(const CellId &cell, const QString &name, const QString &path) override;
    void finish() override;
    bool isRead() const override { return m_console.isGood(); }

private:
    void output(const Output &output);
    void bundle(const MimeBundle &bundle);
    void done(const DoneRecord &done);
    void say(const QString &text);
    void write(const QByteArray &text, bool toStderr = false);
    void endLine();

    Console &m_console;
    Style m_style;
    TerminalText m_answer; ///< filter of the text block being written
    TerminalText m_stdout;
    TerminalText m_stderr;
    BlockId m_block;
    bool m_atLineStart = true; ///< on stdout
    bool m_errAtLineStart = true;
    QString m_progress;
};

} // namespace sandglass::cli
