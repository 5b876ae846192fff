// SPDX-License-Identifier: GPL-3.0-or-later
// A conversation's page with a scripted sandbox and model, and a real session, journal and disk.
#include "ui/conversationpage.h"

#include "app/draft.h"
#include "app/fakes.h"
#include "app/openconversation.h"
#include "sandbox/sandboxfiles.h"
#include "ui/blockwidget.h"
#include "ui/button.h"
#include "ui/cellwidget.h"
#include "ui/codeedit.h"
#include "ui/composer.h"
#include "ui/conversationview.h"
#include "ui/filechips.h"
#include "ui/filedelegate.h"
#include "ui/messagebar.h"
#include "ui/plainlabel.h"
#include "ui/heartbeat.h"
#include "ui/longconversation.h"
#include "ui/questionedit.h"
#include "ui/startpage.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QListView>
#include <QMimeData>
#include <QTest>
#include <QTextBrowser>

using namespace sandglass;

namespace {

class Page : public testing::Test
{
protected:
    void create()
    {
        page.reset();
        Settings settings;
        settings.dataFolder = data.path();
        settings.sandbox = kind;
        page = std::make_unique<ConversationPage>(
            id,
            [this, settings](OpenedConversation opened) {
                Session::Parts parts;
                parts.sandbox = [this](const QString &, const Settings &,
                                       const QList<FileRecord> &) {
                    return std::make_unique<FakeSandbox>(
                        [this](const FakeCell &cell) { return script(cell); });
                };
                parts.model = [this](const Settings &, const Secret &) {
                    return std::make_unique<FakeModel>(model);
                };
                parts.exeFiles = [folder = opened.folder](const auto &, const auto &) {
                    return std::make_unique<LocalFiles>(folder); // which stands for those of a VM
                };
                auto session = std::make_unique<Session>(parts, settings, std::move(opened));
                session->setExeToken(Secret("token"));
                return session;
            },
            settings);
        page->resize(1000, 700);
        page->show();
    }
    void start()
    {
        create();
        page->beginNew();
    }
    void reopen()
    {
        create();
        page->open();
        ASSERT_TRUE(waitFor([&] { return page->session() != nullptr; }));
    }

    const Conversation &document() { return page->session()->document(); }
    bool idle() { return page->session() != nullptr && !page->isBusy(); }
    QuestionEdit *edit() { return page->findChild<QuestionEdit *>(); }
    FileChips *chips() { return page->findChild<FileChips *>(QStringLiteral("attachedFiles")); }
    Button *button(const char *name) { return page->findChild<Button *>(QLatin1String(name)); }
    void type(const QString &text) { QTest::keyClicks(edit(), text); }
    void runCell(const QString &code)
    {
        const size_t before = idle() ? document().blocks().size() : 0;
        type(code);
        QTest::keyClick(edit(), Qt::Key_Return, Qt::ControlModifier);
        ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() > before; }));
    }
    QString write(const QString &name, const QByteArray &bytes)
    {
        const QString path = data.filePath(name);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return path;
    }
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// A cell that writes files into the work folder, as code does.
    void writeInSandbox(const QMap<QString, QByteArray> &files)
    {
        script = [this, files](const FakeCell &) {
            CellResult result = okResult();
            const QString work = conversationFolder(data.path(), id) + QStringLiteral("/work/");
            for (auto it = files.begin(); it != files.end(); ++it) {
                QDir().mkpath(QFileInfo(work + it.key()).path());
                QFile file(work + it.key());
                if (file.open(QIODevice::WriteOnly))
                    file.write(it.value());
                result.files.append({it.key(), it.value().size(), 1});
            }
            return result;
        };
        runCell(QStringLiteral("save()"));
    }
    template <class Widget>
    QList<Widget *> shown(const char *name = nullptr)
    {
        QList<Widget *> found =
            page->findChildren<Widget *>(name == nullptr ? QString() : QString::fromLatin1(name));
        found.removeIf([](const Widget *widget) { return !widget->isVisible(); });
        return found;
    }
    /// Gives the open dialog a path, as a person would.
    void choose(const QString &path)
    {
        auto *dialog = page->findChild<QFileDialog *>();
        ASSERT_NE(dialog, nullptr);
        Q_EMIT dialog->fileSelected(path);
        dialog->close();
    }

    QTemporaryDir data;
    ConversationId id = ConversationId::create();
    Settings::SandboxKind kind = Settings::SandboxKind::Local;
    CellScript script = [](const FakeCell &cell) {
        cell.output(out(cell.request.code + '\n'));
        return okResult();
    };
    FakeModel::Script model = [](const ModelRequest &, const ModelEvents &events, std::stop_token,
                                 int) {
        return replyOf(events, QStringLiteral("Done."));
    };
    std::unique_ptr<ConversationPage> page;
};

} // namespace

TEST_F(Page, RunsAPersonsCellWithoutAnyModel)
{
    model = [](const ModelRequest &, const ModelEvents &, std::stop_token, int) -> ModelReply {
        throw Error(ErrorKind::NotRunning, QStringLiteral("There is no model."));
    };
    start();
    runCell(QStringLiteral("print(1)"));
    ASSERT_EQ(document().blocks().size(), 1U);
    const auto &cell = std::get<CellBlock>(document().blocks()[0]);
    EXPECT_EQ(cell.record.origin, CellOrigin::Person);
    EXPECT_EQ(cell.record.code, QStringLiteral("print(1)"));
    EXPECT_EQ(edit()->toPlainText(), QString());
}

TEST_F(Page, EditsACellAndRunsItAsANewOne)
{
    start();
    runCell(QStringLiteral("a = 1"));
    ASSERT_TRUE(waitFor([&] { return shown<Button>("editCell").size() == 1; }));
    QTest::mouseClick(shown<Button>("editCell").at(0), Qt::LeftButton);
    ASSERT_EQ(shown<CodeEdit>().size(), 1);
    QTest::keyClicks(shown<CodeEdit>().at(0), QStringLiteral("0"));
    QTest::keyClick(shown<CodeEdit>().at(0), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 2; }));
    EXPECT_EQ(std::get<CellBlock>(document().blocks()[0]).record.code, QStringLiteral("a = 1"));
    EXPECT_EQ(std::get<CellBlock>(document().blocks()[1]).record.code, QStringLiteral("a = 10"));
    EXPECT_EQ(std::get<CellBlock>(document().blocks()[1]).record.origin, CellOrigin::Person);
}

TEST_F(Page, SaysWhenItIsOpenedAgainThatVariablesAreGoneAndBringsThemBack)
{
    start();
    runCell(QStringLiteral("a = 1"));
    runCell(QStringLiteral("b = a"));
    EXPECT_FALSE(page->findChild<QWidget *>(QStringLiteral("variablesBar"))->isVisible());
    reopen();
    auto *bar = page->findChild<QWidget *>(QStringLiteral("variablesBar"));
    ASSERT_TRUE(bar->isVisible());
    EXPECT_TRUE(page->findChild<PlainLabel *>(QStringLiteral("variablesGone"))
                    ->text()
                    .startsWith(QStringLiteral("Variables are gone")));
    EXPECT_EQ(button("runCellsAgain")->text(), QStringLiteral("Run 2 cells again"));
    QTest::mouseClick(button("runCellsAgain"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return idle() && !bar->isVisible(); }));
    QStringList again;
    for (const Block &block : document().blocks())
        if (const auto *cell = std::get_if<CellBlock>(&block))
            if (cell->record.origin == CellOrigin::Rerun)
                again << cell->record.code;
    EXPECT_EQ(again, (QStringList{QStringLiteral("a = 1"), QStringLiteral("b = a")}));
}

TEST_F(Page, OffersToRunCellsAgainAfterTheKernelDied)
{
    start();
    runCell(QStringLiteral("a = 1"));
    script = [](const FakeCell &) {
        CellResult result;
        result.status = CellStatus::Died;
        result.variablesLost = true;
        return result;
    };
    runCell(QStringLiteral("die()"));
    ASSERT_TRUE(waitFor([&] { return button("runCellsAgain")->isVisible(); }));
    EXPECT_EQ(button("runCellsAgain")->text(), QStringLiteral("Run 1 cell again"));
    QTest::mouseClick(button("closeVariables"), Qt::LeftButton);
    EXPECT_FALSE(button("runCellsAgain")->isVisible());
}

TEST_F(Page, KeepsADraftOverARestart)
{
    start();
    type(QStringLiteral("half a thought"));
    start();
    ASSERT_TRUE(waitFor([&] { return edit()->toPlainText() == QStringLiteral("half a thought"); }));
    runCell(QStringLiteral(" = 1"));
    ASSERT_TRUE(waitFor([&] { return loadDraft(data.path()).isEmpty(); }));
    type(QStringLiteral("of this one"));
    reopen();
    ASSERT_TRUE(waitFor([&] { return edit()->toPlainText() == QStringLiteral("of this one"); }));
    id = ConversationId::create();
    start();
    type(QStringLiteral("of another"));
    EXPECT_TRUE(waitFor([&] { return loadDraft(data.path()) == QStringLiteral("of another"); }));
}

TEST_F(Page, TakesTheAttachmentsAwayFromTheComposerOnceTheyWereAsked)
{
    start();
    page->offerFiles(
        {write(QStringLiteral("a.csv"), "x\n1\n"), write(QStringLiteral("b.csv"), "y\n")});
    ASSERT_TRUE(waitFor([&] { return chips()->names().size() == 2; }));
    EXPECT_TRUE(chips()->isVisible());
    QTest::mouseClick(chips()->findChildren<Button *>(QStringLiteral("removeFile")).at(1),
                      Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return chips()->names() == QStringList{QStringLiteral("a.csv")}; }));
    type(QStringLiteral("What is in it?"));
    QTest::keyClick(edit(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 2; }));
    EXPECT_EQ(std::get<QuestionBlock>(document().blocks()[0]).record.files,
              QStringList{QStringLiteral("a.csv")});
    EXPECT_FALSE(chips()->isVisible());
    EXPECT_FALSE(shown<PlainLabel>("fileChip").isEmpty()); // the question shows it now
}

TEST_F(Page, RemembersAttachmentsThatWereNotAskedAbout)
{
    start();
    page->offerFiles({write(QStringLiteral("a.csv"), "x\n1\n")});
    ASSERT_TRUE(waitFor([&] { return chips()->names().size() == 1; }));
    reopen();
    EXPECT_EQ(chips()->names(), QStringList{QStringLiteral("a.csv")});
}

TEST_F(Page, AttachesAPastedPicture)
{
    start();
    QImage image(64, 48, QImage::Format_RGB32);
    image.fill(Qt::blue);
    QGuiApplication::clipboard()->setImage(image);
    QTest::keySequence(edit(), QKeySequence::Paste);
    ASSERT_TRUE(waitFor([&] { return chips()->names().size() == 1; }));
    const QString name = chips()->names().at(0);
    EXPECT_TRUE(name.endsWith(QStringLiteral(".png")));
    const QImage kept(page->session()->folder() + QStringLiteral("/work/") + name);
    EXPECT_EQ(kept.size(), QSize(64, 48));
    EXPECT_EQ(kept.pixelColor(1, 1), QColor(Qt::blue));
}

TEST_F(Page, SavesAFileOfTheSandboxByteForByte)
{
    const QByteArray bytes = QByteArray("\x00\xff\r\n", 4).repeated(100'000);
    start();
    writeInSandbox({{QStringLiteral("deep/r.bin"), bytes}});
    auto *list = page->findChild<QListView *>(QStringLiteral("sandboxFiles"));
    ASSERT_TRUE(waitFor([&] { return list->isVisible(); }));
    const QRect row = list->visualRect(list->model()->index(0, 0));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, FileDelegate::arrowArea(row).center());
    const QString target = data.filePath(QStringLiteral("saved.bin"));
    choose(target);
    ASSERT_TRUE(waitFor([&] { return page->messages()->text().contains(target); }));
    EXPECT_EQ(read(target), bytes);
    EXPECT_FALSE(QFile::permissions(target).testFlag(QFileDevice::ExeOwner));
}

TEST_F(Page, SavesAllFilesAndTellsWhatWasWrongWithEach)
{
    start();
    writeInSandbox({{QStringLiteral("a.csv"), "a"},
                    {QStringLiteral("d/b.csv"), "b"},
                    {QStringLiteral("gone.csv"), "c"}});
    QFile::remove(page->session()->folder() + QStringLiteral("/work/gone.csv"));
    ASSERT_TRUE(QFile::link(QStringLiteral("/etc/passwd"),
                            page->session()->folder() + QStringLiteral("/work/gone.csv")));
    QDir(data.path()).mkdir(QStringLiteral("chosen"));
    const QString chosen = data.filePath(QStringLiteral("chosen"));
    ASSERT_TRUE(waitFor([&] { return button("saveAllFiles")->isVisible(); }));
    QTest::mouseClick(button("saveAllFiles"), Qt::LeftButton);
    choose(chosen);
    ASSERT_TRUE(waitFor(
        [&] { return page->messages()->text().startsWith(QStringLiteral("2 files were saved")); }));
    EXPECT_TRUE(page->messages()->text().contains(QStringLiteral("gone.csv")));
    EXPECT_EQ(read(chosen + QStringLiteral("/a.csv")), QByteArray("a"));
    EXPECT_EQ(read(chosen + QStringLiteral("/d/b.csv")), QByteArray("b"));
    EXPECT_FALSE(QFile::exists(chosen + QStringLiteral("/gone.csv")));
    QTest::mouseClick(button("messageClose"), Qt::LeftButton);
    EXPECT_FALSE(page->messages()->isVisible()); // all of it was said in one message
}

TEST_F(Page, GivesACopyOfAFileThatIsDraggedOutAndNeverALink)
{
    start();
    writeInSandbox({{QStringLiteral("d/r.csv"), "a,b\n"}, {QStringLiteral("x"), "x"}});
    QFile::remove(page->session()->folder() + QStringLiteral("/work/x"));
    ASSERT_TRUE(QFile::link(QStringLiteral("/etc/passwd"),
                            page->session()->folder() + QStringLiteral("/work/x")));
    auto *list = page->findChild<QListView *>(QStringLiteral("sandboxFiles"));
    ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() == 2; }));
    QAbstractItemModel *files = list->model();
    EXPECT_TRUE(files->index(0, 0).flags().testFlag(Qt::ItemIsDragEnabled));
    const std::unique_ptr<QMimeData> good(files->mimeData({files->index(0, 0)}));
    ASSERT_EQ(good->urls().size(), 1);
    const QString copy = good->urls().at(0).toLocalFile();
    EXPECT_EQ(QFileInfo(copy).fileName(), QStringLiteral("r.csv"));
    EXPECT_EQ(read(copy), QByteArray("a,b\n"));
    EXPECT_FALSE(copy.startsWith(page->session()->folder()));
    const std::unique_ptr<QMimeData> bad(files->mimeData({files->index(1, 0)}));
    EXPECT_TRUE(bad->urls().isEmpty());
    EXPECT_FALSE(page->messages()->text().isEmpty());
}

TEST_F(Page, OffersNoDragOfWhatIsLargeOrLiesInAVm)
{
    start();
    writeInSandbox({{QStringLiteral("large.bin"), QByteArray(17 << 20, 'x')}});
    auto *list = page->findChild<QListView *>(QStringLiteral("sandboxFiles"));
    ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() == 1; }));
    const std::unique_ptr<QMimeData> large(list->model()->mimeData({list->model()->index(0, 0)}));
    EXPECT_TRUE(large->urls().isEmpty());
    EXPECT_TRUE(page->messages()->text().contains(QStringLiteral("too large to be dragged")));
    kind = Settings::SandboxKind::Exe;
    id = ConversationId::create();
    start();
    page->offerFiles({write(QStringLiteral("there.csv"), "x")});
    list = page->findChild<QListView *>(QStringLiteral("givenFiles"));
    ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() == 1; }));
    EXPECT_FALSE(list->model()->index(0, 0).flags().testFlag(Qt::ItemIsDragEnabled));
}

TEST_F(Page, CountsWhatWaitsBehindARunningCell)
{
    std::atomic<bool> go = false;
    script = [&](const FakeCell &) {
        while (!go)
            std::this_thread::yield();
        return okResult();
    };
    start();
    type(QStringLiteral("slow()"));
    QTest::keyClick(edit(), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] {
        return page->session() != nullptr && page->isBusy() && document().blocks().size() == 1;
    }));
    type(QStringLiteral("next()"));
    QTest::keyClick(edit(), Qt::Key_Return, Qt::ControlModifier);
    const auto says = [&](const QString &text) {
        const auto labels = page->findChild<Composer *>()->findChildren<PlainLabel *>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const PlainLabel *label) { return label->text() == text; });
    };
    EXPECT_TRUE(says(QStringLiteral("Working… · 1 more waits")));
    go = true;
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 2; }));
}

TEST_F(Page, OpensAVeryLongConversationInPartsAndNeverStalls)
{
    ASSERT_GT(test::writeLongConversation(data.path(), id, 600), 1'000'000); // 300,000 tokens
    create();
    QElapsedTimer clock;
    clock.start();
    const test::Heartbeat heart;
    page->open();
    EXPECT_EQ(page->session(), nullptr); // it is read elsewhere
    ASSERT_TRUE(waitFor([&] { return !shown<CellWidget>().isEmpty(); }));
    EXPECT_LT(clock.elapsed(), 10'000); // promised: 2 s
    const int beats = heart.beats();
    ASSERT_TRUE(waitFor([&] { return heart.beats() > beats + 1; }));
    EXPECT_LT(heart.longest(), 250); // promised: 50 ms
    EXPECT_EQ(document().blocks().size(), 1800U);
    EXPECT_LT(page->findChildren<BlockWidget *>().size(), 60);
    RecordProperty("stall", static_cast<int>(heart.longest()));
}

TEST_F(Page, MayGoWhileItOpensAndLeavesTheConversationFree)
{
    ASSERT_GT(test::writeLongConversation(data.path(), id, 600), 1'000'000);
    create();
    page->open();
    ASSERT_TRUE(page->isOpening());
    page.reset();
    QApplication::processEvents(); // what the reader told is for nobody
    EXPECT_TRUE(openConversation(data.path(), id).journal);
}

TEST_F(Page, HasNoThreadsAndNoFoldersBeforeItNeedsThem)
{
    const auto threads = [] {
        return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs).size();
    };
    const auto folders = [] {
        return QDir::temp().entryList({QStringLiteral("ui_conversationpage-*")}, QDir::Dirs).size();
    };
    create();
    const qsizetype before = threads();
    const qsizetype made = folders();
    create();
    create();
    EXPECT_LE(threads(), before);
    EXPECT_EQ(folders(), made);
}

TEST_F(Page, SaysThatItOpensAndTakesWhatIsAskedMeanwhile)
{
    ASSERT_GT(test::writeLongConversation(data.path(), id, 1), 1000);
    create();
    page->open();
    EXPECT_TRUE(page->isOpening());
    EXPECT_FALSE(page->findChild<StartPage *>()->isVisible());
    type(QStringLiteral("and now?"));
    QTest::keyClick(edit(), Qt::Key_Return);
    EXPECT_TRUE(page->isBusy()); // it isn't forgotten where the window is closed now
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 6; }));
    EXPECT_EQ(std::get<QuestionBlock>(document().blocks()[4]).record.text,
              QStringLiteral("and now?")); // behind the notice that the kernel is a new one
}

TEST_F(Page, GivesBackWhatWasAskedWhenItIsStoppedWhileItOpens)
{
    ASSERT_GT(test::writeLongConversation(data.path(), id, 600), 1'000'000);
    create();
    page->open();
    type(QStringLiteral("never mind"));
    QTest::keyClick(edit(), Qt::Key_Return);
    page->offerFiles({write(QStringLiteral("a.csv"), "x\n1\n")});
    ASSERT_EQ(page->session(), nullptr);
    ASSERT_TRUE(page->isBusy());
    page->stop();
    page->stop(); // there is nothing left to stop
    EXPECT_FALSE(page->isBusy());
    EXPECT_EQ(edit()->toPlainText(), QStringLiteral("never mind"));
    ASSERT_TRUE(waitFor([&] { return idle(); }));
    EXPECT_EQ(document().blocks().size(), 1800U); // as it was read
    EXPECT_TRUE(document().files().isEmpty());
    EXPECT_EQ(edit()->toPlainText(), QStringLiteral("never mind"));
}

TEST_F(Page, LeavesNoDraftOfWhatWasAskedToThePageThatIsMadeNext)
{
    start();
    type(QStringLiteral("asked already"));
    ASSERT_TRUE(waitFor([&] { return loadDraft(data.path()) == QStringLiteral("asked already"); }));
    QTest::keyClick(edit(), Qt::Key_Return);
    EXPECT_EQ(loadDraft(data.path()), QString()); // at once
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 2; }));
    EXPECT_EQ(edit()->toPlainText(), QString());
}

TEST_F(Page, GivesBackWhatWasAskedWhereTheConversationCannotBeRead)
{
    QDir().mkpath(conversationFolder(data.path(), id) + QStringLiteral("/journal.jsonl"));
    create();
    page->open();
    type(QStringLiteral("anybody?"));
    QTest::keyClick(edit(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return !page->isOpening(); }));
    EXPECT_EQ(page->session(), nullptr);
    EXPECT_EQ(edit()->toPlainText(), QStringLiteral("anybody?"));
    EXPECT_TRUE(page->messages()->text().contains(QStringLiteral("can't be opened")));
    EXPECT_FALSE(page->isBusy());
    // Once more, when the cause is gone.
    QDir().rmdir(conversationFolder(data.path(), id) + QStringLiteral("/journal.jsonl"));
    page->open();
    ASSERT_TRUE(waitFor([&] { return page->session() != nullptr; }));
    page.reset();
    EXPECT_EQ(loadDraft(data.path()), QString()); // that one is for new conversations
}

TEST_F(Page, PutsADraftBeforeWhatWasTypedWhileItOpened)
{
    ASSERT_GT(test::writeLongConversation(data.path(), id, 1), 1000);
    ASSERT_TRUE(saveDraft(conversationFolder(data.path(), id), QStringLiteral("begun")));
    create();
    page->open();
    type(QStringLiteral("more"));
    ASSERT_TRUE(waitFor([&] { return edit()->toPlainText() == QStringLiteral("begun\nmore"); }));
    page.reset();
    EXPECT_EQ(loadDraft(conversationFolder(data.path(), id)), QStringLiteral("begun\nmore"));
}

TEST_F(Page, TakesFilesThatAreDroppedOnTheConversationItself)
{
    start();
    model = [](const ModelRequest &, const ModelEvents &events, std::stop_token, int) {
        return replyOf(events, QStringLiteral("An answer.\n\n```python\nx\n```\n"));
    };
    type(QStringLiteral("q"));
    QTest::keyClick(edit(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 2; }));
    ASSERT_TRUE(waitFor([&] { return !shown<QTextBrowser>().isEmpty(); }));
    for (QWidget *widget : page->findChild<ConversationView *>()->findChildren<QWidget *>())
        EXPECT_FALSE(widget->acceptDrops()) << widget->metaObject()->className();
}
