// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/exesession.h"

#include "app/installid.h"
#include "app/lostcells.h"
#include "app/recordjson.h"

namespace sandglass::test {

TEST_F(ExeSession, MakesNoVmUntilTheFirstCellAndBringsItsFilesThere)
{
    m_session->attach({write("sales.csv", "a,b\n1,2\n")});
    EXPECT_TRUE(waitFor([this] { return m_session->pendingFiles().size() == 1; }));
    EXPECT_TRUE(m_server->names().isEmpty());
    const CellId cell =
        run(text("print(open('sales.csv').read())\nopen('r.txt','w').write('out')"));
    EXPECT_EQ(block(cell).result->status, CellStatus::Ok);
    EXPECT_EQ(printed(cell), "a,b\n1,2\n\n");
    EXPECT_EQ(m_server.vms(text("code-interpreter")).front()["comment"],
              QStringLiteral("code-interpreter c=%1 i=%2")
                  .arg(m_id.toString(), installId(m_data.path()))
                  .toStdString());
    m_session->save(text("r.txt"), m_given.filePath(text("saved")));
    EXPECT_TRUE(waitFor([this] { return !m_saved.isEmpty() || !m_failures.isEmpty(); }));
    QFile saved(m_given.filePath(text("saved")));
    EXPECT_TRUE(saved.open(QIODevice::ReadOnly));
    EXPECT_EQ(saved.readAll(), "out");
    EXPECT_TRUE(m_failures.isEmpty());
}

TEST_F(ExeSession, TakesFilesAndFoldersWhileTheSandboxRunsAndRemovesThem)
{
    run(text("1"));
    QDir(m_given.path()).mkdir(text("set"));
    write("set/a.txt", "A");
    m_session->attach({write("b.txt", "B"), m_given.filePath(text("set"))});
    const CellId cell = run(text("print(open('b.txt').read(), open('data/set/a.txt').read())"));
    EXPECT_EQ(printed(cell), "B A\n");
    m_session->detach(text("b.txt"));
    const CellId after = run(text("import os; print(sorted(os.listdir()))"));
    EXPECT_EQ(printed(after), "['data']\n");
}

TEST_F(ExeSession, KeepsTheVariablesWhenItIsClosedAndOpenedAgain)
{
    run(text("x = 41"));
    open();
    EXPECT_TRUE(m_session->lostCells().isEmpty());
    const CellId cell = run(text("print(x + 1)"));
    EXPECT_EQ(printed(cell), "42\n");
    EXPECT_TRUE(notices(kernelNotice).isEmpty());
    EXPECT_EQ(m_server.vms(text("code-interpreter")).size(), 1u);
}

TEST_F(ExeSession, RestartsTheKernelOfAConversationThatWasOpenedAgain)
{
    const CellId first = run(text("x = 1"));
    open();
    m_session->restartKernel();
    EXPECT_TRUE(idle());
    EXPECT_EQ(notices(kernelNotice).size(), 1);
    EXPECT_EQ(m_session->lostCells(), QList<CellId>{first});
    const CellId cell = run(text("print('x' in globals())"));
    EXPECT_EQ(printed(cell), "False\n");
}

TEST_F(ExeSession, ShowsWhatACellDidWhileItWasClosed)
{
    run(text("x = 1"));
    const CellId cell = m_session->runCell(counting(80));
    EXPECT_TRUE(
        waitFor([&] { return m_session->document().cell(cell) && printed(cell).size() > 4; }));
    open();
    EXPECT_FALSE(block(cell).result);
    EXPECT_TRUE(idle());
    ASSERT_TRUE(block(cell).result);
    EXPECT_EQ(block(cell).result->status, CellStatus::Ok);
    EXPECT_EQ(printed(cell), counted(80));
    EXPECT_EQ(m_server.read(vm(), text("work/runs")), "x");
    const CellId next = run(text("print(x)"));
    EXPECT_EQ(printed(next), "1\n");
    open(); // and as the journal has it
    EXPECT_EQ(printed(cell), counted(80));
}

TEST_F(ExeSession, GoesOnWithACellWhoseAppWasKilledAndDoublesNoOutput)
{
    run(text("x = 1"));
    const QString many = text("import time\nopen('runs', 'a').write('x')\nfor i in range(60):\n"
                              "    print(str(i) * 2000, flush=True)\n    time.sleep(0.02)\n");
    const CellId cell = m_session->runCell(many);
    EXPECT_TRUE(
        waitFor([&] { return m_session->document().cell(cell) && printed(cell).size() > 90'000; }));
    killAndOpen();
    EXPECT_TRUE(idle());
    ASSERT_TRUE(block(cell).result);
    EXPECT_EQ(block(cell).result->status, CellStatus::Ok);
    QByteArray expected;
    for (int i = 0; i < 60; ++i)
        expected += QByteArray::number(i).repeated(2000) + '\n';
    ASSERT_EQ(block(cell).outputs.size(), 1);
    const auto shown = [&] {
        return std::get<StreamText>(block(cell).outputs.front().value);
    };
    EXPECT_EQ(shown().bytes, expected.size());
    EXPECT_EQ(m_session->outputBytes(shown().file), expected);
    EXPECT_EQ(m_server.read(vm(), text("work/runs")), "x");
    open();
    EXPECT_EQ(shown().bytes, expected.size());
    EXPECT_EQ(m_session->outputBytes(shown().file), expected);
}

TEST_F(ExeSession, SaysThatACellWasNotRunWhoseVmWasNotMadeWhenTheAppEnded)
{
    m_session.reset();
    m_id = ConversationId::create();
    const CellId cell = CellId::create();
    {
        const OpenedConversation opened = openConversation(m_settings.dataFolder, m_id);
        const QDateTime now = QDateTime::currentDateTimeUtc();
        opened.journal->append(
            recordToLine({1, now, CellRecord{cell, {}, {}, text("1"), CellOrigin::Person}}) +
            recordToLine({2, now, SandboxRecord()}));
    }
    open();
    EXPECT_TRUE(idle());
    ASSERT_TRUE(block(cell).result);
    EXPECT_EQ(block(cell).result->status, CellStatus::Interrupted);
    EXPECT_TRUE(vm().isEmpty());
    EXPECT_EQ(printed(run(text("print(1)"))), "1\n");
}

TEST_F(ExeSession, BringsFilesToANewVmWhereTheOldOneIsGoneAndOffersToRunCellsAgain)
{
    m_session->attach({write("sales.csv", "a,b\n1,2\n")});
    const CellId first = run(text("x = 1"));
    const QString old = vm();
    m_server->act(old, "delete");
    const CellId cell = run(text("print(open('sales.csv').read(), 'x' in globals())"));
    EXPECT_EQ(printed(cell), "a,b\n1,2\n False\n");
    EXPECT_NE(vm(), old);
    EXPECT_FALSE(notices(kernelNotice).isEmpty());
    EXPECT_TRUE(m_session->lostCells().contains(first));
}

TEST_F(ExeSession, EndsACellAsUnknownWhoseVmWentWhileItWasClosed)
{
    run(text("x = 1"));
    const CellId cell = m_session->runCell(counting(2000));
    EXPECT_TRUE(
        waitFor([&] { return m_session->document().cell(cell) && printed(cell).size() > 4; }));
    const QString old = vm();
    m_session.reset();
    m_server->act(old, "delete");
    open();
    EXPECT_TRUE(idle());
    ASSERT_TRUE(block(cell).result);
    EXPECT_EQ(block(cell).result->status, CellStatus::Unknown);
    EXPECT_TRUE(block(cell).result->variablesLost);
    const CellId next = run(text("print(1)"));
    EXPECT_EQ(printed(next), "1\n");
}

TEST_F(ExeSession, SaysWhatToDoWithoutAToken)
{
    m_session->setExeToken(Secret());
    run(text("1"));
    ASSERT_EQ(m_failures.size(), 1);
    EXPECT_EQ(m_failures.front().kind, ErrorKind::Auth);
    EXPECT_TRUE(m_server->names().isEmpty());
    m_session->setExeToken(Secret("all"));
    const CellId cell = run(text("print(2)"));
    EXPECT_EQ(printed(cell), "2\n");
}

TEST_F(ExeSession, StaysAtExeDevWhenTheSettingForNewConversationsChanges)
{
    run(text("x = 1"));
    m_settings.sandbox = Settings::SandboxKind::Local;
    open();
    EXPECT_EQ(m_session->sandboxKind(), Settings::SandboxKind::Exe);
    const CellId cell = run(text("print(x)"));
    EXPECT_EQ(printed(cell), "1\n");
}

TEST_F(ExeSession, KeepsTheTokenOutOfTheDataFolderAndTheVm)
{
    m_token = "exe1.a-word-that-stands-nowhere-else";
    m_server->addToken(m_token);
    open();
    const CellId cell = run(text("import os; print(dict(os.environ))"));
    EXPECT_FALSE(printed(cell).contains(m_token));
    m_session->save(text("missing"), m_given.filePath(text("x")));
    EXPECT_TRUE(waitFor([this] { return !m_failures.isEmpty(); }));
    EXPECT_FALSE(m_failures.front().text.contains(QString::fromUtf8(m_token)));
    const QString home = m_server.home(vm());
    m_session.reset();
    QProcess grep;
    grep.start(text("grep"), {text("-rl"), QString::fromUtf8(m_token), m_data.path(), home});
    EXPECT_TRUE(grep.waitForFinished());
    EXPECT_EQ(grep.readAllStandardOutput(), "");
}

} // namespace sandglass::test
