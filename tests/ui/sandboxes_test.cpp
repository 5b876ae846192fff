// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sandboxeswindow.h"

#include "app/fakes.h"
#include "app/installid.h"
#include "app/recordjson.h"
#include "exe/server.h"
#include "ui/button.h"
#include "ui/messagebar.h"
#include "ui/plainlabel.h"
#include "ui/sandboxesmodel.h"
#include "ui/sandboxusage.h"
#include "ui/theme.h"
#include "ui/usagechart.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLineSeries>
#include <QRadioButton>
#include <QTableView>
#include <QTableWidget>
#include <QTest>

using namespace sandglass;
using exedev::test::text;

namespace {

/// The list of sandboxes over a stand-in server with VMs of all owners.
class Sandboxes : public testing::Test
{
protected:
    void SetUp() override
    {
        install = installId(folder.path());
        conversation = ConversationId::create();
        const QString place =
            folder.path() + QStringLiteral("/conversations/") + conversation.toString();
        QDir().mkpath(place);
        QFile journal(place + QStringLiteral("/journal.jsonl"));
        ASSERT_TRUE(journal.open(QIODevice::WriteOnly));
        journal.write(recordToLine({1, QDateTime::currentDateTimeUtc().addSecs(-7200),
                                    MetaRecord{QStringLiteral("Coffee sales")}}));
        ours = make(
            QStringLiteral("code-interpreter c=%1 i=%2").arg(conversation.toString(), install));
    }
    void makeOthers()
    {
        base = make(QStringLiteral("code-interpreter-base d=0123456789abcdef"));
        elsewhere = make(QStringLiteral("code-interpreter c=%1 i=%2")
                             .arg(ConversationId::create().toString(), QStringLiteral("other")));
        foreign = make(QStringLiteral("my web server"));
    }
    QString make(const QString &comment)
    {
        exedev::CreateOptions options;
        options.comment = comment;
        options.waitUntil = exedev::Ready::Created;
        exedev::Vm vm = server.client().create(options);
        vm.release();
        return vm.name();
    }
    void open(const char *token = "all")
    {
        control.setAccess(server.baseUrl(), Secret(QByteArray(token)), folder.path());
        show();
    }
    void show()
    {
        window = std::make_unique<SandboxesWindow>(&control);
        window->show();
    }
    void openListed(const char *token = "all")
    {
        open(token);
        ASSERT_TRUE(waitFor([&] { return table()->model()->rowCount() > 0; }));
    }
    template <class Widget>
    Widget *find(const char *name)
    {
        return window->findChild<Widget *>(QLatin1String(name));
    }
    QTableView *table() { return find<QTableView>("sandboxesTable"); }
    Button *button(const char *name) { return find<Button>(name); }
    QString words(const char *name) { return find<PlainLabel>(name)->text(); }
    QString message() { return window->findChild<MessageBar *>()->text(); }
    int rowOf(const QString &vm)
    {
        const QAbstractItemModel *model = table()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, SandboxesModel::Name).data().toString() == vm)
                return row;
        }
        return -1;
    }
    QString cell(const QString &vm, int column)
    {
        return table()->model()->index(rowOf(vm), column).data().toString();
    }
    void select(const QStringList &vms)
    {
        table()->clearSelection();
        for (const QString &vm : vms)
            table()->selectionModel()->select(table()->model()->index(rowOf(vm), 0),
                                              QItemSelectionModel::Select |
                                                  QItemSelectionModel::Rows);
    }
    void click(const char *name) { QTest::mouseClick(button(name), Qt::LeftButton); }
    SandboxUsage *openUsage(const QString &vm)
    {
        select({vm});
        click("showUsage");
        return window->findChild<SandboxUsage *>();
    }
    std::string commentOf(const QString &vm)
    {
        for (const auto &one : server.state()) {
            if (one["name"] == vm.toStdString())
                return one["comment"];
        }
        return {};
    }

    exedev::test::Server server;
    QTemporaryDir folder;
    QString install;
    ConversationId conversation;
    QString ours, base, elsewhere, foreign;
    VmControl control;
    std::unique_ptr<SandboxesWindow> window;
};

} // namespace

TEST_F(Sandboxes, ListsAllVmsWithTheirConversationsAndOursFirst)
{
    makeOthers();
    openListed();
    ASSERT_EQ(table()->model()->rowCount(), 4);
    EXPECT_EQ(rowOf(ours), 0);
    EXPECT_EQ(rowOf(foreign), 3);
    EXPECT_EQ(cell(ours, SandboxesModel::Conversation), text("Coffee sales"));
    EXPECT_EQ(cell(ours, SandboxesModel::Status), text("running"));
    EXPECT_EQ(cell(ours, SandboxesModel::Age), text("0 min"));
    EXPECT_EQ(cell(ours, SandboxesModel::Used), text("2 h"));
    EXPECT_TRUE(cell(base, SandboxesModel::Conversation).contains(text("base")));
    EXPECT_EQ(cell(elsewhere, SandboxesModel::Owner), text("Another computer"));
    EXPECT_EQ(cell(foreign, SandboxesModel::Conversation), text("my web server"));
    const QString summary = words("sandboxesSummary");
    EXPECT_TRUE(summary.startsWith(text("1 sandbox of this computer, 1 of another computer or "
                                        "program, 1 base, 1 that isn't Sandglass's.")))
        << summary.toStdString();
    table()->sortByColumn(SandboxesModel::Name, Qt::DescendingOrder);
    EXPECT_EQ(rowOf(ours), 0);
    EXPECT_EQ(rowOf(foreign), 3);
}

TEST_F(Sandboxes, NeverOffersToDeleteWhatNoInterpreterMade)
{
    makeOthers();
    openListed();
    select({foreign});
    EXPECT_FALSE(button("deleteSandboxes")->isEnabled());
    table()->selectAll();
    click("deleteSandboxes");
    EXPECT_TRUE(message().startsWith(text("Delete these 3 sandboxes?"))) << message().toStdString();
    click("messageAction");
    ASSERT_TRUE(waitFor([&] { return table()->model()->rowCount() == 1; }));
    EXPECT_EQ(server.names(), QStringList{foreign});
    EXPECT_TRUE(message().contains(text("3 sandboxes were deleted"))) << message().toStdString();
}

TEST_F(Sandboxes, SaysWhatDeletingLosesAndDeletesNothingBeforeTheAnswer)
{
    makeOthers();
    openListed();
    select({ours, elsewhere});
    click("deleteSandboxes");
    EXPECT_TRUE(message().contains(text("files that are only there are lost")));
    EXPECT_TRUE(message().contains(text("2 are running")));
    EXPECT_TRUE(message().contains(text("One belongs to another computer")));
    click("messageClose");
    EXPECT_EQ(server.names().size(), 4);
}

TEST_F(Sandboxes, ShowsEachVmThatCouldNotBeDeletedWithTheReason)
{
    makeOthers();
    openListed();
    select({ours, elsewhere});
    const QByteArray answer = R"({"deleted": [], "failed": ["A", "B"], "errors": {"A": "it is busy",
                                  "B": "its disk is in use"}})";
    server.fault(200, "rm",
                 {{"body", QByteArray(answer)
                               .replace("\"A\"", '"' + ours.toUtf8() + '"')
                               .replace("\"B\"", '"' + elsewhere.toUtf8() + '"')
                               .simplified()
                               .toStdString()},
                  {"match", ours.toStdString()}});
    click("deleteSandboxes");
    click("messageAction");
    ASSERT_TRUE(waitFor([&] { return message().contains(text("it is busy")); }));
    EXPECT_TRUE(message().contains(elsewhere + text(": not deleted (its disk is in use).")))
        << message().toStdString();
    ASSERT_TRUE(waitFor([&] { return button("refreshSandboxes")->isEnabled(); }));
    EXPECT_TRUE(cell(ours, SandboxesModel::Status).contains(text("it is busy")));
    EXPECT_EQ(table()->model()->rowCount(), 4);
}

TEST_F(Sandboxes, SaysWhatHappenedWhenTheAnswerToADeletionIsLost)
{
    openListed();
    select({ours});
    server.fault("drop_after", "rm", {{"match", ours.toStdString()}});
    click("deleteSandboxes");
    click("messageAction");
    ASSERT_TRUE(waitFor([&] { return words("sandboxesTitle").contains(text("no sandboxes")); }));
    EXPECT_FALSE(message().isEmpty());
}

TEST_F(Sandboxes, PausesAndResumesTheSelectedOnes)
{
    openListed();
    select({ours});
    EXPECT_FALSE(button("resumeSandboxes")->isEnabled());
    click("pauseSandboxes");
    ASSERT_TRUE(waitFor([&] { return cell(ours, SandboxesModel::Status) == text("paused"); }));
    EXPECT_FALSE(button("pauseSandboxes")->isEnabled());
    EXPECT_TRUE(button("resumeSandboxes")->isEnabled()) << "it is still selected";
    click("resumeSandboxes");
    ASSERT_TRUE(waitFor([&] { return cell(ours, SandboxesModel::Status) == text("running"); }));
}

TEST_F(Sandboxes, MarksOneToBeKeptByItsCommentAndBack)
{
    openListed();
    const std::string before = commentOf(ours);
    select({ours});
    click("keepSandboxes");
    ASSERT_TRUE(waitFor([&] { return cell(ours, SandboxesModel::Status).contains(text("kept")); }));
    EXPECT_EQ(commentOf(ours), before + " keep");
    EXPECT_EQ(button("keepSandboxes")->text(), text("Don't keep"));
    click("keepSandboxes");
    ASSERT_TRUE(waitFor([&] { return cell(ours, SandboxesModel::Status) == text("running"); }));
    EXPECT_EQ(commentOf(ours), before);
}

TEST_F(Sandboxes, SaysWhatToDoWithoutAToken)
{
    open("");
    EXPECT_TRUE(words("sandboxesTitle").contains(text("No token")));
    int asked = 0;
    QObject::connect(window.get(), &SandboxesWindow::settingsRequested, window.get(),
                     [&] { ++asked; });
    click("sandboxesWordsButton");
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE(server.log("ls").empty());
    control.setAccess(server.baseUrl(), Secret("all"), folder.path());
    EXPECT_TRUE(waitFor([&] { return table()->model()->rowCount() == 1; }));
}

TEST_F(Sandboxes, SaysThatThereIsNothingYet)
{
    server.reset();
    open();
    ASSERT_TRUE(waitFor([&] { return words("sandboxesTitle").contains(text("no sandboxes")); }));
    EXPECT_TRUE(words("sandboxesWords").contains(text("first cell")));
}

TEST_F(Sandboxes, SaysWhyItCannotListAndTriesAgain)
{
    server.fault(500, "ls");
    open();
    ASSERT_TRUE(waitFor([&] { return button("sandboxesWordsButton")->isVisible(); }));
    EXPECT_FALSE(words("sandboxesTitle").isEmpty());
    click("sandboxesWordsButton");
    EXPECT_TRUE(waitFor([&] { return table()->model()->rowCount() == 1; }));
}

TEST_F(Sandboxes, LeadsToTheSettingsWhereTheTokenIsRefused)
{
    server.addToken("old:expired");
    open("old");
    ASSERT_TRUE(waitFor([&] { return words("sandboxesTitle").contains(text("refused")); }));
    int asked = 0;
    QObject::connect(window.get(), &SandboxesWindow::settingsRequested, window.get(),
                     [&] { ++asked; });
    click("sandboxesWordsButton");
    EXPECT_EQ(asked, 1);
}

TEST_F(Sandboxes, DisablesWhatTheTokenMayNotDoAndSaysWhy)
{
    server.addToken("looker:cmds=ls,rm");
    openListed("looker");
    ASSERT_TRUE(waitFor([&] { return !control.may(text("stat")); }));
    EXPECT_EQ(cell(ours, SandboxesModel::Size), text("–"));
    select({ours});
    EXPECT_FALSE(button("showUsage")->isEnabled());
    EXPECT_TRUE(button("showUsage")->toolTip().contains(text("“stat”")));
    ASSERT_TRUE(waitFor([&] { return !control.may(text("pause")); }));
    EXPECT_FALSE(button("pauseSandboxes")->isEnabled());
    EXPECT_TRUE(button("deleteSandboxes")->isEnabled());
    EXPECT_TRUE(button("sandboxesNewToken")->isVisible());
    EXPECT_TRUE(words("sandboxesDenied").contains(text("pause, resume, comment, stat")))
        << words("sandboxesDenied").toStdString();
}

TEST_F(Sandboxes, TellsWhatIsRefusedWithoutHavingBeenKnown)
{
    openListed();
    select({ours});
    server.fault(403, "pause", {{"match", ours.toStdString()}});
    click("pauseSandboxes");
    ASSERT_TRUE(waitFor([&] { return !message().isEmpty(); }));
    EXPECT_TRUE(message().contains(text("may not run “pause”"))) << message().toStdString();
    EXPECT_FALSE(button("pauseSandboxes")->isEnabled());
}

TEST_F(Sandboxes, ShowsTheSizeWhereTheTokenMayAsk)
{
    exedev::ResizeOptions options;
    options.disk = text("30GB");
    server.client().vm(ours).resize(options);
    server.client().vm(ours).run(text("true")); // then there is a measurement
    openListed();
    ASSERT_TRUE(waitFor([&] { return cell(ours, SandboxesModel::Size) != text("–"); }));
    EXPECT_TRUE(cell(ours, SandboxesModel::Size).contains(text("30 GiB disk")))
        << cell(ours, SandboxesModel::Size).toStdString();
}

TEST_F(Sandboxes, ShowsTheUseOfOneAsChartsWordsAndValues)
{
    server.client().vm(ours).run(text("true"));
    openListed();
    SandboxUsage *usage = openUsage(ours);
    ASSERT_NE(usage, nullptr);
    auto *chart = usage->findChild<UsageChart *>(text("usageChart0"));
    ASSERT_TRUE(waitFor([&] { return !chart->chart()->series().isEmpty(); }));
    const auto *series = static_cast<QLineSeries *>(chart->chart()->series().first());
    ASSERT_EQ(series->count(), 1);
    EXPECT_DOUBLE_EQ(series->at(0).y(), 0.25);
    EXPECT_TRUE(chart->accessibleDescription().contains(text("now 0.25")));
    EXPECT_EQ(usage->findChild<PlainLabel *>(text("usageWords0"))->text(),
              chart->accessibleDescription());
    QTest::mouseClick(usage->findChild<Button *>(text("showValues")), Qt::LeftButton);
    const auto *values = usage->findChild<QTableWidget *>(text("usageTable"));
    EXPECT_TRUE(values->isVisible());
    ASSERT_EQ(values->rowCount(), 1);
    EXPECT_EQ(values->item(0, 1)->text(), text("0.25"));
    QTest::mouseClick(usage->findChild<Button *>(text("copyValues")), Qt::LeftButton);
    EXPECT_TRUE(QApplication::clipboard()->text().contains(text("\t0.25\t")));
    usage->findChild<QRadioButton *>(text("usage7d"))->click();
    ASSERT_TRUE(waitFor([&] { return chart->isVisible(); }));
    bool isAsked = false;
    for (const auto &entry : server.log("stat"))
        isAsked = isAsked || entry["command"] == "stat --range=7d " + ours.toStdString();
    EXPECT_TRUE(isAsked);
}

TEST_F(Sandboxes, SaysThatNothingWasMeasuredYet)
{
    openListed();
    SandboxUsage *usage = openUsage(ours);
    ASSERT_NE(usage, nullptr);
    auto *shown = usage->findChild<PlainLabel *>(text("usageWords"));
    EXPECT_TRUE(waitFor([&] { return shown->text().contains(text("no measurements")); }))
        << shown->text().toStdString();
    EXPECT_FALSE(usage->findChild<Button *>(text("showValues"))->isEnabled());
}
