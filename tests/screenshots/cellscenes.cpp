// SPDX-License-Identifier: GPL-3.0-or-later
// The states that cells can be in.
#include "screenshots/scenes.h"

#include "ui/button.h"
#include "ui/cellbar.h"
#include "ui/composer.h"

namespace sandglass::test {

namespace {

bool isDone(const ConversationPage &page)
{
    return page.session() != nullptr && !page.isBusy() &&
           page.session()->document().blocks().size() > 2;
}

FakeModel::Script saying(const QByteArray &code, const QString &after)
{
    return [=](const ModelRequest &, const ModelEvents &events, std::stop_token, int number) {
        QByteArray escaped = code;
        escaped.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        ModelReply reply = number == 0 ? replyOf(events, {}, R"({"code":")" + escaped + R"("})")
                                       : replyOf(events, after);
        reply.usage = {3060, 420};
        return reply;
    };
}

Scene traceback()
{
    Scene scene;
    scene.name = QStringLiteral("traceback");
    scene.question = QStringLiteral("Read the file and take the mean");
    scene.cell = [](const FakeCell &cell) {
        ErrorOutput error{QStringLiteral("KeyError"), QStringLiteral("'revenue'"), {}};
        error.traceback << QStringLiteral("\x1b[31m%1\x1b[39m").arg(QString(75, u'-'))
                        << QStringLiteral("\x1b[31mKeyError\x1b[39m                Traceback (most "
                                          "recent call last)");
        for (int i = 0; i < 14; ++i)
            error.traceback
                << QStringLiteral("\x1b[36mFile \x1b[39m\x1b[32m~/pandas/core/frame.py:%1\x1b[39m, "
                                  "in \x1b[36mDataFrame.__getitem__\x1b[39m\x1b[34m(self, "
                                  "key)\x1b[39m\n\x1b[32m   4100\x1b[39m \x1b[38;5;28;01mif\x1b[39;"
                                  "00m is_single_key:\n\x1b[32m-> 4102\x1b[39m     indexer = "
                                  "self.columns.get_loc(key)")
                       .arg(4000 + i);
        error.traceback << QStringLiteral("\x1b[31mKeyError\x1b[39m: 'revenue'");
        cell.output(out("18204 rows\n"));
        cell.output(error);
        CellResult result = okResult(4);
        result.status = CellStatus::Error;
        result.seconds = 0.4;
        return result;
    };
    scene.model = saying("import pandas as pd\ndf = pd.read_csv(\"sales-2026.csv\")\n"
                         "print(len(df), \"rows\")\ndf[\"revenue\"].mean()",
                         QStringLiteral("The file has no column `revenue`; I'll look at the names "
                                        "of its columns first."));
    scene.isReached = isDone;
    return scene;
}

Scene editing()
{
    Scene scene = traceback();
    scene.name = QStringLiteral("edit-cell");
    scene.act = [](ConversationPage &page) {
        for (Button *button : page.findChildren<Button *>(QStringLiteral("editCell")))
            if (button->isVisible())
                button->click();
    };
    return scene;
}

Scene folded()
{
    Scene scene = traceback();
    scene.name = QStringLiteral("folded");
    scene.act = [](ConversationPage &page) {
        for (CellBar *bar : page.findChildren<CellBar *>()) {
            if (!bar->isVisible())
                continue;
            Q_EMIT bar->foldCodeRequested();
            Q_EMIT bar->foldOutputRequested();
        }
    };
    return scene;
}

Scene died()
{
    Scene scene;
    scene.name = QStringLiteral("kernel-died");
    scene.question = QStringLiteral("Make the array a little larger");
    scene.cell = [](const FakeCell &cell) {
        if (cell.request.code.contains("import"))
            return okResult(1);
        CellResult result;
        result.status = CellStatus::Died;
        result.variablesLost = true;
        result.cause = DeathCause{DeathCause::Kind::Signal, 9, true};
        result.seconds = 3.2;
        return result;
    };
    scene.model = [](const ModelRequest &, const ModelEvents &events, std::stop_token, int number) {
        if (number == 0)
            return replyOf(events, QStringLiteral("First the library."),
                           R"({"code":"import numpy as np\nn = 10**6"})");
        if (number == 1)
            return replyOf(events, {}, R"({"code":"a = np.ones((n, n))\na[:] = 2"})",
                           QStringLiteral("call_2"));
        return replyOf(events, QStringLiteral("The array did not fit into memory, and the kernel "
                                              "ended with it."));
    };
    scene.isReached = [](const ConversationPage &page) {
        return isDone(page) && page.session()->document().blocks().size() > 4;
    };
    return scene;
}

Scene reopened()
{
    Scene scene;
    scene.name = QStringLiteral("reopened");
    scene.question = QStringLiteral("What is the mean of the squares up to 100?");
    scene.cell = [](const FakeCell &cell) {
        cell.output(out("3383.5\n"));
        return okResult(1);
    };
    scene.model = saying("squares = [i * i for i in range(1, 101)]\nprint(sum(squares) / 100)",
                         QStringLiteral("The mean is **3383.5**.\n\n- [x] computed\n- [ ] "
                                        "plotted\n  - nested\n    1. deeper\n\n```python\nprint("
                                        "squares[-1])\n```\n"));
    scene.isReached = isDone;
    scene.reopens = true;
    return scene;
}

Scene codeInList()
{
    Scene scene;
    scene.name = QStringLiteral("code-in-list");
    scene.question = QStringLiteral("How do I read a file with semicolons?");
    scene.cell = [](const FakeCell &) {
        return okResult(1);
    };
    scene.model = [](const ModelRequest &, const ModelEvents &events, std::stop_token, int) {
        return replyOf(
            events,
            QStringLiteral(
                "Two ways lead there:\n\n1. Say what parts the columns:\n\n   ```python\n   import "
                "pandas as pd\n   df = pd.read_csv(\"sales.csv\", sep=\";\", decimal=\",\")\n   "
                "```\n\n2. Let it be found:\n\n   ```python\n   df = pd.read_csv(\"sales.csv\", "
                "sep=None, engine=\"python\")\n   ```\n\n   - It is slower.\n   - It needs the "
                "Python engine:\n\n     ```sh\n     head -c 300 sales.csv\n     ```\n\n> From the "
                "manual:\n>\n> ```python\n> pd.read_csv(path, sep=None)\n> ```\n\nBoth give the "
                "same table."));
    };
    scene.isReached = [](const ConversationPage &page) {
        return page.session() != nullptr && !page.isBusy() &&
               page.session()->document().blocks().size() == 2;
    };
    return scene;
}

Scene attached()
{
    Scene scene;
    scene.name = QStringLiteral("attached");
    scene.files = {QStringLiteral("sales-2026.csv"), QStringLiteral("survey results.csv"),
                   QStringLiteral("a file with a name that goes on for much longer than there is "
                                  "any room for it here.csv")};
    return scene;
}

Scene writing()
{
    Scene scene = reopened();
    scene.name = QStringLiteral("write-cell");
    scene.reopens = false;
    scene.act = [](ConversationPage &page) {
        page.writeCell();
        page.findChild<Composer *>()->setText(
            QStringLiteral("for n in squares[:3]:\n    print(n)  # the first ones"));
    };
    return scene;
}

} // namespace

std::vector<Scene> cellScenes()
{
    return {traceback(), editing(),    folded(),   died(),
            reopened(),  codeInList(), attached(), writing()};
}

} // namespace sandglass::test
