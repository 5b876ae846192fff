// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/windowfixture.h"

#include "app/library.h"
#include "ui/button.h"
#include "ui/cellwidget.h"
#include "ui/conversationview.h"
#include "ui/filechips.h"
#include "ui/outputview.h"
#include "ui/plainlabel.h"
#include "ui/settingsdialog.h"

#include <QDir>
#include <QFileDialog>
#include <QListView>

#include <utility>

using namespace sandglass;

TEST_F(Window, BeginsWithWhereCodeRunsAndSampleQuestions)
{
    start();
    EXPECT_TRUE(find<PlainLabel>("whereCodeRuns")->isVisible());
    EXPECT_EQ(page()->findChildren<Button *>(QStringLiteral("sampleQuestion")).size(), 2);
    EXPECT_EQ(find<Button>("modelName")->text(), QStringLiteral("Built-in (no AI)"));
    EXPECT_TRUE(Library(folder.path()).list().isEmpty());
}

TEST_F(Window, AnswersAQuestionThatIsTyped)
{
    start();
    type(QStringLiteral("What is the 1000th prime?"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    EXPECT_EQ(std::get<QuestionBlock>(document().blocks()[0]).record.text,
              QStringLiteral("What is the 1000th prime?"));
    EXPECT_EQ(std::get<CellBlock>(document().blocks()[2]).record.code,
              QStringLiteral("print(7919)"));
    EXPECT_EQ(std::get<AnswerBlock>(document().blocks()[3]).text,
              QStringLiteral("It is **7919**."));
    ASSERT_TRUE(waitFor([&] { return page()->findChild<CellWidget *>() != nullptr; }));
    EXPECT_EQ(page()->findChild<OutputView *>(QStringLiteral("output"))->allText(),
              QStringLiteral("7919\n"));
}

TEST_F(Window, AnswersASampleQuestionThatIsClicked)
{
    start();
    QTest::mouseClick(page()->findChildren<Button *>(QStringLiteral("sampleQuestion")).at(0),
                      Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    auto *list = window->findChild<QListView *>(QStringLiteral("conversations"));
    ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() == 1; }));
    EXPECT_TRUE(list->selectionModel()->isSelected(list->model()->index(0, 0)));
}

TEST_F(Window, AttachesAFileDroppedAnywhere)
{
    start();
    const QString path = folder.filePath(QStringLiteral("Simple – Générer la suite.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("a;b\n1;2\n");
    file.close();
    ASSERT_TRUE(drop(window.get(), {QUrl::fromLocalFile(path)}));
    ASSERT_TRUE(
        waitFor([&] { return page()->session() != nullptr && document().files().size() == 1; }));
    ASSERT_TRUE(waitFor([&] {
        return find<FileChips>("attachedFiles")->names() ==
               QStringList{document().files().at(0).name};
    }));
    EXPECT_TRUE(find<QListView>("givenFiles")->isVisible());
    type(QStringLiteral("Describe it"));
    ASSERT_TRUE(waitFor([&] { return idle() && !document().blocks().empty(); }));
    EXPECT_EQ(std::get<QuestionBlock>(document().blocks()[0]).record.files,
              QStringList{document().files().at(0).name});
    EXPECT_FALSE(find<FileChips>("attachedFiles")->isVisible());
}

TEST_F(Window, AttachesAFolderThatIsDropped)
{
    start();
    const QDir dropped(folder.filePath(QStringLiteral("my data")));
    ASSERT_TRUE(dropped.mkpath(QStringLiteral("deep")));
    for (const char *name : {"a.csv", "deep/b.csv"}) {
        QFile file(dropped.filePath(QLatin1String(name)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("x\n1\n");
    }
    ASSERT_TRUE(drop(window.get(), {QUrl::fromLocalFile(dropped.path())}));
    ASSERT_TRUE(
        waitFor([&] { return page()->session() != nullptr && !document().files().isEmpty(); }));
    ASSERT_EQ(document().files().size(), 1);
    EXPECT_TRUE(document().files().at(0).name.contains(QStringLiteral("my data")));
    EXPECT_TRUE(waitFor([&] { return find<FileChips>("attachedFiles")->names().size() == 1; }));
}

TEST_F(Window, CancelsACopyWithTheButton)
{
    start();
    type(QStringLiteral("First"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    const QString path = folder.filePath(QStringLiteral("large.bin"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_TRUE(file.resize(99'000'000)); // the largest that is copied
    bool clicked = false;
    QObject::connect(page()->session(), &Session::progress, window.get(), [&] {
        auto *cancel = find<Button>("cancelFiles");
        EXPECT_TRUE(clicked || cancel->isVisible());
        if (!std::exchange(clicked, true))
            QTest::mouseClick(cancel, Qt::LeftButton);
    });
    bool ended = false;
    QObject::connect(page()->session(), &Session::attached, window.get(), [&] { ended = true; });
    ASSERT_TRUE(drop(window.get(), {QUrl::fromLocalFile(path)}));
    ASSERT_TRUE(waitFor([&] { return ended; }));
    EXPECT_TRUE(clicked);
    EXPECT_TRUE(document().files().isEmpty());
    EXPECT_FALSE(find<Button>("cancelFiles")->isVisible());
    EXPECT_FALSE(find<FileChips>("attachedFiles")->isVisible());
}

TEST_F(Window, SendsAFileWithTheQuestionThatIsAskedWhileItStillCopies)
{
    start();
    const QString path = folder.filePath(QStringLiteral("big.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(20'000'000, 'x'));
    file.close();
    ASSERT_TRUE(drop(window.get(), {QUrl::fromLocalFile(path)}));
    type(QStringLiteral("Describe it"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    EXPECT_EQ(std::get<QuestionBlock>(document().blocks()[0]).record.files,
              QStringList{QStringLiteral("big.csv")});
    EXPECT_FALSE(find<FileChips>("attachedFiles")->isVisible());
}

TEST_F(Window, AttachesAFileDroppedOnTheField)
{
    start();
    const QString path = folder.filePath(QStringLiteral("x.parquet"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("PAR1");
    file.close();
    drop(page()->findChild<QuestionEdit *>()->viewport(), {QUrl::fromLocalFile(path)});
    ASSERT_TRUE(
        waitFor([&] { return page()->session() != nullptr && document().files().size() == 1; }));
    EXPECT_EQ(page()->findChild<QuestionEdit *>()->toPlainText(), QString());
}

TEST_F(Window, GivesADroppedFileToTheConversationThatWasInFrontOfIt)
{
    start();
    type(QStringLiteral("First"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    ConversationPage *first = page();
    const QString path = folder.filePath(QStringLiteral("big.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(20'000'000, 'x'));
    file.close();
    ASSERT_TRUE(drop(window.get(), {QUrl::fromLocalFile(path)}));
    QTest::mouseClick(window->findChild<Button *>(QStringLiteral("newConversation")),
                      Qt::LeftButton);
    ASSERT_NE(page(), first);
    type(QStringLiteral("Second"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    ASSERT_TRUE(waitFor([&] { return first->session()->document().files().size() == 1; }));
    EXPECT_TRUE(document().files().isEmpty());
    EXPECT_TRUE(std::get<QuestionBlock>(document().blocks()[0]).record.files.isEmpty());
}

TEST_F(Window, AttachesWithTheButton)
{
    start();
    const QString path = folder.filePath(QStringLiteral("a.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.close();
    QTest::mouseClick(find<Button>("attach"), Qt::LeftButton);
    auto *dialog = page()->findChild<QFileDialog *>();
    ASSERT_NE(dialog, nullptr);
    Q_EMIT dialog->filesSelected({path});
    dialog->close();
    ASSERT_TRUE(
        waitFor([&] { return page()->session() != nullptr && document().files().size() == 1; }));
    EXPECT_EQ(document().files().at(0).name, QStringLiteral("a.csv"));
}

TEST_F(Window, RefusesADroppedAddressInWords)
{
    start();
    drop(window.get(), {QUrl(QStringLiteral("https://x.example/data.csv"))});
    EXPECT_TRUE(messages()->text().contains(QStringLiteral("Only files on this computer")));
}

TEST_F(Window, StopsACellAndKeepsGoing)
{
    start([](const FakeCell &cell) {
        std::mutex waiting;
        std::condition_variable_any stopped;
        std::unique_lock lock(waiting);
        stopped.wait(lock, cell.stop, [] { return false; });
        CellResult result = okResult();
        result.status = CellStatus::Interrupted;
        return result;
    });
    type(QStringLiteral("Loop for ever"));
    auto *stop = page()->findChild<Button *>(QStringLiteral("stop"));
    ASSERT_TRUE(
        waitFor([&] { return stop->isVisible() && page()->findChild<CellWidget *>() != nullptr; }));
    QTest::mouseClick(stop, Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return idle(); }));
    EXPECT_FALSE(stop->isVisible());
    EXPECT_EQ(std::get<QuestionBlock>(document().blocks()[0]).end->kind,
              TurnDoneRecord::Kind::Stopped);
    EXPECT_TRUE(waitFor([&] {
        const auto ends = page()->findChildren<PlainLabel *>(QStringLiteral("turnEnd"));
        return std::any_of(ends.cbegin(), ends.cend(), [](const PlainLabel *label) {
            return label->text() == QStringLiteral("You stopped this answer.");
        });
    }));
}

TEST_F(Window, SwitchesBetweenConversationsAndKeepsBothAlive)
{
    start();
    type(QStringLiteral("First"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    ConversationPage *first = page();
    QTest::mouseClick(window->findChild<Button *>(QStringLiteral("newConversation")),
                      Qt::LeftButton);
    EXPECT_NE(page(), first);
    type(QStringLiteral("Second"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    auto *list = window->findChild<QListView *>(QStringLiteral("conversations"));
    ASSERT_EQ(list->model()->rowCount(), 2);
    const QRect row = list->visualRect(list->model()->index(1, 0));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, row.center());
    EXPECT_EQ(page(), first);
}

TEST_F(Window, OpensAConversationOfAnEarlierRun)
{
    start();
    type(QStringLiteral("Remember me"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    window.reset();
    start();
    auto *list = window->findChild<QListView *>(QStringLiteral("conversations"));
    ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() == 1; }));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualRect(list->model()->index(0, 0)).center());
    ASSERT_TRUE(waitFor([&] { return idle(); }));
    EXPECT_EQ(document().blocks().size(), 4U);
    EXPECT_TRUE(page()->findChild<ConversationView *>()->isVisible());
}

TEST_F(Window, DeletesAConversationAndBringsItBack)
{
    start();
    type(QStringLiteral("Delete me"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().blocks().size() == 4; }));
    auto *list = window->findChild<QListView *>(QStringLiteral("conversations"));
    ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() == 1; }));
    list->setFocus();
    list->setCurrentIndex(list->model()->index(0, 0));
    window->activateWindow();
    ASSERT_TRUE(waitFor([&] { return list->hasFocus(); }));
    QTest::keyClick(list, Qt::Key_Delete);
    ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() == 0; }));
    EXPECT_TRUE(Library(folder.path()).list().isEmpty());
    QTest::mouseClick(messages()->findChild<Button *>(QStringLiteral("messageAction")),
                      Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return list->model()->rowCount() == 1; }));
    EXPECT_EQ(Library(folder.path()).list().size(), 1);
}

TEST_F(Window, AddsAPackageWithAClick)
{
    start([](const FakeCell &cell) {
        cell.notice({QStringLiteral("missing_module"), QStringLiteral("seaborn isn't installed."),
                     QStringLiteral("seaborn")});
        return okResult();
    });
    type(QStringLiteral("Plot it"));
    ASSERT_TRUE(waitFor([&] {
        const auto *add = page()->findChild<Button *>(QStringLiteral("addPackages"));
        return idle() && add != nullptr && add->isVisible();
    }));
    QTest::mouseClick(find<Button>("addPackages"), Qt::LeftButton);
    ASSERT_TRUE(
        waitFor([&] { return page()->messages()->text().contains(QStringLiteral("seaborn")); }));
    std::lock_guard guard(mutex);
    EXPECT_EQ(added, QStringList{QStringLiteral("seaborn")});
}

TEST_F(Window, ShowsAWebLinkBeforeItOpensIt)
{
    start();
    type(QStringLiteral("Hello"));
    ASSERT_TRUE(waitFor([&] { return idle(); }));
    Q_EMIT page()->findChild<ConversationView *>()->linkActivated(
        QUrl(QStringLiteral("https://x.example/path?q=1")));
    EXPECT_TRUE(page()->messages()->text().contains(QStringLiteral("https://x.example/path?q=1")));
    EXPECT_TRUE(find<Button>("messageAction")->isVisible());
}

TEST_F(Window, OffersToSaveTheFileThatASandboxLinkMeans)
{
    start([](const FakeCell &) {
        CellResult result = okResult();
        result.files = {{QStringLiteral("real.csv"), 10, 1}};
        return result;
    });
    type(QStringLiteral("Hello"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().sandboxFiles().size() == 1; }));
    Q_EMIT page()->findChild<ConversationView *>()->linkActivated(
        QUrl(QStringLiteral("sandbox:/mnt/data/real.csv")));
    auto *dialog = page()->findChild<QFileDialog *>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->acceptMode(), QFileDialog::AcceptSave);
    EXPECT_TRUE(dialog->selectedFiles().value(0).endsWith(QStringLiteral("real.csv")));
    dialog->close();
}

TEST_F(Window, SaysWhichFilesThereAreWhenALinkLeadsNowhere)
{
    start([](const FakeCell &) {
        CellResult result = okResult();
        result.files = {{QStringLiteral("real.csv"), 10, 1}};
        return result;
    });
    type(QStringLiteral("Hello"));
    ASSERT_TRUE(waitFor([&] { return idle() && document().sandboxFiles().size() == 1; }));
    Q_EMIT page()->findChild<ConversationView *>()->linkActivated(
        QUrl(QStringLiteral("sandbox:/mnt/data/x.csv")));
    EXPECT_TRUE(page()->messages()->text().contains(QStringLiteral("real.csv")));
}

TEST_F(Window, OffersTheModelsSettingsUnderAnAnswerThatItsServerRefused)
{
    model = [](const ModelRequest &, const ModelEvents &, std::stop_token, int) -> ModelReply {
        throw Error(ErrorKind::Auth, QStringLiteral("The server refused the key."));
    };
    start();
    type(QStringLiteral("Hello"));
    const auto remedy = [&]() -> Button * {
        for (Button *button : page()->findChildren<Button *>(QStringLiteral("turnRemedy")))
            if (button->isVisible())
                return button;
        return nullptr;
    };
    ASSERT_TRUE(waitFor([&] { return idle() && remedy() != nullptr; }));
    EXPECT_EQ(remedy()->text(), QStringLiteral("Model settings…"));
    QTest::mouseClick(remedy(), Qt::LeftButton);
    ASSERT_NE(window->findChild<SettingsDialog *>(), nullptr);
    EXPECT_TRUE(window->findChild<QWidget *>(QStringLiteral("modelPage"))->isVisible());
}

TEST_F(Window, SaysOnceWhyACellOfAnAnswerCouldNotRun)
{
    start([](const FakeCell &) -> CellResult {
        throw Error(ErrorKind::Unsupported, QStringLiteral("There is no bubblewrap."),
                    QStringLiteral("Install it."));
    });
    type(QStringLiteral("Hello"));
    const auto saying = [&](const QString &text) {
        int count = 0;
        for (const PlainLabel *label : page()->findChildren<PlainLabel *>())
            count += label->isVisible() && label->text().contains(text);
        return count;
    };
    ASSERT_TRUE(waitFor([&] { return idle() && saying(QStringLiteral("could not be run")) > 0; }));
    EXPECT_EQ(saying(QStringLiteral("There is no bubblewrap.")), 1);
    const auto buttons = page()->findChildren<Button *>(QStringLiteral("turnRemedy"));
    EXPECT_TRUE(std::any_of(buttons.begin(), buttons.end(), [](const Button *button) {
        return button->isVisible() && button->text() == QStringLiteral("Sandbox settings…");
    }));
}
