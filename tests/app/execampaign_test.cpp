// SPDX-License-Identifier: GPL-3.0-or-later
// Many turns, each with a random fault: SANDGLASS_CAMPAIGN_TURNS (30), SANDGLASS_CAMPAIGN_SEED.
#include "tests/app/exesession.h"

#include "app/lostcells.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <random>

namespace sandglass::test {

namespace {

using nlohmann::json;

/// What the kernel host wrote down of a cell's text, where it still has it.
std::optional<QByteArray> hostsText(const QString &home, const CellId &cell)
{
    const QDir events(home + text("/.sandglass/events"));
    const QStringList boots = events.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    std::optional<QByteArray> all;
    for (const QString &boot : boots) {
        const QDir folder(events.filePath(boot));
        for (const QString &name : folder.entryList(QDir::Files, QDir::Name)) {
            QFile file(folder.filePath(name));
            if (!file.open(QIODevice::ReadOnly))
                continue;
            for (const QByteArray &line : file.readAll().split('\n')) {
                const json event = json::parse(line.begin(), line.end(), nullptr, false);
                if (!event.is_object() ||
                    event.value("cell", json()) != cell.toString().toStdString())
                    continue;
                if (!all)
                    all = QByteArray();
                if (event["event"] == "stream")
                    *all += QByteArray::fromStdString(event["content"]["text"].get<std::string>());
            }
        }
    }
    return all;
}

class ExeCampaign : public ExeSession
{
protected:
    using Act = std::function<void()>;

    struct Fault
    {
        std::string name;
        Act before; ///< the cell is given
        Act during; ///< it prints
    };

    int any(int least, int most) { return std::uniform_int_distribution(least, most)(m_random); }

    /// A broken connection: of the stream, of the request for a cell, or of whatever comes first.
    Fault broken()
    {
        static const char *const kinds[] = {"drop_mid", "truncate", "garbage"};
        static const char *const sudden[] = {"drop_before", "drop_after", "drop_mid",
                                             "error_frame", "html",       "slow"};
        static const int statuses[] = {429, 500, 502, 503, 504};
        const int count = any(1, 3);
        const int bytes = any(1, 4000);
        switch (any(0, 2)) {
        case 0: {
            const char *kind = kinds[any(0, 2)];
            return {std::string("stream ") + kind,
                    [=, this] {
                        m_server->fault(
                            kind, "ssh",
                            {{"match", "follow"}, {"count", count}, {"after_bytes", bytes}});
                        m_session->reconnect();
                    },
                    {}};
        }
        case 1: {
            const char *kind = sudden[any(0, 5)];
            return {std::string("request ") + kind,
                    [=, this] {
                        m_server->fault(kind, "ssh", {{"match", "submit"}, {"count", count}});
                    },
                    {}};
        }
        default: {
            const int status = statuses[any(0, 4)];
            return {"any " + std::to_string(status),
                    [=, this] { m_server->fault(status, "*", {{"count", count}}); },
                    [this] {
                        m_session->reconnect();
                    }};
        }
        }
    }

    /// Something happens to the VM or to the app.
    Fault drastic()
    {
        const auto act = [this](const char *action) {
            return Fault{std::string("vm ") + action, {}, [=, this] {
                             if (!vm().isEmpty())
                                 m_server->act(vm(), action);
                         }};
        };
        switch (any(0, 6)) {
        case 0:
            return act("pause");
        case 1:
            return act("restart");
        case 2:
            return act("stop");
        case 3:
            return act("kill");
        case 4:
            return act("delete");
        case 5:
            return {"app closed", {}, [this] {
                        open();
                    }};
        default:
            return {"app killed", {}, [this] {
                        killAndOpen();
                    }};
        }
    }

    void turn(int number);
    void check(int number, const CellId &cell, int lines, const std::string &name);

    std::mt19937 m_random;
    int m_unknown = 0;
};

void ExeCampaign::turn(int number)
{
    Fault fault = any(0, 4) == 0 ? Fault{"none", {}, {}} : any(0, 1) == 0 ? broken() : drastic();
    const int lines = any(5, 40);
    const QString code =
        QStringLiteral("import time\nopen('runs-%1', 'a').write('x')\nfor i in range(%2):\n"
                       "    print(i, flush=True)\n    time.sleep(0.02)\n")
            .arg(number)
            .arg(lines);
    const size_t blocks = m_session->document().blocks().size();
    const qsizetype failures = m_failures.size();
    if (fault.before)
        fault.before();
    const CellId cell = m_session->runCell(code);
    if (fault.during) {
        const int from = any(1, lines);
        EXPECT_TRUE(waitFor(
            [&] {
                const CellBlock *block = m_session->document().cell(cell);
                return block && (block->result || printed(cell).count('\n') >= from);
            },
            60'000))
            << fault.name;
        fault.during();
    }
    EXPECT_TRUE(idle()) << fault.name;
    m_server->clear();
    SCOPED_TRACE("turn " + std::to_string(number) + ": " + fault.name);
    check(number, cell, lines, fault.name);
    const CellBlock &ended = block(cell);
    if (ended.result && ended.result->status == CellStatus::Ok)
        return;
    // Whatever it was, it was said.
    EXPECT_TRUE(!ended.notices.isEmpty() || m_failures.size() > failures ||
                m_session->document().blocks().size() > blocks + 1);
    ++m_unknown;
}

void ExeCampaign::check(int number, const CellId &cell, int lines, const std::string &name)
{
    ASSERT_TRUE(m_session->document().cell(cell));
    ASSERT_TRUE(block(cell).result) << name;
    const QByteArray shown = printed(cell);
    const QByteArray expected = counted(lines);
    const bool isOk = block(cell).result->status == CellStatus::Ok;
    EXPECT_EQ(shown, isOk ? expected : expected.left(shown.size()));
    const QByteArray runs = m_server.read(vm(), QStringLiteral("work/runs-%1").arg(number));
    EXPECT_LE(runs.size(), 1) << "a cell ran twice";
    if (!isOk)
        return;
    EXPECT_EQ(runs, "x");
    const std::optional<QByteArray> host = hostsText(m_server.home(vm()), cell);
    if (host) {
        EXPECT_EQ(*host, shown);
    }
}

TEST_F(ExeCampaign, LosesAndDoublesNothingWhateverHappens)
{
    const int turns =
        std::max(1, qEnvironmentVariable("SANDGLASS_CAMPAIGN_TURNS", text("30")).toInt());
    const unsigned seed = qEnvironmentVariableIsSet("SANDGLASS_CAMPAIGN_SEED")
                              ? qEnvironmentVariable("SANDGLASS_CAMPAIGN_SEED").toUInt()
                              : std::random_device()();
    std::cout << "seed " << seed << std::endl;
    RecordProperty("seed", std::to_string(seed));
    m_random.seed(seed);
    for (int number = 0; number < turns && !HasFailure(); ++number)
        turn(number);
    // A cell after all of it, and nothing too much is left at exe.dev.
    const CellId last = run(text("print('well')"));
    EXPECT_EQ(printed(last), "well\n");
    EXPECT_LE(m_server.vms(text("code-interpreter-base")).size(), 1u);
    EXPECT_EQ(m_server.vms(text("code-interpreter")).size(), 1u);
    EXPECT_EQ(m_server->names().size(), 2);
    std::cout << m_unknown << " of " << turns << " cells did not end well" << std::endl;
}

} // namespace

} // namespace sandglass::test
