// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows of virtual machines at exe.dev.
#include "screenshots/scenes.h"

#include "ui/pageheader.h"
#include "ui/previewdialog.h"
#include "ui/sandboxeswindow.h"
#include "ui/sandboxmenu.h"
#include "ui/sandboxusage.h"

#include <QPushButton>
#include <QTableView>

#include <cmath>

namespace sandglass::test {

namespace {

VmEntry entry(const char *name, const char *status, VmEntry::Owner owner, const QString &title,
              int hours)
{
    VmEntry made;
    made.info.name = QLatin1String(name);
    made.info.status = QLatin1String(status);
    made.info.createdAt = QDateTime::currentDateTimeUtc().addSecs(-3600 * hours);
    made.owner = owner;
    made.title = title;
    made.hasConversation = !title.isEmpty();
    if (made.hasConversation)
        made.used = QDateTime::currentDateTimeUtc().addSecs(-600 * hours);
    if (owner != VmEntry::Owner::Foreign)
        made.size = VmSize{2, 8.0 * (1LL << 30), 20.0 * (1LL << 30)};
    return made;
}

QList<VmEntry> someVms()
{
    using Owner = VmEntry::Owner;
    QList<VmEntry> vms{
        entry("halo-but-valley", "running", Owner::Ours, QStringLiteral("Coffee sales by region"),
              1),
        entry("noon-fern-quay", "paused", Owner::Ours,
              QStringLiteral("Merge the three surveys, and then say which answers changed"), 30),
        entry("ivory-tide-lamp", "paused", Owner::Ours, QString(), 70),
        entry("base-moss-ember", "paused", Owner::Base, QString(), 400),
        entry("reed-amber-kite", "running", Owner::Relay, QString(), 5),
        entry("slate-owl-river", "paused", Owner::Elsewhere, QString(), 90),
        entry("my-web-server", "running", Owner::Foreign, QString(), 5000)};
    vms[1].comment.isKept = true;
    vms[6].info.comment = QStringLiteral("blog, do not touch");
    return vms;
}

/// A child of the page's window, made the first time.
template <class Widget, class... Arguments>
Widget *opened(ConversationPage &page, const Arguments &...arguments)
{
    auto *found = page.window()->findChild<Widget *>();
    if (found == nullptr) {
        auto *control = new VmControl(page.window());
        control->setObjectName(QStringLiteral("scene"));
        found = new Widget(control, arguments..., page.window());
    }
    found->show();
    return found;
}

VmControl *controlOf(ConversationPage &page)
{
    return page.window()->findChild<VmControl *>(QStringLiteral("scene"));
}

Scene plain(const char *name)
{
    Scene scene;
    scene.name = QLatin1String(name);
    return scene;
}

template <class Widget>
Scene shows(Scene scene)
{
    scene.shown = [](ConversationPage &page) -> QWidget * {
        return page.window()->findChild<Widget *>();
    };
    return scene;
}

Scene list(const char *name, const std::function<void(SandboxesWindow &, VmControl &)> &act)
{
    Scene scene = plain(name);
    scene.act = [act](ConversationPage &page) {
        auto *window = opened<SandboxesWindow>(page);
        act(*window, *controlOf(page));
    };
    return shows<SandboxesWindow>(scene);
}

std::vector<Scene> lists()
{
    const auto fill = [](SandboxesWindow &window, VmControl &control) {
        Q_EMIT control.listed(someVms(), QDateTime::currentDateTimeUtc());
        auto *table = window.findChild<QTableView *>();
        table->selectRow(0);
    };
    return {list("sandboxes", fill),
            list("sandboxes-delete",
                 [fill](SandboxesWindow &window, VmControl &control) {
                     fill(window, control);
                     window.findChild<QTableView *>()->selectAll();
                     window.findChild<QPushButton *>(QStringLiteral("deleteSandboxes"))->click();
                 }),
            list("sandboxes-denied",
                 [fill](SandboxesWindow &window, VmControl &control) {
                     control.setDenied({QStringLiteral("rm"), QStringLiteral("stat")});
                     fill(window, control);
                 }),
            list("sandboxes-no-token", [](SandboxesWindow &, VmControl &) {}),
            list("sandboxes-failure", [](SandboxesWindow &, VmControl &control) {
                Q_EMIT control.listFailed(
                    {ErrorKind::Auth,
                     QStringLiteral("exe.dev refused the token: it is wrong, expired or revoked."),
                     QStringLiteral("Give Sandglass a new token for exe.dev.")});
            })};
}

exedev::Stats someStats()
{
    exedev::Stats stats;
    for (int minute = 0; minute < 24 * 60; minute += 10) {
        exedev::StatPoint point;
        point.time = QDateTime::currentDateTimeUtc().addSecs(60 * (minute - 24 * 60));
        const double day = minute / 1440.0;
        const bool works = (minute / 90) % 3 == 1;
        point.cpuNominal = 2;
        point.cpuCores = works ? 1.1 + 0.5 * std::sin(40 * day) : 0.03;
        point.memoryTotal = 8.0 * (1LL << 30);
        point.memoryUsed = (0.8 + 3 * day + (works ? 0.9 : 0)) * (1LL << 30);
        point.fsTotalGb = 20;
        point.fsUsedGb = 3.5 + 2 * day;
        point.networkRxMbps = works ? 14 + 6 * std::sin(60 * day) : 0.2;
        point.networkTxMbps = works ? 3 + std::cos(50 * day) : 0.1;
        stats.points.push_back(point);
    }
    return stats;
}

Scene usage(const char *name, bool asTable)
{
    Scene scene = plain(name);
    scene.act = [asTable](ConversationPage &page) {
        const QString vm = QStringLiteral("halo-but-valley");
        auto *window = opened<SandboxUsage>(page, vm);
        Q_EMIT controlOf(page)->usageTold(vm, QStringLiteral("24h"), someStats());
        if (asTable)
            window->findChild<QPushButton *>(QStringLiteral("showValues"))->click();
    };
    return shows<SandboxUsage>(scene);
}

Scene preview(const char *name, bool asks)
{
    Scene scene = plain(name);
    scene.act = [asks](ConversationPage &page) {
        const QString vm = QStringLiteral("halo-but-valley");
        auto *window = opened<PreviewDialog>(page, vm, 8000);
        Q_EMIT controlOf(page)->portsTold(
            vm, {{8000, false, QStringLiteral("https://halo-but-valley.exe.xyz:8000/")}});
        exedev::ShareInfo share;
        share.port = 8000;
        Q_EMIT controlOf(page)->shareTold(vm, share);
        if (asks)
            window->findChild<QPushButton *>(QStringLiteral("publishPreview"))->click();
    };
    return shows<PreviewDialog>(scene);
}

Scene header(const char *name, SandboxState state, const QString &vm, bool showsMenu)
{
    Scene scene = plain(name);
    scene.act = [=](ConversationPage &page) {
        Settings settings = page.settings();
        settings.sandbox = Settings::SandboxKind::Exe;
        page.header()->setSettings(settings);
        page.header()->setVm(vm);
        page.header()->setState(state, {});
        if (showsMenu) {
            page.header()->sandboxMenu()->setDenied({QStringLiteral("resize")});
            page.header()->sandboxMenu()->popup(page.window()->mapToGlobal(QPoint(300, 60)));
        }
    };
    scene.shown = [showsMenu](ConversationPage &page) -> QWidget * {
        if (showsMenu)
            return page.header()->sandboxMenu();
        return page.header();
    };
    return scene;
}

} // namespace

std::vector<Scene> exeScenes()
{
    const QString vm = QStringLiteral("halo-but-valley");
    std::vector<Scene> all = lists();
    for (Scene &scene : std::vector<Scene>{
             usage("usage", false), usage("usage-values", true), preview("preview", false),
             preview("preview-public", true), header("vm-menu", SandboxState::Ready, vm, true),
             header("vm-none", SandboxState::None, {}, false),
             header("vm-base", SandboxState::MakingBase, {}, false),
             header("vm-running", SandboxState::Running, vm, false),
             header("vm-paused", SandboxState::Paused, vm, false),
             header("vm-gone", SandboxState::Gone, vm, false)})
        all.push_back(std::move(scene));
    return all;
}

} // namespace sandglass::test
