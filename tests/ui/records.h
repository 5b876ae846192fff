// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/conversation.h"

namespace sandglass::test {

/// Fills a document as a session does, one record after the other.
class Records
{
public:
    explicit Records(Conversation &document)
        : m_document(document)
    {}

    static CellResult ok(int number = 1, double seconds = 0.8);

    TurnId question(const QString &text, const QStringList &files = {});
    BlockId answer(const QString &text, BlockId block = BlockId::create());
    CellId cell(const QString &code, CellOrigin origin = CellOrigin::Model);
    void print(const CellId &cell, const QByteArray &text,
               StreamOutput::Name name = StreamOutput::Name::Stdout);
    void show(const CellId &cell, const MimeData &data, const QByteArray &metadata = {});
    void result(const CellId &cell, const MimeData &data);
    void error(const CellId &cell, const QString &name, const QStringList &traceback);
    void done(const CellId &cell);
    void done(const CellId &cell, CellResult result);
    void notice(const CellId &cell, const QString &kind, const QString &text,
                const QString &subject = {});
    void end(TurnDoneRecord::Kind kind, std::optional<Failure> failure = {});
    void file(const QString &name, qint64 size);
    void title(const QString &title);

private:
    void apply(RecordBody body);

    Conversation &m_document;
    TurnId m_turn;
    qint64 m_seq = 0;
    int m_segment = 0;
};

/// A PNG of this size, with a line across it.
QByteArray png(QSize size, bool transparent = false);

} // namespace sandglass::test
