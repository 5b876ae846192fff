// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include "app/journal.h"
#include "app/openconversation.h"
#include "app/recorder.h"
#include "tests/app/fakes.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QSignalSpy>

namespace sandglass {

namespace {

const QByteArray printX = R"json({"code":"print('x')"})json";

/// A session with a scripted model and sandbox in a folder of its own.
class SessionTest : public testing::Test
{
protected:
    void open()
    {
        Session::Parts parts;
        parts.sandbox = [this](const QString &, const Settings &, const QList<FileRecord> &mounts) {
            ++m_sandboxes;
            m_mounts = mounts;
            return std::make_unique<FakeSandbox>([this](const FakeCell &c) { return m_cell(c); });
        };
        parts.model = [this](const Settings &, const Secret &) {
            return std::make_unique<FakeModel>(m_model);
        };
        parts.addPackages = m_addPackages;
        Settings settings;
        settings.dataFolder = m_data.path();
        m_session = std::make_unique<Session>(parts, settings, m_id);
        QObject::connect(m_session.get(), &Session::failed, m_session.get(),
                         [this](const Failure &failure) { m_failures << failure; });
    }

    bool idle()
    {
        return waitFor([this] { return !m_session->isBusy(); });
    }

    void reopen()
    {
        m_session.reset();
        open();
    }

    template <class T>
    QList<T> blocks() const
    {
        QList<T> found;
        for (const Block &block : m_session->document().blocks()) {
            if (const T *value = std::get_if<T>(&block))
                found << *value;
        }
        return found;
    }

    LoadedJournal journal() const
    {
        return Journal::load(m_folder + QStringLiteral("/journal.jsonl"));
    }

    /// A model that runs `print('x')` once and then says what it was told.
    static ModelReply twoSteps(const ModelRequest &request, const ModelEvents &events,
                               std::stop_token, int number)
    {
        if (number == 0)
            return replyOf(events, QStringLiteral("Let me see. "), printX);
        return replyOf(events, QStringLiteral("It says: ") + request.messages.back().text);
    }

    QTemporaryDir m_data;
    ConversationId m_id = ConversationId::create();
    QString m_folder = conversationFolder(m_data.path(), m_id);
    CellScript m_cell = [](const FakeCell &cell) {
        cell.output(out("x\n"));
        return okResult();
    };
    FakeModel::Script m_model = twoSteps;
    decltype(Session::Parts::addPackages) m_addPackages;
    std::atomic<int> m_sandboxes = 0;
    QList<FileRecord> m_mounts;
    QList<Failure> m_failures;
    std::unique_ptr<Session> m_session;
};

} // namespace

TEST_F(SessionTest, KeepsTheTokensOfAllRequestsOfATurn)
{
    m_model = [](const ModelRequest &request, const ModelEvents &events, std::stop_token stop,
                 int number) {
        ModelReply reply = twoSteps(request, events, stop, number);
        reply.usage = {1000, 30};
        return reply;
    };
    open();
    m_session->ask(QStringLiteral("What is x?"));
    ASSERT_TRUE(idle());
    EXPECT_EQ(m_session->document().usage(), (Usage{2000, 60}));
    m_session.reset();
    open();
    EXPECT_EQ(m_session->document().usage(), (Usage{2000, 60}));
}

TEST_F(SessionTest, AnswersAQuestionWithACellAndRecordsEveryStep)
{
    open();
    QList<Record> recorded;
    QObject::connect(m_session.get(), &Session::recorded, m_session.get(),
                     [&](const Record &record) { recorded << record; });
    const TurnId turn = m_session->ask(QStringLiteral("What is x?"));
    EXPECT_TRUE(m_session->isBusy());
    ASSERT_TRUE(idle());
    const Conversation &document = m_session->document();
    EXPECT_EQ(document.title(), QStringLiteral("What is x?"));
    ASSERT_EQ(document.blocks().size(), 4u);
    const auto &question = std::get<QuestionBlock>(document.blocks()[0]);
    EXPECT_EQ(question.record.turn, turn);
    ASSERT_TRUE(question.end);
    EXPECT_EQ(question.end->kind, TurnDoneRecord::Kind::Finished);
    EXPECT_EQ(std::get<AnswerBlock>(document.blocks()[1]).text, QStringLiteral("Let me see. "));
    const auto &cell = std::get<CellBlock>(document.blocks()[2]);
    EXPECT_EQ(cell.record.code, QStringLiteral("print('x')"));
    EXPECT_EQ(cell.result->status, CellStatus::Ok);
    EXPECT_EQ(std::get<StreamText>(cell.outputs.at(0).value).head, "x\n");
    EXPECT_TRUE(std::get<AnswerBlock>(document.blocks()[3]).text.contains(QLatin1Char('x')));
    EXPECT_EQ(recorded.size(), static_cast<qsizetype>(journal().records.size()));
}

TEST_F(SessionTest, ShowsTheSameWhenItIsOpenedAgain)
{
    m_cell = [](const FakeCell &cell) {
        cell.output(out("text\n"));
        MimeBundle bundle;
        bundle.data[QStringLiteral("image/png")] = "PNG";
        cell.output(DisplayData{bundle});
        cell.output(out(QByteArray(200'000, 'y')));
        CellResult result = okResult(3);
        result.files = {{QStringLiteral("r.csv"), 5, 1}};
        return result;
    };
    open();
    m_session->ask(QStringLiteral("q"));
    ASSERT_TRUE(idle());
    const size_t before = m_session->document().blocks().size();
    reopen();
    EXPECT_EQ(m_session->document().blocks().size(), before);
    const CellBlock cell = blocks<CellBlock>().front();
    ASSERT_EQ(cell.outputs.size(), 3);
    EXPECT_EQ(m_session->outputBytes(cell.outputs[1].files.at(QStringLiteral("image/png")).file),
              "PNG");
    EXPECT_EQ(std::get<StreamText>(cell.outputs[2].value).bytes, 200'000);
    EXPECT_EQ(m_session->document().sandboxFiles().size(), 1);
    EXPECT_EQ(cell.result->executionCount, 3);
}

TEST_F(SessionTest, ShowsOutputWhileTheCellRuns)
{
    std::promise<void> seen;
    std::shared_future<void> go = seen.get_future().share();
    m_cell = [go](const FakeCell &cell) {
        cell.output(out("first\n"));
        go.wait();
        return okResult();
    };
    open();
    const CellId id = m_session->runCell(QStringLiteral("work()"));
    EXPECT_TRUE(waitFor([&] {
        const CellBlock *cell = m_session->document().cell(id);
        return cell && !cell->outputs.isEmpty();
    }));
    EXPECT_FALSE(m_session->document().cell(id)->result);
    // And it is in the journal already.
    bool kept = false;
    for (const Record &record : journal().records)
        kept |= std::holds_alternative<OutputRecord>(record.body);
    EXPECT_TRUE(kept);
    seen.set_value();
    ASSERT_TRUE(idle());
}

TEST_F(SessionTest, StopsACellAndKeepsAHistoryThatTheNextRequestAccepts)
{
    std::atomic<bool> running = false;
    m_cell = [&](const FakeCell &cell) {
        running = true;
        while (!cell.stop.stop_requested())
            std::this_thread::yield();
        CellResult result;
        result.status = CellStatus::Interrupted;
        return result;
    };
    QList<Message> next;
    m_model = [&](const ModelRequest &request, const ModelEvents &events, std::stop_token, int n) {
        if (request.messages.back().text.contains(QStringLiteral("second"))) {
            next = request.messages;
            return replyOf(events, QStringLiteral("ok"));
        }
        return twoSteps(request, events, {}, n);
    };
    open();
    m_session->ask(QStringLiteral("first"));
    ASSERT_TRUE(waitFor([&] { return running.load(); }));
    m_session->stop();
    ASSERT_TRUE(idle());
    EXPECT_EQ(blocks<QuestionBlock>().front().end->kind, TurnDoneRecord::Kind::Stopped);
    m_session->ask(QStringLiteral("second"));
    ASSERT_TRUE(idle());
    ASSERT_EQ(next.size(), 4);
    EXPECT_EQ(next[1].calls.size(), 1);
    EXPECT_EQ(next[2].role, Message::Role::Tool);
    EXPECT_EQ(next[2].callId, next[1].calls[0].id);
    EXPECT_EQ(next[3].role, Message::Role::User);
}

TEST_F(SessionTest, StopsATurnThatWaitsForItsModel)
{
    std::atomic<bool> asked = false;
    m_model = [&](const ModelRequest &, const ModelEvents &events, std::stop_token stop,
                  int) -> ModelReply {
        events.onText(QStringLiteral("Thinking"));
        asked = true;
        while (!stop.stop_requested())
            std::this_thread::yield();
        throw Error(ErrorKind::Cancelled, QStringLiteral("Stopped."));
    };
    open();
    m_session->ask(QStringLiteral("q"));
    ASSERT_TRUE(waitFor([&] { return asked.load(); }));
    m_session->stop();
    ASSERT_TRUE(idle());
    EXPECT_EQ(blocks<QuestionBlock>().front().end->kind, TurnDoneRecord::Kind::Stopped);
    EXPECT_EQ(blocks<AnswerBlock>().front().text, QStringLiteral("Thinking"));
}

TEST_F(SessionTest, CanBeStoppedBeforeItsJobBeginsAndIsIdleThen)
{
    open();
    for (int i = 0; i < 20; ++i) {
        m_session->ask(QStringLiteral("q"));
        m_session->ask(QStringLiteral("never"));
        m_session->stop();
        ASSERT_TRUE(idle());
    }
    for (const QuestionBlock &question : blocks<QuestionBlock>())
        EXPECT_TRUE(question.end);
}

TEST_F(SessionTest, EndsATurnWithTheReasonWhenTheModelFails)
{
    m_model = [](const ModelRequest &, const ModelEvents &events, std::stop_token,
                 int) -> ModelReply {
        events.onText(QStringLiteral("partial"));
        throw Error(ErrorKind::Auth, QStringLiteral("The key was refused."),
                    QStringLiteral("Enter another."));
    };
    open();
    m_session->ask(QStringLiteral("q"));
    ASSERT_TRUE(idle());
    const QuestionBlock question = blocks<QuestionBlock>().front();
    EXPECT_EQ(question.end->kind, TurnDoneRecord::Kind::Failed);
    EXPECT_EQ(question.end->failure->kind, ErrorKind::Auth);
    EXPECT_EQ(blocks<AnswerBlock>().front().text, QStringLiteral("partial"));
}

TEST_F(SessionTest, EndsACellThatCouldNotRunAndSaysWhy)
{
    m_cell = [](const FakeCell &) -> CellResult {
        throw Error(ErrorKind::Unsupported, QStringLiteral("There is no bubblewrap."),
                    QStringLiteral("Install it."));
    };
    open();
    m_session->ask(QStringLiteral("q"));
    ASSERT_TRUE(idle());
    const CellBlock cell = blocks<CellBlock>().front();
    ASSERT_TRUE(cell.result);
    ASSERT_EQ(cell.notices.size(), 1);
    EXPECT_TRUE(cell.notices[0].text.contains(QStringLiteral("Install it.")));
    EXPECT_EQ(blocks<QuestionBlock>().front().end->kind, TurnDoneRecord::Kind::Failed);
}

TEST_F(SessionTest, TellsTheModelOfCellsThatThePersonRan)
{
    QList<Message> told;
    m_model = [&](const ModelRequest &request, const ModelEvents &events, std::stop_token, int) {
        told = request.messages;
        return replyOf(events, QStringLiteral("ok"));
    };
    open();
    m_session->runCell(QStringLiteral("y = 42\nprint(y)"));
    m_session->ask(QStringLiteral("What is y?"));
    ASSERT_TRUE(idle());
    ASSERT_EQ(told.size(), 4);
    EXPECT_EQ(told[0].role, Message::Role::User);
    EXPECT_TRUE(told[0].text.contains(QStringLiteral("person")));
    EXPECT_TRUE(told[1].calls.at(0).arguments.contains("y = 42\\nprint(y)"));
    EXPECT_EQ(told[2].role, Message::Role::Tool);
    EXPECT_TRUE(told[3].text.contains(QStringLiteral("What is y?")));
}

TEST_F(SessionTest, CallsACellUnknownWhoseEndNobodySaw)
{
    const TurnId turn = TurnId::create();
    const CellId cell = CellId::create();
    {
        const OpenedConversation opened = openConversation(m_data.path(), m_id);
        RecordQueue queue([] {});
        auto journal = std::make_unique<Journal>(opened.folder + QStringLiteral("/journal.jsonl"));
        journal->open({});
        Recorder recorder(opened.folder, std::move(journal), queue, [](const Failure &) {});
        recorder.add(TurnRecord{turn, {}, QStringLiteral("q"), {}, {}});
        recorder.add(
            CellRecord{cell, turn, QStringLiteral("c1"), QStringLiteral("x"), CellOrigin::Model});
        recorder.addOutput(cell, out(QByteArray(100'000, 'z')));
    }
    QList<Message> history;
    m_model = [&](const ModelRequest &request, const ModelEvents &events, std::stop_token, int) {
        history = request.messages;
        return replyOf(events, QStringLiteral("ok"));
    };
    open();
    const CellBlock *block = m_session->document().cell(cell);
    ASSERT_TRUE(block && block->result);
    EXPECT_EQ(block->result->status, CellStatus::Unknown);
    EXPECT_TRUE(block->result->variablesLost);
    EXPECT_EQ(std::get<StreamText>(block->outputs.at(0).value).bytes, 100'000);
    EXPECT_EQ(blocks<QuestionBlock>().front().end->kind, TurnDoneRecord::Kind::Stopped);
    m_session->ask(QStringLiteral("go on"));
    ASSERT_TRUE(idle());
    ASSERT_EQ(history.size(), 4);
    EXPECT_EQ(history[2].callId, QStringLiteral("c1"));
    EXPECT_TRUE(history[3].text.contains(QStringLiteral("new kernel")));
}

TEST_F(SessionTest, IsReadOnlyWhileAnotherOneHasItOpen)
{
    open();
    m_session->ask(QStringLiteral("q"));
    ASSERT_TRUE(idle());
    Settings settings;
    settings.dataFolder = m_data.path();
    Session second({}, settings, m_id);
    EXPECT_TRUE(second.isReadOnly());
    EXPECT_FALSE(second.readOnlyReason().isEmpty());
    EXPECT_EQ(second.document().blocks().size(), m_session->document().blocks().size());
    QSignalSpy failed(&second, &Session::failed);
    EXPECT_TRUE(second.ask(QStringLiteral("no")).isNull());
    EXPECT_EQ(failed.count(), 1);
}

TEST_F(SessionTest, LeavesNothingBehindWhenNothingWasSaid)
{
    open();
    m_session.reset();
    EXPECT_FALSE(QFileInfo::exists(m_folder));
}

TEST_F(SessionTest, EndsAtOnceWhateverRuns)
{
    std::atomic<bool> running = false;
    m_cell = [&](const FakeCell &cell) {
        running = true;
        while (!cell.stop.stop_requested())
            cell.output(out(QByteArray(50'000, 'f')));
        return okResult();
    };
    open();
    m_session->runCell(QStringLiteral("flood()"));
    // The GUI takes nothing meanwhile: the flood fills the queue and waits.
    while (!running)
        std::this_thread::yield();
    m_session.reset();
    const std::vector<Record> records = journal().records;
    EXPECT_TRUE(std::any_of(records.begin(), records.end(), [](const Record &record) {
        return std::holds_alternative<DoneRecord>(record.body);
    }));
}

TEST_F(SessionTest, DoesNotWaitForCodeThatIgnoresStopWhenItIsClosed)
{
    std::atomic<bool> running = false;
    m_cell = [&](const FakeCell &cell) {
        running = true;
        while (!cell.isKilled())
            std::this_thread::yield();
        CellResult died;
        died.status = CellStatus::Died;
        died.variablesLost = true;
        return died;
    };
    open();
    const CellId id = m_session->runCell(QStringLiteral("ignore()"));
    ASSERT_TRUE(waitFor([&] { return running.load(); }));
    m_session->stop();
    reopen();
    EXPECT_EQ(m_session->document().cell(id)->result->status, CellStatus::Died);
}

TEST_F(SessionTest, TakesAFloodInBoundedPieces)
{
    constexpr int pieces = 2000;
    m_cell = [](const FakeCell &cell) {
        for (int i = 0; i < pieces; ++i)
            cell.output(out(QByteArray(50'000, 'f')));
        return okResult();
    };
    open();
    const CellId id = m_session->runCell(QStringLiteral("flood()"));
    ASSERT_TRUE(waitFor([this] { return !m_session->isBusy(); }, 60'000));
    const auto &text = std::get<StreamText>(m_session->document().cell(id)->outputs.at(0).value);
    EXPECT_EQ(text.bytes, qint64(pieces) * 50'000);
    EXPECT_EQ(QFileInfo(m_folder + QStringLiteral("/outputs/") + text.file).size(), text.bytes);
    EXPECT_LT(QFileInfo(m_folder + QStringLiteral("/journal.jsonl")).size(), 200'000);
}

TEST_F(SessionTest, DoesThingsInTheOrderTheyWereAsked)
{
    open();
    QList<CellId> ids;
    for (int i = 0; i < 5; ++i)
        ids << m_session->runCell(QString::number(i));
    ASSERT_TRUE(idle());
    QList<CellId> ran;
    for (const CellBlock &cell : blocks<CellBlock>())
        ran << cell.record.cell;
    EXPECT_EQ(ran, ids);
    EXPECT_EQ(m_sandboxes, 1);
}

TEST_F(SessionTest, TellsOnceThatItCannotSaveAndGoesOn)
{
    open();
    m_session->runCell(QStringLiteral("1"));
    ASSERT_TRUE(idle());
    const QString outputs = m_folder + QStringLiteral("/outputs");
    QFile blocking(outputs);
    ASSERT_TRUE(blocking.open(QIODevice::WriteOnly));
    m_cell = [](const FakeCell &cell) {
        for (int i = 0; i < 3; ++i) {
            cell.output(out(QByteArray(100'000, 'a')));
            cell.output(err("e"));
        }
        return okResult();
    };
    const CellId id = m_session->runCell(QStringLiteral("2"));
    ASSERT_TRUE(idle());
    EXPECT_EQ(m_session->document().cell(id)->outputs.size(), 6);
    ASSERT_EQ(m_failures.size(), 1);
    EXPECT_EQ(m_failures[0].kind, ErrorKind::File);
}

TEST_F(SessionTest, CopiesAttachedFilesUnderNumberedSafeNames)
{
    m_model = [](const ModelRequest &request, const ModelEvents &events, std::stop_token, int) {
        return replyOf(events, request.messages.back().text);
    };
    QTemporaryDir other;
    QStringList paths;
    for (const QString &folder : {QStringLiteral("a"), QStringLiteral("b")}) {
        QDir(other.path()).mkdir(folder);
        paths << other.filePath(folder +
                                QStringLiteral("/Simple – Ge\u0301ne\u0301rer la suite.csv"));
        QFile file(paths.back());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("a;b\n1;2\n");
    }
    QFile empty(other.filePath(QStringLiteral("empty")));
    ASSERT_TRUE(empty.open(QIODevice::WriteOnly));
    paths << empty.fileName() << other.filePath(QStringLiteral("missing"));
    open();
    QSignalSpy attached(m_session.get(), &Session::attached);
    m_session->attach(paths);
    m_session->ask(QStringLiteral("What is in it?"));
    ASSERT_TRUE(idle());
    ASSERT_EQ(attached.count(), 1);
    const QStringList names = attached[0][0].toStringList();
    EXPECT_EQ(names, (QStringList{QStringLiteral("Simple – Générer la suite.csv"),
                                  QStringLiteral("Simple – Générer la suite (1).csv"),
                                  QStringLiteral("empty")}));
    for (const QString &name : names) {
        EXPECT_TRUE(QFileInfo(m_folder + QStringLiteral("/work/") + name).isFile());
        EXPECT_TRUE(QFileInfo(m_folder + QStringLiteral("/files/") + name).isFile());
        EXPECT_TRUE(blocks<AnswerBlock>().front().text.contains(name));
    }
    EXPECT_EQ(blocks<QuestionBlock>().front().record.files, names);
    ASSERT_EQ(m_failures.size(), 1);
    EXPECT_TRUE(m_failures[0].text.contains(QStringLiteral("missing")));
}

TEST_F(SessionTest, MountsAFolderAndTellsTheModelWhatIsInIt)
{
    m_model = [](const ModelRequest &request, const ModelEvents &events, std::stop_token, int n) {
        return n == 0 ? replyOf(events, request.system, printX)
                      : replyOf(events, QStringLiteral("done"));
    };
    QTemporaryDir other;
    QDir(other.path()).mkpath(QStringLiteral("measurements/deep"));
    QFile file(other.filePath(QStringLiteral("measurements/deep/m.csv")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("12345");
    file.close();
    open();
    m_session->attach({other.filePath(QStringLiteral("measurements"))});
    m_session->ask(QStringLiteral("q"));
    ASSERT_TRUE(idle());
    ASSERT_EQ(m_mounts.size(), 1);
    EXPECT_EQ(m_mounts[0].name, QStringLiteral("data/measurements"));
    EXPECT_EQ(m_mounts[0].source, other.filePath(QStringLiteral("measurements")));
    EXPECT_TRUE(blocks<AnswerBlock>().front().text.contains(QStringLiteral("deep/m.csv")));
    EXPECT_FALSE(QFileInfo::exists(m_folder + QStringLiteral("/work/measurements")));
}

TEST_F(SessionTest, CopiesAttachedFilesAgainIntoALostWorkFolder)
{
    QTemporaryDir other;
    QFile file(other.filePath(QStringLiteral("a.csv")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("1");
    file.close();
    open();
    m_session->attach({file.fileName()});
    m_session->runCell(QStringLiteral("1"));
    ASSERT_TRUE(idle());
    m_session.reset();
    ASSERT_TRUE(QDir(m_folder + QStringLiteral("/work")).removeRecursively());
    open();
    m_session->runCell(QStringLiteral("2"));
    ASSERT_TRUE(idle());
    EXPECT_TRUE(QFileInfo(m_folder + QStringLiteral("/work/a.csv")).isFile());
}

TEST_F(SessionTest, SavesAFileOutAndSaysWhenItCannot)
{
    open();
    m_session->runCell(QStringLiteral("1"));
    ASSERT_TRUE(idle());
    QFile file(m_folder + QStringLiteral("/work/r.csv"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("result");
    file.close();
    QSignalSpy saved(m_session.get(), &Session::saved);
    const QString target = m_data.filePath(QStringLiteral("saved.csv"));
    m_session->save(QStringLiteral("r.csv"), target);
    ASSERT_TRUE(waitFor([&] { return saved.count() == 1; }));
    EXPECT_EQ(QFileInfo(target).size(), 6);
    m_session->save(QStringLiteral("../journal.jsonl"), target);
    ASSERT_TRUE(waitFor([&] { return m_failures.size() == 1; }));
    m_session->save(QStringLiteral("none.csv"), target);
    ASSERT_TRUE(waitFor([&] { return m_failures.size() == 2; }));
}

TEST_F(SessionTest, CancelsACopyAndKeepsNothingOfIt)
{
    const QString path = m_data.filePath(QStringLiteral("large.bin"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_TRUE(file.resize(99'000'000)); // the largest that is copied
    open();
    const auto cancelling = QObject::connect(m_session.get(), &Session::progress, m_session.get(),
                                             [this] { m_session->cancelFiles(); });
    QSignalSpy attached(m_session.get(), &Session::attached);
    m_session->attach({path});
    ASSERT_TRUE(waitFor([&] { return attached.count() == 1; }));
    EXPECT_EQ(attached.at(0).at(0).toStringList(), QStringList());
    EXPECT_TRUE(m_session->document().files().isEmpty());
    EXPECT_TRUE(m_session->pendingFiles().isEmpty());
    EXPECT_TRUE(m_failures.isEmpty());
    for (const char *folder : {"/files", "/work"})
        EXPECT_TRUE(QDir(m_folder + QLatin1String(folder))
                        .isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    QObject::disconnect(cancelling);
    m_session->attach({path}); // what is asked for afterwards isn't cancelled
    ASSERT_TRUE(waitFor([&] { return attached.count() == 2; }));
    EXPECT_EQ(m_session->pendingFiles(), QStringList{QStringLiteral("large.bin")});
}

TEST_F(SessionTest, RestartsTheKernelAndTellsTheModel)
{
    QString told;
    m_model = [&](const ModelRequest &request, const ModelEvents &events, std::stop_token, int) {
        told = request.messages.back().text;
        return replyOf(events, QStringLiteral("ok"));
    };
    open();
    m_session->runCell(QStringLiteral("x = 1"));
    ASSERT_TRUE(idle());
    m_session->restartKernel();
    ASSERT_TRUE(idle());
    ASSERT_EQ(blocks<NoticeBlock>().size(), 1);
    EXPECT_EQ(blocks<NoticeBlock>()[0].record.notice.kind, QStringLiteral("kernel"));
    m_session->ask(QStringLiteral("q"));
    ASSERT_TRUE(idle());
    EXPECT_TRUE(told.contains(QStringLiteral("restarted"))) << told.toStdString();
}

TEST_F(SessionTest, AddsPackagesAndPassesFailuresOn)
{
    m_addPackages = [](const QString &, const Settings &, const QStringList &names,
                       const std::function<void(const QString &)> &onLine, std::stop_token) {
        onLine(QStringLiteral("Collecting"));
        if (names.contains(QStringLiteral("nope")))
            throw Error(ErrorKind::NotFound, QStringLiteral("There is no package nope."));
    };
    open();
    QSignalSpy added(m_session.get(), &Session::packagesAdded);
    QSignalSpy progress(m_session.get(), &Session::progress);
    m_session->addPackages({QStringLiteral("humanize")});
    ASSERT_TRUE(waitFor([&] { return added.count() == 1; }));
    EXPECT_EQ(progress.count(), 1);
    m_session->addPackages({QStringLiteral("nope")});
    ASSERT_TRUE(waitFor([&] { return m_failures.size() == 1; }));
}

TEST_F(SessionTest, ShortensLongTitlesAndKeepsOneThatWasGiven)
{
    open();
    m_session->ask(QStringLiteral("word ").repeated(50));
    ASSERT_TRUE(idle());
    EXPECT_LE(m_session->document().title().size(), 61);
    EXPECT_TRUE(m_session->document().title().endsWith(QChar(u'…')));
    m_session->setTitle(QStringLiteral("Mine"));
    ASSERT_TRUE(waitFor([&] { return m_session->document().title() == QStringLiteral("Mine"); }));
    m_session->ask(QStringLiteral("other"));
    ASSERT_TRUE(idle());
    reopen();
    EXPECT_EQ(m_session->document().title(), QStringLiteral("Mine"));
}

TEST_F(SessionTest, MaySafelyDieInOneOfItsOwnSignals)
{
    open();
    QObject::connect(m_session.get(), &Session::recorded, qApp, [this](const Record &) {
        if (m_session)
            m_session.release()->deleteLater();
    });
    m_session->ask(QStringLiteral("q"));
    ASSERT_TRUE(waitFor([this] { return !m_session; }));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

} // namespace sandglass
