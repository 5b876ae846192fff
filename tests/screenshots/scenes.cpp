// SPDX-License-Identifier: GPL-3.0-or-later
#include "screenshots/scenes.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>

namespace sandglass::test {

namespace {

QByteArray chart()
{
    QImage image(1280, 800, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont font = painter.font();
    font.setPixelSize(28);
    painter.setFont(font);
    const int counts[] = {273, 561, 830, 1117, 1392, 1655, 1382, 1121, 840, 552, 277};
    painter.drawText(QRect(0, 10, 1280, 50), Qt::AlignCenter,
                     QStringLiteral("Sums of two dice, 10,000 rolls"));
    for (int i = 0; i < 11; ++i) {
        const int height = counts[i] * 600 / 1700;
        painter.fillRect(QRect(110 + i * 100, 720 - height, 78, height), QColor(0x3b7dd8));
        painter.drawText(QRect(110 + i * 100, 728, 78, 40), Qt::AlignCenter,
                         QString::number(i + 2));
    }
    painter.drawLine(90, 720, 1220, 720);
    painter.drawLine(90, 80, 90, 720);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data();
}

FakeModel::Script saying(const QString &before, const QByteArray &code, const QString &after)
{
    return [=](const ModelRequest &, const ModelEvents &events, std::stop_token, int number) {
        QByteArray escaped = code;
        escaped.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        ModelReply reply = number == 0 ? replyOf(events, before, R"({"code":")" + escaped + R"("})")
                                       : replyOf(events, after);
        reply.usage = {3060, 420};
        return reply;
    };
}

bool isDone(const ConversationPage &page)
{
    return page.session() != nullptr && !page.isBusy() &&
           page.session()->document().blocks().size() > 2;
}

Scene answer()
{
    Scene scene;
    scene.name = QStringLiteral("answer");
    scene.question = QStringLiteral("Which region grew most since spring, and show it by month.");
    scene.files = {QStringLiteral("sales-2026.csv")};
    scene.cell = [](const FakeCell &cell) {
        cell.output(out("region        north     south      east      west\n"
                        "2026-09-01 41220.50  38910.00  52104.25  29870.75\n"
                        "2026-10-01 43018.00  39402.50  58777.00  30112.25\n"));
        CellResult result = okResult();
        result.seconds = 0.8;
        result.files = {{QStringLiteral("monthly.xlsx"), 9120, 1},
                        {QStringLiteral("charts/revenue.png"), 31400, 1}};
        return result;
    };
    scene.model = saying(
        QStringLiteral("I'll load the file and compare monthly revenue by region."),
        "import pandas as pd\ndf = pd.read_csv(\"sales-2026.csv\", sep=\";\", decimal=\",\")\n"
        "m = df.groupby([\"day\", \"region\"]).revenue.sum().unstack()\nprint(m.tail(2))  # the "
        "newest",
        QStringLiteral(
            "**East** grew most: from 42,930 € in March to 63,291 € in November, **+47 %**.\n\n"
            "| Region | March | November |\n|:--|--:|--:|\n| East | 42,930 | 63,291 |\n| North | "
            "41,100 | 43,018 |\n\n"
            "1. The other regions stayed within 8 %.\n2. I saved the table as "
            "[monthly.xlsx](sandbox:monthly.xlsx).\n\n"
            "> Revenue is before tax.\n\n```python\nm.to_excel(\"monthly.xlsx\")\n```\n"));
    scene.isReached = isDone;
    scene.scrollsUp = true;
    return scene;
}

Scene figure()
{
    Scene scene;
    scene.name = QStringLiteral("chart");
    scene.question =
        QStringLiteral("Simulate 10,000 rolls of two dice and plot the distribution of the sums");
    scene.cell = [](const FakeCell &cell) {
        MimeBundle bundle;
        bundle.data[QStringLiteral("image/png")] = chart();
        bundle.metadata = R"({"image/png": {"width": 640, "height": 400}})";
        cell.output(DisplayData{bundle});
        CellResult result = okResult();
        result.seconds = 1.3;
        return result;
    };
    scene.model = saying(QStringLiteral("I'll roll them with NumPy."),
                         "import numpy as np\nimport matplotlib.pyplot as plt\nrolls = "
                         "np.random.default_rng().integers(1, 7, (10_000, 2)).sum(axis=1)",
                         QStringLiteral("Seven is the most frequent sum."));
    scene.isReached = isDone;
    return scene;
}

Scene error()
{
    Scene scene;
    scene.name = QStringLiteral("error");
    scene.question = QStringLiteral("Plot it with seaborn");
    scene.cell = [](const FakeCell &cell) {
        cell.output(
            err("/work/x.py:3: UserWarning: this is only a warning\n  warnings.warn(\"…\")\n"));
        cell.output(ErrorOutput{
            QStringLiteral("ModuleNotFoundError"),
            QStringLiteral("No module named 'seaborn'"),
            {QStringLiteral("\x1b[31m--------------------------------------------------------------"
                            "-------------\x1b[39m"),
             QStringLiteral("\x1b[31mModuleNotFoundError\x1b[39m                       Traceback "
                            "(most recent call last)"),
             QStringLiteral("\x1b[36mCell\x1b[39m\x1b[36m \x1b[39m\x1b[32mIn[1]\x1b[39m\x1b[32m, "
                            "line 1\x1b[39m\n\x1b[32m----> \x1b[39m\x1b[32m1\x1b[39m "
                            "\x1b[38;5;28;01mimport\x1b[39;00m\x1b[38;5;250m "
                            "\x1b[39m\x1b[34;01mseaborn\x1b[39;00m\x1b[38;5;250m "
                            "\x1b[39m\x1b[38;5;28;01mas\x1b[39;00m\x1b[38;5;250m "
                            "\x1b[39m\x1b[34;01msns\x1b[39;00m"),
             QStringLiteral("\x1b[31mModuleNotFoundError\x1b[39m: No module named 'seaborn'")}});
        cell.notice(
            {QStringLiteral("missing_module"),
             QStringLiteral(
                 "The package seaborn isn't installed. It can be added to this conversation."),
             QStringLiteral("seaborn")});
        CellResult result = okResult();
        result.status = CellStatus::Error;
        result.seconds = 0.2;
        return result;
    };
    scene.model = [](const ModelRequest &, const ModelEvents &events, std::stop_token, int number) {
        if (number > 0)
            throw Error(ErrorKind::NotRunning,
                        QStringLiteral("The model server at localhost:11434 doesn't answer."),
                        QStringLiteral("Start it and ask again."));
        return replyOf(events, QString(), R"({"code":"import seaborn as sns"})");
    };
    scene.isReached = isDone;
    return scene;
}

Scene longOutput()
{
    Scene scene;
    scene.name = QStringLiteral("long-output");
    scene.question = QStringLiteral("Print a lot");
    scene.cell = [](const FakeCell &cell) {
        QByteArray text;
        for (int i = 1; i <= 200'000; ++i)
            text += "line " + QByteArray::number(i) + " of a long output, as a program prints it\n";
        for (qsizetype at = 0; at < text.size(); at += 100'000)
            cell.output(out(text.mid(at, 100'000)));
        CellResult result = okResult();
        result.status = CellStatus::Died;
        result.variablesLost = true;
        result.cause = DeathCause{DeathCause::Kind::Signal, 9, true};
        result.seconds = 75;
        return result;
    };
    scene.model = saying(QStringLiteral("Here goes."),
                         "for i in range(1, 200_001):\n    print(\"line\", i, \"of a long output, "
                         "as a program prints it\")",
                         QStringLiteral("Done."));
    scene.isReached = isDone;
    return scene;
}

Scene running()
{
    Scene scene;
    scene.name = QStringLiteral("running");
    scene.question = QStringLiteral("Train the model and show the loss");
    scene.cell = [](const FakeCell &cell) {
        cell.output(
            out("epoch 1  loss \x1b[33m0.6931\x1b[0m\nepoch 2  loss \x1b[32m0.4120\x1b[0m\n"));
        cell.output(err("\r 40%|████      | 4/10 [00:02<00:03,  1.9it/s]"));
        std::mutex mutex;
        std::condition_variable_any stopped;
        std::unique_lock lock(mutex);
        stopped.wait(lock, cell.stop, [] { return false; });
        return okResult();
    };
    scene.model =
        saying(QStringLiteral("I'll train it for ten epochs."),
               "@timed\ndef train(epochs: int = 10) -> None:\n    \"\"\"One line each.\"\"\"\n    "
               "for epoch in range(epochs):\n        print(f\"epoch {epoch}\", loss())\ntrain()",
               {});
    scene.isReached = [](const ConversationPage &page) {
        if (page.session() == nullptr)
            return false;
        const auto &blocks = page.session()->document().blocks();
        const auto *cell = blocks.empty() ? nullptr : std::get_if<CellBlock>(&blocks.back());
        return cell != nullptr && cell->outputs.size() == 2;
    };
    return scene;
}

} // namespace

std::vector<Scene> scenes()
{
    Scene start;
    start.name = QStringLiteral("first-start");
    Scene message;
    message.name = QStringLiteral("message");
    message.failure = Failure{ErrorKind::SetupFailed,
                              QStringLiteral("The local sandbox can't start: this system doesn't "
                                             "let bubblewrap make user namespaces."),
                              QStringLiteral("Install the sandglass package, which brings a "
                                             "profile that allows it, or choose another sandbox.")};
    message.files = {QStringLiteral("survey results.csv")};
    std::vector<Scene> all{start, answer(), figure(), error(), longOutput(), running(), message};
    for (Scene &scene : cellScenes())
        all.push_back(std::move(scene));
    for (Scene &scene : frameScenes())
        all.push_back(std::move(scene));
    for (Scene &scene : exeScenes())
        all.push_back(std::move(scene));
    return all;
}

} // namespace sandglass::test
