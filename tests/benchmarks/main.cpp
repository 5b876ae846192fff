// SPDX-License-Identifier: GPL-3.0-or-later
// Prints one JSON object a line for each measure (docs/performance.md); exits 1 when a goal is
// missed by more than twice, of the exe.dev library by more than a tenth, or a stall is longer than
// its limit. Names on the command line, or their first words, choose measures.
#include "benchmarks/exeours.h"
#include "benchmarks/figure.h"
#include "benchmarks/ours.h"
#include "benchmarks/peer.h"
#include "benchmarks/stall.h"
#include "benchmarks/startup.h"
#include "benchmarks/vmours.h"
#include "parts/process.h"
#include "sandbox/pythonsetup.h"

#include <QApplication>

#include <cstdio>
#include <functional>

using namespace sandglass;
using namespace sandglass::bench;

namespace {

struct Measure
{
    QByteArray name;
    double bound; ///< goal of the ratio, or limit of ours where there is no peer
    const char *unit;
    std::function<Measured()> ours;
    std::function<std::optional<double>()> peer = {};
};

std::vector<Measure> measuresOf(Ours &ours, Peer &peer, const Stall &stall)
{
    const auto raw = [&peer](const char *name) {
        return [&peer, name] {
            return peer.milliseconds(name);
        };
    };
    const auto window = [](const char *kind, Measured (Startup::*figure)() const) {
        return [kind, figure] {
            return (Startup(QLatin1String(kind)).*figure)();
        };
    };
    const auto bare = [](Measured (Startup::*figure)() const) {
        return [figure] {
            return std::optional((Startup(QStringLiteral("bare")).*figure)().value);
        };
    };
    return {
        // First: what another measure freed would serve it.
        {"memory_100mb", 250, "MB",
         [&] {
             return ours.memoryOf(100);
         }},
        {"cell_overhead", 1.3, "ms", [&] { return ours.cell(); }, raw("raw kernel: cell 1+1")},
        {"kernel_start", 1.1, "ms", [&] { return ours.start(); },
         raw("raw kernel: start to first result")},
        {"first_output", 100, "ms",
         [&] {
             return ours.firstOutput();
         }},
        {"print_10mb", 0.7, "ms", [&] { return ours.print(10); }, raw("raw kernel: print 10 MB")},
        {"print_100mb", 0.7, "ms", [&] { return ours.print(100); },
         raw("raw kernel: print 100 MB")},
        {"window_start", 3, "ms", window("sandglass", &Startup::milliseconds),
         bare(&Startup::milliseconds)},
        {"window_memory", 87, "MB", window("sandglass", &Startup::megabytes)},
        {"stall_print", 50, "ms",
         [&] {
             return stall.printing();
         }},
        {"stall_stream", 50, "ms",
         [&] {
             return stall.streaming();
         }},
        {"stall_list", 50, "ms",
         [&] {
             return stall.listing();
         }},
        {"stall_open", 50, "ms",
         [&] {
             return stall.opening();
         }},
    };
}

/// Through the exe.dev library, beside the official SDK on the same server.
std::vector<Measure> exeMeasures(ExeOurs &ours, Peer &peer)
{
    const auto sdk = [&peer](const QByteArray &name) {
        return [&peer, name] {
            return peer.milliseconds(name);
        };
    };
    std::vector<Measure> all = {
        {"exe_stream_200mb", 20, "MB",
         [&ours] {
             return ours.streamed(200);
         }},
        {"exe_run", 1, "ms", [&ours] { return ours.run(); }, sdk("exe_run")},
    };
    for (const int size : {1, 5, 50}) {
        for (const bool isRandom : {true, false}) {
            const QByteArray what =
                QByteArray::number(size) + "mb_" + (isRandom ? "random" : "text");
            all.push_back({"exe_upload_" + what, 1, "ms",
                           [&ours, size, isRandom] { return ours.upload(size, isRandom); },
                           sdk("exe_upload_" + what)});
            all.push_back({"exe_download_" + what, 1, "ms",
                           [&ours, size, isRandom] { return ours.download(size, isRandom); },
                           sdk("exe_download_" + what)});
        }
    }
    for (const int size : {1, 50}) {
        const QByteArray what = QByteArray::number(size) + "mb";
        all.push_back({"exe_upload_file_" + what, 1, "ms",
                       [&ours, size] { return ours.uploadFile(size); },
                       sdk("exe_upload_file_" + what)});
        all.push_back({"exe_download_file_" + what, 1, "ms",
                       [&ours, size] { return ours.downloadFile(size); },
                       sdk("exe_download_file_" + what)});
    }
    all.push_back(
        {"exe_100_vms", 1, "ms", [&ours] { return ours.manyVms(100, 10); }, sdk("exe_100_vms")});
    return all;
}

/// By which factor a goal or limit may be missed, for the noise of a busy machine.
double slackOf(const QByteArray &name)
{
    if (name.startsWith("stall_"))
        return 1;
    return name.startsWith("exe_") ? 1.1 : 2;
}

bool isWanted(const QByteArray &name, const QStringList &wanted)
{
    return wanted.isEmpty() || wanted.contains(QLatin1String(name)) ||
           wanted.contains(QLatin1String(name.left(name.indexOf('_'))));
}

Figure figureOf(const Measure &measure)
{
    const Measured measured = measure.ours();
    Figure figure;
    figure.name = measure.name;
    figure.ours = measured.value;
    figure.unit = measure.unit;
    figure.runs = measured.runs;
    figure.slack = slackOf(measure.name);
    if (measure.peer) {
        figure.peer = measure.peer();
        figure.goal = measure.bound;
    } else {
        figure.limit = measure.bound;
    }
    return figure;
}

} // namespace

int main(int argc, char **argv)
{
    prepareProcess();
    QApplication app(argc, argv);
    const QStringList wanted = QCoreApplication::arguments().mid(1);
    Settings settings = loadSettings(defaultDataFolder());
    // Sessions of the measures have data folders of their own, but one Python.
    settings.python = PythonSetup(settings.dataFolder, settings.python).prepare().interpreter;
    Ours ours(settings);
    Peer peer(settings.python, QStringLiteral("kernel_raw.py"));
    const Stall stall(settings);
    ExeOurs exe;
    Peer sdk(QStringLiteral("python3"), QStringLiteral("exe_sdk.py"), [&exe] {
        return QStringList{QStringLiteral(SANDGLASS_BINARY_DIR "/exedev-sdk"), exe.url(),
                           ExeOurs::token()};
    });
    std::vector<Measure> measures = measuresOf(ours, peer, stall);
    for (Measure &measure : exeMeasures(exe, sdk))
        measures.push_back(std::move(measure));
    VmOurs vm(settings.python);
    Peer recipe(QStringLiteral("python3"), QStringLiteral("vm_recipe.py"),
                [&vm] { return vm.peerArguments(); });
    measures.push_back({"vm_cell_overhead", 0.5, "ms", [&vm] { return vm.cell(); },
                        [&recipe] {
                            return recipe.milliseconds("vm_cell_overhead");
                        }});
    bool missed = false;
    for (const Measure &measure : measures) {
        if (!isWanted(measure.name, wanted))
            continue;
        const Figure figure = figureOf(measure);
        missed = missed || (measure.peer && !figure.peer) || figure.isMissed();
        std::fputs(figure.line().constData(), stdout);
        std::fflush(stdout);
    }
    return missed ? 1 : 0;
}
