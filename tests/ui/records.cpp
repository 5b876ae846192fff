// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/records.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>

namespace sandglass::test {

void Records::apply(RecordBody body)
{
    Record record;
    record.seq = ++m_seq;
    record.time = QDateTime::currentDateTimeUtc();
    record.body = std::move(body);
    m_document.apply(record);
}

TurnId Records::question(const QString &text, const QStringList &files)
{
    TurnRecord turn;
    turn.turn = TurnId::create();
    turn.parent = m_turn;
    turn.text = text;
    turn.files = files;
    m_turn = turn.turn;
    apply(turn);
    return m_turn;
}

BlockId Records::answer(const QString &text, BlockId block)
{
    TextRecord record;
    record.turn = m_turn;
    record.block = block;
    record.text = text;
    apply(record);
    return block;
}

CellId Records::cell(const QString &code, CellOrigin origin)
{
    CellRecord record;
    record.cell = CellId::create();
    if (origin == CellOrigin::Model)
        record.turn = m_turn;
    record.code = code;
    record.origin = origin;
    m_segment = 0;
    apply(record);
    return record.cell;
}

void Records::print(const CellId &cell, const QByteArray &text, StreamOutput::Name name)
{
    OutputRecord record;
    record.cell = cell;
    record.output = StreamOutput{name, text};
    record.segment = name == StreamOutput::Name::Stdout ? m_segment : m_segment + 1000;
    apply(record);
}

void Records::show(const CellId &cell, const MimeData &data, const QByteArray &metadata)
{
    OutputRecord record;
    record.cell = cell;
    record.output = DisplayData{MimeBundle{data, metadata, {}}};
    ++m_segment;
    apply(record);
}

void Records::result(const CellId &cell, const MimeData &data)
{
    OutputRecord record;
    record.cell = cell;
    record.output = ExecuteResult{MimeBundle{data, {}, {}}, 1};
    apply(record);
}

void Records::error(const CellId &cell, const QString &name, const QStringList &traceback)
{
    OutputRecord record;
    record.cell = cell;
    record.output = ErrorOutput{name, {}, traceback};
    apply(record);
}

void Records::done(const CellId &cell)
{
    done(cell, ok());
}

void Records::done(const CellId &cell, CellResult result)
{
    DoneRecord record;
    record.cell = cell;
    record.result = std::move(result);
    apply(record);
}

void Records::notice(const CellId &cell, const QString &kind, const QString &text,
                     const QString &subject)
{
    NoticeRecord record;
    record.cell = cell;
    record.notice = {kind, text, subject};
    apply(record);
}

void Records::end(TurnDoneRecord::Kind kind, std::optional<Failure> failure)
{
    TurnDoneRecord record;
    record.turn = m_turn;
    record.kind = kind;
    record.failure = std::move(failure);
    apply(record);
}

void Records::file(const QString &name, qint64 size)
{
    FileRecord record;
    record.name = name;
    record.size = size;
    apply(record);
}

void Records::title(const QString &title)
{
    apply(MetaRecord{title});
}

CellResult Records::ok(int number, double seconds)
{
    CellResult result;
    result.status = CellStatus::Ok;
    result.seconds = seconds;
    result.executionCount = number;
    return result;
}

QByteArray png(QSize size, bool transparent)
{
    QImage image(size, QImage::Format_ARGB32);
    image.fill(transparent ? Qt::transparent : Qt::white);
    QPainter painter(&image);
    painter.setPen(QPen(Qt::blue, 4));
    painter.drawLine(0, size.height(), size.width(), 0);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

} // namespace sandglass::test
