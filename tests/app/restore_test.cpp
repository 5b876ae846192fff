// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lostcells.h"
#include "app/session.h"
#include "tests/app/fakes.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

using namespace sandglass;

namespace {

/// A session whose cells say what they were given; code with "fail" in it fails, with "die" ends
/// the kernel.
class Restore : public testing::Test
{
protected:
    Restore() { open(); }

    void open()
    {
        Session::Parts parts;
        parts.sandbox = [this](const QString &, const Settings &, const QList<FileRecord> &) {
            if (noSandbox)
                throw Error(ErrorKind::SetupFailed, QStringLiteral("No sandbox here."));
            return std::make_unique<FakeSandbox>([this](const FakeCell &cell) {
                const std::lock_guard lock(mutex);
                ran << cell.request.code;
                CellResult result = okResult();
                if (cell.request.code.contains(failing))
                    result.status = CellStatus::Error;
                if (cell.request.code.contains("die")) {
                    result.status = CellStatus::Died;
                    result.variablesLost = true;
                }
                return result;
            });
        };
        parts.model = [this](const Settings &, const Secret &) {
            return std::make_unique<FakeModel>([this](const ModelRequest &request,
                                                      const ModelEvents &events, std::stop_token,
                                                      int) {
                asked = request.messages;
                return replyOf(events, QStringLiteral("ok"));
            });
        };
        Settings settings;
        settings.dataFolder = data.path();
        session = std::make_unique<Session>(parts, settings, id);
    }

    void run(const QString &code)
    {
        session->runCell(code);
        ASSERT_TRUE(idle());
    }

    bool idle()
    {
        return waitFor([this] { return !session->isBusy(); });
    }

    void reopen()
    {
        session.reset();
        open();
        const std::lock_guard lock(mutex);
        ran.clear();
    }

    QStringList lost() const
    {
        QStringList codes;
        for (const CellId &cell : session->lostCells())
            codes << session->document().cell(cell)->record.code;
        return codes;
    }

    Notice lastNotice() const
    {
        Notice last;
        for (const Block &block : session->document().blocks())
            if (const auto *notice = std::get_if<NoticeBlock>(&block))
                last = notice->record.notice;
        return last;
    }

    QTemporaryDir data;
    ConversationId id = ConversationId::create();
    std::mutex mutex;
    QByteArray failing = "fail";
    bool noSandbox = false;
    QList<QByteArray> ran;
    QList<Message> asked;
    std::unique_ptr<Session> session;
};

const QString a = QStringLiteral("a = 1");
const QString b = QStringLiteral("b = a + 1");
const QString c = QStringLiteral("c = b + 1");

} // namespace

TEST_F(Restore, HasNothingToBringBackWhileTheKernelLives)
{
    EXPECT_TRUE(lost().isEmpty());
    run(a);
    EXPECT_TRUE(lost().isEmpty());
}

TEST_F(Restore, RunsTheCellsOfAnEarlierRunAgainInOrder)
{
    run(a);
    run(b);
    reopen();
    EXPECT_EQ(lost(), (QStringList{a, b}));
    QSignalSpy progress(session.get(), &Session::restoring);
    session->restoreCells();
    ASSERT_TRUE(idle());
    EXPECT_EQ(ran, (QList<QByteArray>{a.toUtf8(), b.toUtf8()}));
    EXPECT_TRUE(lost().isEmpty());
    EXPECT_EQ(lastNotice().subject, allRestored);
    ASSERT_EQ(progress.size(), 2);
    EXPECT_EQ(progress.at(1), (QVariantList{1, 2}));
}

TEST_F(Restore, SaysThatACellCouldNotBeRun)
{
    run(a);
    noSandbox = true;
    reopen();
    session->restoreCells();
    ASSERT_TRUE(idle());
    EXPECT_TRUE(lastNotice().text.contains(QStringLiteral("could not be run")))
        << lastNotice().text.toStdString();
}

TEST_F(Restore, BringsBackWhatWasBroughtBackOnceMore)
{
    run(a);
    reopen();
    session->restoreCells();
    ASSERT_TRUE(idle());
    run(b);
    reopen();
    EXPECT_EQ(lost(), (QStringList{a, b}));
}

TEST_F(Restore, StopsAtTheFirstCellThatFailsNow)
{
    run(a);
    run(b);
    run(c);
    reopen();
    failing = "b =";
    session->restoreCells();
    ASSERT_TRUE(idle());
    EXPECT_EQ(ran.size(), 2);
    EXPECT_EQ(lost(), (QStringList{a, b, c}));
    EXPECT_TRUE(lastNotice().text.contains(QStringLiteral("cell 2 of 3")));
}

TEST_F(Restore, GoesOnBehindACellThatHadFailedBefore)
{
    run(QStringLiteral("import x; fail()"));
    run(b);
    reopen();
    session->restoreCells();
    ASSERT_TRUE(idle());
    EXPECT_EQ(ran.size(), 2);
    EXPECT_TRUE(lost().isEmpty());
}

TEST_F(Restore, LeavesOutTheCellThatEndedTheKernel)
{
    run(a);
    run(QStringLiteral("die()"));
    EXPECT_EQ(lost(), QStringList{a});
    run(c);
    EXPECT_EQ(lost(), QStringList{a});
    session->restartKernel();
    ASSERT_TRUE(idle());
    EXPECT_EQ(lost(), (QStringList{a, c}));
}

TEST_F(Restore, TellsTheModelWhatIsGoneAndWhatWasBroughtBack)
{
    run(a);
    reopen();
    session->restoreCells();
    ASSERT_TRUE(idle());
    session->ask(QStringLiteral("What is a?"));
    ASSERT_TRUE(idle());
    const QString told = asked.back().text;
    EXPECT_TRUE(told.contains(QStringLiteral("variables from before are gone")));
    EXPECT_TRUE(told.contains(QStringLiteral("their variables are back")) ||
                told.contains(QStringLiteral("its variables are back")));
    const auto calls = std::count_if(asked.cbegin(), asked.cend(), [](const Message &message) {
        return !message.calls.isEmpty();
    });
    EXPECT_EQ(calls, 1); // not once more for the cell that ran again
}

TEST_F(Restore, TakesAFileBackOutOfTheConversation)
{
    const QString path = data.filePath(QStringLiteral("a.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("x\n1\n");
    file.close();
    session->attach({path});
    ASSERT_TRUE(waitFor([&] { return session->document().files().size() == 1; }));
    const QString work = session->folder() + QStringLiteral("/work/a.csv");
    EXPECT_TRUE(QFile::exists(work));
    session->detach(QStringLiteral("a.csv"));
    ASSERT_TRUE(waitFor([&] { return session->document().files().isEmpty(); }));
    EXPECT_FALSE(QFile::exists(work));
    session->ask(QStringLiteral("q"));
    ASSERT_TRUE(idle());
    const auto &question = std::get<QuestionBlock>(session->document().blocks().front());
    EXPECT_TRUE(question.record.files.isEmpty());
    reopen();
    EXPECT_TRUE(session->document().files().isEmpty());
}
