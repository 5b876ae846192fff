// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/stall.h"

#include "app/library.h"
#include "app/openconversation.h"
#include "app/recordjson.h"
#include "benchmarks/figure.h"
#include "parts/localparts.h"
#include "ui/conversationlistmodel.h"
#include "ui/conversationpage.h"
#include "ui/heartbeat.h"
#include "ui/longconversation.h"
#include "ui/mainwindow.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QListView>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTimer>

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace sandglass::bench {

namespace {

constexpr int runs = 3;

/// Writes 20,000 words, a paragraph at a time, and then 500 more, 100 a second.
class Typist : public Model
{
public:
    ModelReply reply(const ModelRequest &, const ModelEvents &events, std::stop_token stop) override
    {
        ModelReply reply;
        std::unique_lock lock(m_mutex);
        const QString paragraph = QString(QStringLiteral("These are *ten* words of a `long` answer "
                                                         "that goes on. "))
                                      .repeated(10) +
                                  QStringLiteral("\n\n");
        for (int i = 0; i < 200 + 500; ++i) {
            const QString word = i < 200        ? paragraph
                                 : i % 60 == 59 ? QStringLiteral("end.\n\n")
                                                : QStringLiteral("word ");
            m_clock.wait_for(lock, stop, std::chrono::milliseconds(10), [] { return false; });
            events.onText(word);
            reply.text += word;
        }
        return reply;
    }

    QStringList models(std::stop_token) override { return {}; }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_clock;
};

ConversationPage *pageOf(const MainWindow &window)
{
    return static_cast<ConversationPage *>(window.findChild<QStackedWidget *>()->currentWidget());
}

/// Waits until the page has done what it was asked.
void finish(ConversationPage *page)
{
    QEventLoop loop;
    QObject::connect(page, &ConversationPage::busyChanged, &loop, [&loop](bool busy) {
        if (!busy)
            loop.quit();
    });
    loop.exec();
}

void rest(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

double print(const Settings &settings)
{
    MainWindow window(localParts(), settings, Secret());
    window.show();
    pageOf(window)->runCell(QStringLiteral("pass"));
    finish(pageOf(window));
    Session *session = pageOf(window)->session();
    const test::Heartbeat heart;
    session->runCell(QStringLiteral("for _ in range(100_000): print('x' * 99)"));
    finish(pageOf(window));
    rest(std::chrono::milliseconds(300));
    return heart.longest();
}

double stream(const Settings &settings)
{
    Session::Parts parts = localParts();
    parts.model = [](const Settings &, const Secret &) {
        return std::make_unique<Typist>();
    };
    MainWindow window(parts, settings, Secret());
    window.show();
    rest(std::chrono::milliseconds(300));
    const test::Heartbeat heart;
    pageOf(window)->ask(QStringLiteral("Write much."));
    finish(pageOf(window));
    rest(std::chrono::milliseconds(300));
    return heart.longest();
}

void writeConversations(const QString &dataFolder, int count)
{
    for (int i = 0; i < count; ++i) {
        const QString folder = conversationFolder(dataFolder, ConversationId::create());
        QFile journal(folder + QStringLiteral("/journal.jsonl"));
        if (!QDir().mkpath(folder) || !journal.open(QIODevice::WriteOnly)) {
            std::fputs("a conversation could not be written\n", stderr);
            std::exit(2);
        }
        const MetaRecord title{QStringLiteral("Conversation %1").arg(i)};
        journal.write(recordToLine({1, QDateTime::currentDateTimeUtc().addSecs(-3600 * i), title}));
    }
}

double list(const Settings &settings)
{
    writeConversations(settings.dataFolder, 500);
    MainWindow window(localParts(), settings, Secret());
    window.show();
    QCoreApplication::processEvents();
    const test::Heartbeat heart;
    window.findChild<ConversationListModel *>()->refresh();
    rest(std::chrono::seconds(2));
    return heart.longest();
}

double open(const Settings &settings)
{
    const ConversationId id = ConversationId::create();
    if (test::writeLongConversation(settings.dataFolder, id, 600) == 0) {
        std::fputs("a conversation could not be written\n", stderr);
        std::exit(2);
    }
    MainWindow window(localParts(), settings, Secret());
    window.show();
    auto *list = window.findChild<QListView *>(QStringLiteral("conversations"));
    while (list->model()->rowCount() == 0)
        rest(std::chrono::milliseconds(20));
    rest(std::chrono::milliseconds(300));
    const test::Heartbeat heart;
    Q_EMIT list->clicked(list->model()->index(0, 0));
    while (pageOf(window)->session() == nullptr)
        rest(std::chrono::milliseconds(20));
    rest(std::chrono::milliseconds(500));
    return heart.longest();
}

// One stall is one too many: the longest of all runs counts.
Measured longestOf(const Settings &settings, double (*measure)(const Settings &))
{
    double longest = 0;
    for (int i = 0; i < runs; ++i) {
        const QTemporaryDir data;
        Settings own = settings;
        own.dataFolder = data.path();
        longest = std::max(longest, measure(own));
    }
    return {longest, runs};
}

} // namespace

Stall::Stall(Settings settings)
    : m_settings(std::move(settings))
{}

Measured Stall::printing() const
{
    return longestOf(m_settings, print);
}

Measured Stall::streaming() const
{
    return longestOf(m_settings, stream);
}

Measured Stall::listing() const
{
    return longestOf(m_settings, list);
}

Measured Stall::opening() const
{
    return longestOf(m_settings, open);
}

} // namespace sandglass::bench
