// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modelcheck.h"

#include "tests/app/fakes.h"

#include <gtest/gtest.h>

namespace sandglass {

namespace {

/// A server whose list of models is a script.
class ListingModel : public Model
{
public:
    using Script = std::function<QStringList(std::stop_token)>;

    explicit ListingModel(Script script)
        : m_script(std::move(script))
    {}

    ModelReply reply(const ModelRequest &, const ModelEvents &, std::stop_token) override
    {
        throw Error(ErrorKind::Protocol, QStringLiteral("Nobody asks here."));
    }
    QStringList models(std::stop_token stop) override { return m_script(stop); }

private:
    Script m_script;
};

ModelCheck::MakeModel listing(const ListingModel::Script &script)
{
    return [script](const Settings &, const Secret &) {
        return std::make_unique<ListingModel>(script);
    };
}

QStringList hang(std::stop_token stop)
{
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait(lock, stop, [] { return false; });
    throw Error(ErrorKind::Cancelled, QStringLiteral("Stopped."));
}

const QUrl url(QStringLiteral("http://localhost:11434/v1"));
constexpr std::chrono::seconds longTime(30);

} // namespace

TEST(ModelCheck, TellsTheModelsOfAServerOnce)
{
    ModelCheck check([](const Settings &settings, const Secret &key) {
        EXPECT_EQ(settings.provider, Settings::Provider::OpenAi);
        EXPECT_EQ(settings.baseUrl, url);
        EXPECT_EQ(key.exposed(), "the-key");
        return std::make_unique<ListingModel>(
            [](std::stop_token) { return QStringList{QStringLiteral("a")}; });
    });
    int ends = 0;
    ModelCheck::Result result;
    check.ask(url, Secret("the-key"), longTime, [&](const ModelCheck::Result &r) {
        ++ends;
        result = r;
    });
    ASSERT_TRUE(waitFor([&] { return ends > 0; }));
    EXPECT_EQ(result.models, QStringList{QStringLiteral("a")});
    EXPECT_FALSE(result.failure);
    EXPECT_EQ(result.baseUrl, url);
    EXPECT_EQ(ends, 1);
}

TEST(ModelCheck, TellsAFailureInItsWords)
{
    ModelCheck check(listing([](std::stop_token) -> QStringList {
        throw Error(ErrorKind::Auth, QStringLiteral("The key was refused."));
    }));
    std::optional<Failure> failure;
    check.ask(url, {}, longTime, [&](const ModelCheck::Result &r) { failure = r.failure; });
    ASSERT_TRUE(waitFor([&] { return failure.has_value(); }));
    EXPECT_EQ(failure->kind, ErrorKind::Auth);
}

TEST(ModelCheck, EndsAtItsTimeLimit)
{
    ModelCheck check(listing(hang));
    std::optional<Failure> failure;
    QElapsedTimer clock;
    clock.start();
    check.ask(url, {}, std::chrono::milliseconds(200),
              [&](const ModelCheck::Result &r) { failure = r.failure; });
    ASSERT_TRUE(waitFor([&] { return failure.has_value(); }));
    EXPECT_EQ(failure->kind, ErrorKind::TimedOut);
    EXPECT_LT(clock.elapsed(), 5000);
}

TEST(ModelCheck, AsksSeveralServersAtOnce)
{
    ModelCheck check([](const Settings &settings, const Secret &) {
        const bool hangs = settings.baseUrl.port() == 1;
        return std::make_unique<ListingModel>([hangs](std::stop_token stop) {
            return hangs ? hang(stop) : QStringList{QStringLiteral("m")};
        });
    });
    bool first = false;
    bool second = false;
    check.ask(QUrl(QStringLiteral("http://localhost:1/v1")), {}, longTime,
              [&](const ModelCheck::Result &) { first = true; });
    check.ask(QUrl(QStringLiteral("http://localhost:2/v1")), {}, longTime,
              [&](const ModelCheck::Result &) { second = true; });
    ASSERT_TRUE(waitFor([&] { return second; }));
    EXPECT_FALSE(first);
}

TEST(ModelCheck, GoesAwayWhileAServerHangs)
{
    QElapsedTimer clock;
    clock.start();
    {
        ModelCheck check(listing(hang));
        check.ask(url, {}, longTime, [](const ModelCheck::Result &) { ADD_FAILURE(); });
    }
    QCoreApplication::processEvents();
    EXPECT_LT(clock.elapsed(), 5000);
}

TEST(ModelCheck, TakesNoMoreThanAThousandModels)
{
    ModelCheck check(
        listing([](std::stop_token) { return QStringList(100'000, QStringLiteral("m")); }));
    qsizetype count = 0;
    check.ask(url, {}, longTime, [&](const ModelCheck::Result &r) { count = r.models.size(); });
    ASSERT_TRUE(waitFor([&] { return count > 0; }));
    EXPECT_EQ(count, 1000);
}

} // namespace sandglass
