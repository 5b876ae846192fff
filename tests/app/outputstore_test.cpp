// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/outputstore.h"

#include "app/outputfiles.h"
#include "app/outputfold.h"
#include "tests/app/fakes.h"

#include <gtest/gtest.h>

#include <QDir>

namespace sandglass {

namespace {

const QByteArray png("\x89PNG\r\n\x1a\n bytes", 14);

DisplayData figure(const QByteArray &bytes, const QString &displayId = {})
{
    return {{{{QStringLiteral("image/png"), bytes}, {QStringLiteral("text/plain"), "fig"}},
             {},
             displayId}};
}

/// A store, the records it keeps (as the journal has them) and what is shown live.
class OutputStoreTest : public testing::Test
{
protected:
    void add(const Output &output)
    {
        OutputStore::Added added = m_store.add(m_cell, output);
        if (added.kept)
            m_kept.push_back({1, {}, *added.kept});
        if (added.shown)
            foldOutput(m_live, *added.shown);
        if (added.notice)
            m_notices << *added.notice;
    }

    void finish()
    {
        const QList<OutputRecord> ends = m_store.finish(m_cell);
        for (const OutputRecord &end : ends) {
            m_kept.push_back({1, {}, end});
            foldOutput(m_live, end);
        }
        m_store.rename(ends);
        m_store.sync();
    }

    /// What opening the conversation again would show.
    CellBlock reopened(bool adopt = true)
    {
        std::vector<Record> records = m_kept;
        for (Record &record : records) { // the journal doesn't have these bytes
            auto &output = std::get<OutputRecord>(record.body);
            if (auto *display = std::get_if<DisplayData>(&output.output)) {
                for (const auto &ref : output.refs)
                    display->bundle.data.erase(ref.first);
            }
        }
        const QList<OutputRecord> adopted = restoreOutputs(folder(), records, adopt);
        OutputStore(folder()).rename(adopted);
        CellBlock block;
        for (const Record &record : records)
            foldOutput(block, std::get<OutputRecord>(record.body));
        return block;
    }

    static const StreamText &stream(const CellBlock &block, qsizetype index)
    {
        return std::get<StreamText>(block.outputs.at(index).value);
    }

    QString folder() const { return m_folder.filePath(QStringLiteral("outputs")); }
    QStringList files() const { return QDir(folder()).entryList(QDir::Files, QDir::Name); }

    QTemporaryDir m_folder;
    CellId m_cell = CellId::create();
    OutputStore m_store{folder()};
    std::vector<Record> m_kept;
    CellBlock m_live;
    QList<Notice> m_notices;
};

} // namespace

TEST_F(OutputStoreTest, KeepsShortTextInTheJournalAlone)
{
    add(out("a\n"));
    add(out("b\n"));
    add(err("c\n"));
    finish();
    EXPECT_TRUE(files().isEmpty());
    const CellBlock block = reopened();
    ASSERT_EQ(block.outputs.size(), 2);
    EXPECT_EQ(stream(block, 0).head, "a\nb\n");
    EXPECT_EQ(stream(block, 1).head, "c\n");
    EXPECT_EQ(stream(block, 1).name, StreamOutput::Name::Stderr);
}

TEST_F(OutputStoreTest, PutsLongTextInAFileAndShowsItsEnds)
{
    QByteArray all;
    for (int i = 0; i < 20'000; ++i) {
        const QByteArray line = "line " + QByteArray::number(i) + " äöü\n";
        all += line;
        add(out(line));
    }
    EXPECT_EQ(files(), QStringList{m_cell.toString() + QStringLiteral("-stdout-0.part")});
    finish();
    ASSERT_EQ(files().size(), 1);
    EXPECT_TRUE(files().front().endsWith(QStringLiteral(".txt")));
    EXPECT_EQ(readOutput(folder(), files().front(), 1 << 30), all);
    qint64 journal = 0;
    for (const Record &record : m_kept)
        journal += std::get<StreamOutput>(std::get<OutputRecord>(record.body).output).text.size();
    EXPECT_LE(journal, OutputStore::maxInline);
    for (const CellBlock &block : {m_live, reopened()}) {
        ASSERT_EQ(block.outputs.size(), 1);
        const StreamText &text = stream(block, 0);
        EXPECT_EQ(text.file, files().front());
        EXPECT_EQ(text.bytes, all.size());
        EXPECT_EQ(text.lines, 20'000);
        EXPECT_TRUE(all.startsWith(text.head));
        EXPECT_TRUE(all.endsWith(text.tail));
        EXPECT_LE(text.head.size(), StreamText::headSize);
        EXPECT_GE(text.tail.size(), StreamText::tailSize - 3);
        EXPECT_LE(text.tail.size(), 2 * StreamText::tailSize);
        EXPECT_GT(text.linesLeftOut(), 0);
    }
}

TEST_F(OutputStoreTest, AdoptsFilesThatAKilledAppLeft)
{
    const QByteArray text(300'000, 'x');
    add(out(text));
    m_kept.shrink_to_fit(); // killed here: finish() was never called
    const CellBlock block = reopened();
    ASSERT_EQ(files().size(), 1);
    EXPECT_TRUE(files().front().endsWith(QStringLiteral(".txt")));
    EXPECT_EQ(stream(block, 0).bytes, text.size());
    EXPECT_EQ(stream(block, 0).file, files().front());
}

TEST_F(OutputStoreTest, LeavesGrowingFilesAloneForAReader)
{
    add(out(QByteArray(300'000, 'x')));
    const CellBlock block = reopened(false);
    EXPECT_TRUE(files().front().endsWith(QStringLiteral(".part")));
    EXPECT_EQ(stream(block, 0).bytes, 300'000);
}

TEST_F(OutputStoreTest, FinishesARenamingThatWasCutOff)
{
    add(out(QByteArray(300'000, 'x')));
    for (const OutputRecord &end : m_store.finish(m_cell))
        m_kept.push_back({1, {}, end}); // journaled, and killed before the renaming
    const CellBlock block = reopened();
    EXPECT_TRUE(files().front().endsWith(QStringLiteral(".txt")));
    EXPECT_EQ(stream(block, 0).file, files().front());
}

TEST_F(OutputStoreTest, RemovesFilesThatNothingNames)
{
    QDir().mkpath(folder());
    for (const QString &name :
         {m_cell.toString() + QStringLiteral("-stdout-9.part"), QStringLiteral("x.tmp")}) {
        QFile file(folder() + QLatin1Char('/') + name);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    }
    reopened();
    EXPECT_TRUE(files().isEmpty());
}

TEST_F(OutputStoreTest, KeepsTheOrderOfLongTextAndFigures)
{
    add(out(QByteArray(100'000, 'a')));
    add(figure(png));
    add(out(QByteArray(100'000, 'b')));
    add(figure(png + "2"));
    finish();
    for (const CellBlock &block : {m_live, reopened()}) {
        ASSERT_EQ(block.outputs.size(), 4);
        EXPECT_EQ(stream(block, 0).head.front(), 'a');
        EXPECT_TRUE(std::holds_alternative<DisplayData>(block.outputs[1].value));
        EXPECT_EQ(stream(block, 2).head.front(), 'b');
        EXPECT_NE(stream(block, 0).file, stream(block, 2).file);
        const auto &ref = block.outputs[1].files.at(QStringLiteral("image/png"));
        EXPECT_EQ(readOutput(folder(), ref.file, 100), png);
        EXPECT_FALSE(std::get<DisplayData>(block.outputs[1].value)
                         .bundle.data.contains(QStringLiteral("image/png")));
    }
}

TEST_F(OutputStoreTest, KeepsTheSameImageOnce)
{
    for (int i = 0; i < 5; ++i)
        add(figure(png));
    EXPECT_EQ(files().size(), 1);
    EXPECT_EQ(m_live.outputs.size(), 5);
}

TEST_F(OutputStoreTest, ForgetsWhatWasCleared)
{
    add(out(QByteArray(200'000, 'a')));
    add(ClearOutput{true});
    EXPECT_EQ(m_live.outputs.size(), 1);
    add(out("b"));
    finish();
    EXPECT_TRUE(files().isEmpty());
    for (const CellBlock &block : {m_live, reopened()}) {
        ASSERT_EQ(block.outputs.size(), 1);
        EXPECT_EQ(stream(block, 0).head, "b");
        EXPECT_TRUE(stream(block, 0).file.isEmpty());
    }
}

TEST_F(OutputStoreTest, BoundsAnInterleavedFloodAndLosesNoText)
{
    qint64 bytes = 0;
    for (int i = 0; i < 20'000; ++i) {
        const QByteArray line = "line " + QByteArray::number(i) + '\n';
        bytes += 2 * line.size();
        add(out(line));
        add(err(line));
    }
    finish();
    EXPECT_EQ(m_notices.size(), 1);
    EXPECT_LE(m_live.outputs.size(), OutputStore::maxSegments + 2);
    qint64 shown = 0;
    qint64 told = 0;
    for (const CellBlock &block : {reopened()}) {
        for (const ShownOutput &output : block.outputs) {
            const auto &text = std::get<StreamText>(output.value);
            shown += text.head.size() + text.tail.size();
            told += text.bytes;
        }
    }
    EXPECT_EQ(told, bytes);
    EXPECT_LE(shown, 10 * 1024 * 1024);
}

TEST_F(OutputStoreTest, BoundsTheMemoryOfManyLongSegments)
{
    const QByteArray block(200'000, 'x');
    for (int i = 0; i < 300; ++i) {
        add(out(block));
        add(err("."));
    }
    finish();
    qint64 shown = 0;
    qint64 told = 0;
    for (const ShownOutput &output : m_live.outputs) {
        const auto &text = std::get<StreamText>(output.value);
        shown += text.head.size() + text.tail.size();
        told += text.bytes;
    }
    EXPECT_EQ(told, 300 * (block.size() + 1));
    EXPECT_LE(shown, OutputStore::maxShownText + 1'000'000);
    EXPECT_EQ(m_notices.size(), 1);
}

TEST_F(OutputStoreTest, CapsTheFiguresOfACellAndSaysItOnce)
{
    for (int i = 0; i < OutputStore::maxBundles + 50; ++i)
        add(figure(png));
    EXPECT_EQ(m_live.outputs.size(), OutputStore::maxBundles);
    EXPECT_EQ(m_notices.size(), 1);
    add(ClearOutput{false});
    add(figure(png));
    EXPECT_EQ(m_live.outputs.size(), 1);
}

TEST_F(OutputStoreTest, PutsLongHtmlInAFile)
{
    MimeBundle bundle;
    bundle.data[QStringLiteral("text/html")] = QByteArray(100'000, 'h');
    add(ExecuteResult{bundle, 3});
    ASSERT_EQ(files().size(), 1);
    EXPECT_TRUE(files().front().endsWith(QStringLiteral(".html")));
}

TEST_F(OutputStoreTest, SaysThatAFileCannotBeWrittenAndShowsTheTextAllTheSame)
{
    QFile blocking(folder());
    ASSERT_TRUE(blocking.open(QIODevice::WriteOnly)); // a file in the place of the folder
    add(out(QByteArray(100'000, 'a')));
    add(figure(png));
    EXPECT_FALSE(m_store.takeError().isEmpty());
    EXPECT_TRUE(m_store.takeError().isEmpty());
    ASSERT_EQ(m_live.outputs.size(), 2);
    EXPECT_EQ(stream(m_live, 0).bytes, 100'000);
    EXPECT_TRUE(std::get<DisplayData>(m_live.outputs[1].value)
                    .bundle.data.contains(QStringLiteral("image/png")));
}

TEST(StreamText, NeverCutsACharacter)
{
    StreamText text;
    QByteArray all;
    while (all.size() < 500'000) {
        all += "日本語🌍";
        text.append("日本語🌍");
    }
    for (const QByteArray &part : {text.head, text.tail})
        EXPECT_EQ(QString::fromUtf8(part).toUtf8(), part);
    EXPECT_EQ(text.bytes, all.size());
    const StreamText ends = StreamText::ofEnds(all.left(StreamText::headSize + 1),
                                               all.right(StreamText::tailSize - 1), all.size(), 0);
    EXPECT_EQ(QString::fromUtf8(ends.head).toUtf8(), ends.head);
    EXPECT_EQ(QString::fromUtf8(ends.tail).toUtf8(), ends.tail);
    EXPECT_TRUE(all.endsWith(ends.tail));
}

TEST(StreamText, TakesBytesThatAreNoTextAtAll)
{
    StreamText text;
    for (int i = 0; i < 100; ++i)
        text.append(QByteArray(10'000, '\x80'));
    EXPECT_EQ(text.bytes, 1'000'000);
    EXPECT_LE(text.head.size() + text.tail.size(), StreamText::headSize + 2 * StreamText::tailSize);
}

TEST(OutputFiles, AreOpenedByGoodNamesOnly)
{
    QTemporaryDir folder;
    QFile secret(folder.filePath(QStringLiteral("secret")));
    ASSERT_TRUE(secret.open(QIODevice::WriteOnly));
    secret.write("s");
    secret.close();
    EXPECT_TRUE(readOutput(folder.path(), QStringLiteral("secret"), 10).isEmpty());
    EXPECT_TRUE(readOutput(folder.path() + QStringLiteral("/x"), QStringLiteral("../secret"), 10)
                    .isEmpty());
}

} // namespace sandglass
