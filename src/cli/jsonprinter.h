// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/console.h"
#include "cli/printer.h"

namespace sandglass::cli {

/// --json: one object a line on stdout, at once. An answer's text is one line for each block, when
/// the block is whole. Progress goes to stderr.
class JsonPrinter : public Printer
{
public:
    JsonPrinter(Console &console, ConversationId conversation);

    void record(const Record &record) override;
    void waiting(int secondsLeft, const QString &reason) override;
    void progress(const QString &what, qint64 done, qint64 total) override;
    void failure(const Failure &failure) override;
    void notice(const Notice &notice) override;
    void saved(const CellId &cell, const QString &name, const QString &path) override;
    void finish() override;
    bool isRead() const override { return m_console.isGood(); }

private:
    void text(const TextRecord &text);
    void flushText();

    Console &m_console;
    ConversationId m_conversation;
    TextRecord m_text; ///< the block that is being written; null block for none
    QString m_progress;
    QString m_waiting;
};

} // namespace sandglass::cli
