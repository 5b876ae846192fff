// SPDX-License-Identifier: GPL-3.0-or-later
// A person's own cells with everything real behind them: bubblewrap, a kernel, files on disk.
#include "app/fakes.h"
#include "parts/localparts.h"
#include "ui/button.h"
#include "ui/codeedit.h"
#include "ui/conversationpage.h"
#include "ui/figureview.h"
#include "ui/messagebar.h"
#include "ui/outputview.h"
#include "ui/plainlabel.h"
#include "ui/questionedit.h"
#include "ui/theme.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QTest>

using namespace sandglass;

namespace {

constexpr int patience = 90'000; // a kernel may have to start on a busy machine

class LiveCells : public testing::Test
{
protected:
    void SetUp() override
    {
        settings.dataFolder = data.path();
        settings.python = qEnvironmentVariable("SANDGLASS_PYTHON");
        ASSERT_FALSE(settings.python.isEmpty()) << "SANDGLASS_PYTHON names a Python with ipykernel";
        start();
    }

    void start()
    {
        page.reset();
        page = std::make_unique<ConversationPage>(
            id,
            [this](OpenedConversation opened) {
                return std::make_unique<Session>(localParts(), settings, std::move(opened));
            },
            settings);
        page->resize(1000, 800);
        page->show();
    }

    const Conversation &document() { return page->session()->document(); }
    const CellBlock &lastCell()
    {
        const CellBlock *last = nullptr;
        for (const Block &block : document().blocks())
            if (const auto *cell = std::get_if<CellBlock>(&block))
                last = cell;
        return *last;
    }
    int cells()
    {
        int count = 0;
        if (page->session() != nullptr)
            for (const Block &block : document().blocks())
                count += std::holds_alternative<CellBlock>(block);
        return count;
    }
    bool ran(int count)
    {
        return waitFor([&] { return cells() == count && !page->isBusy(); }, patience);
    }
    void run(const QString &code)
    {
        const int before = cells();
        auto *edit = page->findChild<QuestionEdit *>();
        edit->setPlainText(code);
        QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
        ASSERT_TRUE(ran(before + 1)) << page->messages()->text().toStdString();
    }
    QByteArray printed()
    {
        for (const ShownOutput &output : lastCell().outputs)
            if (const auto *text = std::get_if<StreamText>(&output.value))
                return text->head;
        return {};
    }
    template <class Widget>
    QList<Widget *> shown(const char *name = nullptr)
    {
        QList<Widget *> found =
            page->findChildren<Widget *>(name == nullptr ? QString() : QString::fromLatin1(name));
        found.removeIf([](const Widget *widget) { return !widget->isVisible(); });
        return found;
    }
    Button *button(const char *name) { return page->findChild<Button *>(QLatin1String(name)); }
    void choose(const QString &path)
    {
        auto *dialog = page->findChild<QFileDialog *>();
        ASSERT_NE(dialog, nullptr);
        Q_EMIT dialog->fileSelected(path);
        dialog->close();
    }
    static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir data;
    Settings settings;
    ConversationId id = ConversationId::create();
    std::unique_ptr<ConversationPage> page;
};

} // namespace

TEST_F(LiveCells, AreEditedRunStoppedAndKeepTheirVariables)
{
    run(QStringLiteral("x = 20\nprint(x)"));
    EXPECT_EQ(printed(), "20\n");
    ASSERT_TRUE(waitFor([&] { return shown<Button>("editCell").size() == 1; }));
    QTest::mouseClick(shown<Button>("editCell").at(0), Qt::LeftButton);
    auto *editor = shown<CodeEdit>().at(0);
    editor->setPlainText(QStringLiteral("x += 1\nprint('now', x)"));
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(ran(2));
    EXPECT_EQ(printed(), "now 21\n");
    EXPECT_EQ(lastCell().record.origin, CellOrigin::Person);

    auto *edit = page->findChild<QuestionEdit *>();
    edit->setPlainText(QStringLiteral("print('begun', flush=True)\nwhile True: pass"));
    QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([&] { return cells() == 3 && printed() == "begun\n"; }, patience));
    QTest::mouseClick(button("stop"), Qt::LeftButton);
    ASSERT_TRUE(ran(3));
    EXPECT_EQ(lastCell().result->status, CellStatus::Interrupted);
    run(QStringLiteral("print(x)"));
    EXPECT_EQ(printed(), "21\n");
}

TEST_F(LiveCells, AreRunAgainWhenTheConversationIsOpenedAgainAndAfterTheKernelDied)
{
    run(QStringLiteral("x = 20"));
    run(QStringLiteral("y = x + 1"));
    start();
    page->open();
    ASSERT_TRUE(waitFor([&] { return page->session() != nullptr; }));
    ASSERT_TRUE(button("runCellsAgain")->isVisible());
    QTest::mouseClick(button("runCellsAgain"), Qt::LeftButton);
    ASSERT_TRUE(ran(4));
    EXPECT_FALSE(button("runCellsAgain")->isVisible());
    run(QStringLiteral("print(x, y)"));
    EXPECT_EQ(printed(), "20 21\n");

    run(QStringLiteral("import os; os._exit(3)"));
    EXPECT_EQ(lastCell().result->status, CellStatus::Died);
    ASSERT_TRUE(waitFor([&] { return button("runCellsAgain")->isVisible(); }));
    EXPECT_EQ(button("runCellsAgain")->text(), QStringLiteral("Run 3 cells again"));
    QTest::mouseClick(button("runCellsAgain"), Qt::LeftButton);
    ASSERT_TRUE(ran(9));
    run(QStringLiteral("print(y - x)"));
    EXPECT_EQ(printed(), "1\n");
}

TEST_F(LiveCells, SaveWhatTheyProducedByteForByte)
{
    run(QStringLiteral("import os\nbytes_ = bytes(range(256)) * 5000\n"
                       "os.makedirs('out')\nopen('out/r.bin', 'wb').write(bytes_)\n"
                       "open('empty.csv', 'w').close()"));
    ASSERT_EQ(lastCell().result->status, CellStatus::Ok);
    QByteArray expected;
    for (int i = 0; i < 256; ++i)
        expected.append(static_cast<char>(i));
    expected = expected.repeated(5000);
    ASSERT_TRUE(waitFor([&] { return button("saveAllFiles")->isVisible(); }));
    const QString chosen = data.filePath(QStringLiteral("chosen"));
    QDir().mkpath(chosen);
    QTest::mouseClick(button("saveAllFiles"), Qt::LeftButton);
    choose(chosen);
    ASSERT_TRUE(waitFor(
        [&] { return page->messages()->text().startsWith(QStringLiteral("2 files were saved")); }));
    EXPECT_EQ(read(chosen + QStringLiteral("/out/r.bin")), expected);
    EXPECT_TRUE(QFile::exists(chosen + QStringLiteral("/empty.csv")));
}

TEST_F(LiveCells, ReadAFileThatWasAttached)
{
    const QString path = data.filePath(QStringLiteral("Région – 特性.csv"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("a;b\n1;2\n");
    file.close();
    page->offerFiles({path});
    run(QStringLiteral("print(open('Région – 特性.csv').read(), end='')"));
    EXPECT_EQ(printed(), "a;b\n1;2\n");
}

TEST_F(LiveCells, ShowATransparentChartOnAWhitePlateInTheDark)
{
    const QPalette before = QApplication::palette();
    QApplication::setPalette(Theme::dark().palette());
    run(QStringLiteral("import matplotlib.pyplot as plt\nfrom IPython.display import Image\n"
                       "plt.plot([1, 2])\nplt.savefig('t.png', transparent=True)\nplt.close()\n"
                       "Image('t.png')"));
    ASSERT_TRUE(waitFor([&] { return !shown<FigureView>().isEmpty(); }));
    FigureView *figure = shown<FigureView>().at(0);
    const QPoint corner = figure->pictureRect().topLeft() + QPoint(3, 3);
    EXPECT_TRUE(waitFor([&] { return figure->grab().toImage().pixelColor(corner) == Qt::white; }));
    QApplication::setPalette(before);
}

TEST_F(LiveCells, SaveAChartAsTheSvgThatTheKernelGave)
{
    run(QStringLiteral("import matplotlib.pyplot as plt, io, base64\n"
                       "from IPython.display import display\nplt.plot([1, 2])\n"
                       "def drawn(kind):\n    out = io.BytesIO()\n"
                       "    plt.savefig(out, format=kind)\n    return out.getvalue()\n"
                       "png, svg = drawn('png'), drawn('svg')\nplt.close()\n"
                       "open('same.svg', 'wb').write(svg)\n"
                       "display({'image/png': base64.b64encode(png).decode(), "
                       "'image/svg+xml': svg.decode()}, raw=True)"));
    ASSERT_EQ(lastCell().result->status, CellStatus::Ok);
    ASSERT_TRUE(waitFor([&] { return shown<Button>("saveSvg").size() == 1; }));
    QTest::mouseClick(shown<Button>("saveSvg").at(0), Qt::LeftButton);
    const QString target = data.filePath(QStringLiteral("saved.svg"));
    choose(target);
    ASSERT_TRUE(waitFor([&] { return page->messages()->text().contains(target); }));
    EXPECT_EQ(read(target), read(page->session()->folder() + QStringLiteral("/work/same.svg")));
    EXPECT_TRUE(read(target).contains("<svg"));
}

TEST_F(LiveCells, FoldARealTracebackToItsEnd)
{
    run(QStringLiteral("import json\ndef f(n):\n    return f(n - 1) if n else json.loads('{')\n"
                       "f(12)"));
    ASSERT_EQ(lastCell().result->status, CellStatus::Error);
    ASSERT_TRUE(waitFor([&] { return !shown<Button>("showAll").isEmpty(); }));
    OutputView *error = shown<OutputView>().at(0);
    const int folded = error->height();
    QTest::mouseClick(shown<Button>("showAll").at(0), Qt::LeftButton);
    EXPECT_GT(error->height(), folded);
    EXPECT_TRUE(error->allText().contains(QStringLiteral("JSONDecodeError")));
}
