// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/longconversation.h"

#include "app/openconversation.h"
#include "app/recordjson.h"

#include <QDir>

namespace sandglass::test {

qint64 writeLongConversation(const QString &dataFolder, const ConversationId &id, int turns)
{
    const QString folder = conversationFolder(dataFolder, id);
    QFile journal(folder + QStringLiteral("/journal.jsonl"));
    if (!QDir().mkpath(folder) || !journal.open(QIODevice::WriteOnly))
        return 0;
    qint64 seq = 0;
    const auto add = [&](RecordBody body) {
        journal.write(recordToLine({++seq, QDateTime::currentDateTimeUtc(), std::move(body)}));
    };
    const QString prose =
        QStringLiteral("Some **words** about `it` and a [link](https://x.example).\n\n"
                       "| a | b |\n|--|--:|\n| 1 | 2 |\n\n- one\n- two\n\n")
            .repeated(12);
    add(MetaRecord{QStringLiteral("A long conversation")});
    TurnId before;
    for (int i = 0; i < turns; ++i) {
        const TurnId turn = TurnId::create();
        const CellId cell = CellId::create();
        add(TurnRecord{turn, before, QStringLiteral("Question %1").arg(i), {}, {}});
        add(TextRecord{turn, BlockId::create(), prose});
        add(CellRecord{cell, turn, QStringLiteral("c%1").arg(i),
                       QStringLiteral("x = 1\nprint(x)\n").repeated(20), CellOrigin::Model});
        OutputRecord printed;
        printed.cell = cell;
        printed.output =
            StreamOutput{StreamOutput::Name::Stdout, QByteArray("a line of output\n").repeated(20)};
        add(printed);
        CellResult result;
        result.executionCount = i + 1;
        result.seconds = 0.8;
        add(DoneRecord{cell, result});
        add(TurnDoneRecord{turn, TurnDoneRecord::Kind::Finished, {}});
        before = turn;
    }
    return journal.size();
}

} // namespace sandglass::test
