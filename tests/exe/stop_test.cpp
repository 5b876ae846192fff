// SPDX-License-Identifier: MIT
#include "exe/error.h"
#include "exe/server.h"
#include "exe/transport.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <atomic>
#include <future>
#include <thread>

namespace exedev {
namespace {

using test::noise;
using test::text;
using test::until;

/// Takes requests and never answers.
class SilentServer
{
public:
    SilentServer()
    {
        std::promise<int> port;
        m_thread = std::jthread([this, &port](std::stop_token stop) {
            QTcpServer server;
            server.listen(QHostAddress::LocalHost);
            port.set_value(server.serverPort());
            std::vector<std::unique_ptr<QTcpSocket>> sockets;
            while (!stop.stop_requested()) {
                if (server.waitForNewConnection(5))
                    sockets.emplace_back(server.nextPendingConnection());
                for (const auto &socket : sockets) {
                    socket->waitForReadyRead(0);
                    if (!socket->readAll().isEmpty())
                        hasRequest = true;
                }
            }
        });
        m_port = port.get_future().get();
    }

    QUrl url() const { return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(m_port)); }

    std::atomic<bool> hasRequest = false;

private:
    int m_port = 0;
    std::jthread m_thread;
};

struct Stage
{
    const char *name;
    std::function<void(Client &, Vm &, const Call &)> act;
    int cleaning = 0; ///< ms for removing what it left on the VM, which the server doesn't answer
};

/// Every call that waits, but for those that make a VM and have to finish.
const Stage stages[] = {
    {"vms",
     [](Client &exe, Vm &, const Call &call) {
         exe.vms({}, call);
     }},
    {"vm",
     [](Client &exe, Vm &vm, const Call &call) {
         exe.vm(vm.name(), call);
     }},
    {"remove",
     [](Client &exe, Vm &vm, const Call &call) {
         exe.remove({vm.name()}, call);
     }},
    {"whoami",
     [](Client &exe, Vm &, const Call &call) {
         exe.whoami(call);
     }},
    {"key",
     [](Client &exe, Vm &, const Call &call) {
         exe.sshKey().generateApiKey({}, call);
     }},
    {"Vm::remove",
     [](Client &, Vm &vm, const Call &call) {
         vm.remove(call);
     }},
    {"refresh",
     [](Client &, Vm &vm, const Call &call) {
         vm.refresh(call);
     }},
    {"ready",
     [](Client &, Vm &vm, const Call &call) {
         vm.waitUntilReady(Ready::Setup, {}, call);
     }},
    {"run",
     [](Client &, Vm &vm, const Call &call) {
         vm.run(text("true"), {}, call);
     }},
    {"long run",
     [](Client &, Vm &vm, const Call &call) { vm.run(QString(100'000, u'x'), {}, call); }, 2000},
    {"spawn",
     [](Client &, Vm &vm, const Call &call) {
         vm.spawn(text("true"), {}, call);
     }},
    {"process",
     [](Client &, Vm &vm, const Call &call) {
         vm.process(text("p"), call);
     }},
    {"processes",
     [](Client &, Vm &vm, const Call &call) {
         vm.processes(call);
     }},
    {"write",
     [](Client &, Vm &vm, const Call &call) {
         vm.writeFile(text("f"), "x", {}, call);
     }},
    {"write parts",
     [](Client &, Vm &vm, const Call &call) { vm.writeFile(text("f"), noise(900'000), {}, call); },
     2000},
    {"read",
     [](Client &, Vm &vm, const Call &call) {
         vm.readFile(text("f"), call);
     }},
    {"upload",
     [](Client &, Vm &vm, const Call &call) {
         vm.upload(text(SANDGLASS_SOURCE_DIR "/src/exe/examples"), text("f"), {}, call);
     }},
    {"download",
     [](Client &, Vm &vm, const Call &call) {
         const QTemporaryDir folder;
         vm.download(text("f"), folder.filePath(text("f")), {}, call);
     }},
    {"copy",
     [](Client &, Vm &vm, const Call &call) {
         vm.copy({}, call);
     }}, // while it flushes
    {"pause",
     [](Client &, Vm &vm, const Call &call) {
         vm.pause(false, call);
     }},
    {"flush",
     [](Client &, Vm &vm, const Call &call) {
         vm.pause(true, call);
     }},
    {"resume",
     [](Client &, Vm &vm, const Call &call) {
         vm.resume(Ready::Ssh, {}, call);
     }},
    {"restart",
     [](Client &, Vm &vm, const Call &call) {
         vm.restart(false, Ready::Ssh, {}, call);
     }},
    {"resize",
     [](Client &, Vm &vm, const Call &call) {
         vm.resize({}, call);
     }},
    {"rename",
     [](Client &, Vm &vm, const Call &call) {
         vm.rename(text("x"), call);
     }},
    {"comment",
     [](Client &, Vm &vm, const Call &call) {
         vm.setComment(text("x"), call);
     }},
    {"egress",
     [](Client &, Vm &vm, const Call &call) {
         vm.setEgress(text("all"), call);
     }},
    {"tag",
     [](Client &, Vm &vm, const Call &call) {
         vm.tag({text("x")}, call);
     }},
    {"stats",
     [](Client &, Vm &vm, const Call &call) {
         vm.stats({}, call);
     }},
    {"share",
     [](Client &, Vm &vm, const Call &call) {
         vm.shareShow(call);
     }},
    {"port",
     [](Client &, Vm &vm, const Call &call) {
         vm.sharePort(3000, call);
     }},
};

class StopTest : public testing::TestWithParam<Stage>
{
protected:
    /// What the call throws, in words.
    std::string outcome(const Call &call)
    {
        Client client({"all", m_server.url()});
        VmInfo info;
        info.name = text("web");
        Vm vm(std::make_shared<Transport>(TransportOptions{
                  sandglass::Secret(QByteArray("all")),
                  QUrl(m_server.url().toString() + text("/exec")), 0, std::chrono::minutes(10)}),
              info, false);
        try {
            GetParam().act(client, vm, call);
            return "nothing";
        } catch (const CancelledError &) {
            return "cancelled";
        } catch (const TimeoutError &) {
            return "timeout";
        } catch (const CommandTimeoutError &) {
            return "timeout";
        } catch (const Error &error) {
            return error.what();
        }
    }

    SilentServer m_server;
};

TEST_P(StopTest, EndsAtOnceWhileTheServerIsSilent)
{
    std::stop_source stop;
    Call call;
    call.stop = stop.get_token();
    auto running = std::async(std::launch::async, [&] { return outcome(call); });
    ASSERT_TRUE(until([&] { return m_server.hasRequest.load(); }));
    QElapsedTimer timer;
    timer.start();
    stop.request_stop();
    EXPECT_EQ(running.get(), "cancelled");
    EXPECT_LT(timer.elapsed(), 500 + GetParam().cleaning);
}

TEST_P(StopTest, EndsAtItsDeadlineWhileTheServerIsSilent)
{
    Call call;
    call.deadline = QDeadlineTimer(150);
    QElapsedTimer timer;
    timer.start();
    EXPECT_EQ(outcome(call), "timeout");
    EXPECT_GE(timer.elapsed(), 149);
    EXPECT_LT(timer.elapsed(), 150 + 2000 + GetParam().cleaning);
}

INSTANTIATE_TEST_SUITE_P(EachCall, StopTest, testing::ValuesIn(stages),
                         [](const testing::TestParamInfo<Stage> &stage) {
                             std::string name = stage.param.name;
                             std::erase_if(name, [](char c) { return !std::isalnum(uchar(c)); });
                             return name;
                         });

} // namespace
} // namespace exedev
