// SPDX-License-Identifier: GPL-3.0-or-later
// Prints one JSON object a line for each measure (docs/performance.md); exits 1 when a goal is
// missed by more than twice. Names on the command line choose measures.
#include "benchmarks/figure.h"
#include "benchmarks/ours.h"
#include "benchmarks/peer.h"
#include "parts/process.h"
#include "sandbox/pythonsetup.h"

#include <QCoreApplication>

#include <cstdio>
#include <functional>

using namespace sandglass;
using namespace sandglass::bench;

namespace {

struct Measure
{
    const char *name;
    const char *peer; ///< of kernel_raw.py; empty for none
    double bound;     ///< goal of the ratio, or limit of ours
    const char *unit;
    std::function<Measured(Ours &)> ours;
};

const std::vector<Measure> measures{
    {"cell_overhead", "raw kernel: cell 1+1", 1.3, "ms",
     [](Ours &o) {
         return o.cell();
     }},
    {"kernel_start", "raw kernel: start to first result", 1.1, "ms",
     [](Ours &o) {
         return o.start();
     }},
    {"first_output", "", 100, "ms",
     [](Ours &o) {
         return o.firstOutput();
     }},
    {"print_10mb", "raw kernel: print 10 MB", 0.7, "ms",
     [](Ours &o) {
         return o.print(10);
     }},
    {"print_100mb", "raw kernel: print 100 MB", 0.7, "ms",
     [](Ours &o) {
         return o.print(100);
     }},
    {"memory_100mb", "", 250, "MB",
     [](Ours &o) {
         return o.memoryOf(100);
     }},
};

} // namespace

int main(int argc, char **argv)
{
    prepareProcess();
    QCoreApplication app(argc, argv);
    const QStringList wanted = QCoreApplication::arguments().mid(1);
    Settings settings = loadSettings(defaultDataFolder());
    // Sessions of the measures have data folders of their own, but one Python.
    settings.python = PythonSetup(settings.dataFolder, settings.python).prepare().interpreter;
    Ours ours(settings);
    Peer peer(settings.python);
    bool missed = false;
    for (const Measure &measure : measures) {
        if (!wanted.isEmpty() && !wanted.contains(QLatin1String(measure.name)))
            continue;
        const Measured measured = measure.ours(ours);
        Figure figure;
        figure.name = measure.name;
        figure.ours = measured.value;
        figure.unit = measure.unit;
        figure.runs = measured.runs;
        if (*measure.peer) {
            figure.peer = peer.milliseconds(measure.peer);
            figure.goal = measure.bound;
            missed = missed || !figure.peer;
        } else {
            figure.limit = measure.bound;
        }
        missed = missed || figure.isMissedTwice();
        std::fputs(figure.line().constData(), stdout);
        std::fflush(stdout);
    }
    return missed ? 1 : 0;
}
