// SPDX-License-Identifier: MIT
// Ten sandboxes, at most four at once: the plan has a limit of VMs.
#include "settings.h"

#include <QCoreApplication>
#include <QTextStream>

#include <future>
#include <semaphore>
#include <vector>

namespace {

/// A place among those that may work at once.
class Place
{
public:
    explicit Place(std::counting_semaphore<> &places)
        : m_places(places)
    {
        m_places.acquire();
    }
    ~Place() { m_places.release(); }
    Place(const Place &) = delete;
    Place &operator=(const Place &) = delete;

private:
    std::counting_semaphore<> &m_places;
};

QString square(exedev::Client &exe, int number)
{
    exedev::CreateOptions options;
    options.comment = QStringLiteral("square %1").arg(number);
    exedev::Vm vm = exe.create(options);
    exedev::RunOptions checked;
    checked.check = true;
    const QStringList command{QStringLiteral("python3"), QStringLiteral("-c"),
                              QStringLiteral("print(%1 ** 2)").arg(number)};
    return vm.run(command, checked).outText().trimmed();
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    return run([] {
        exedev::Client exe(fromEnvironment());
        std::counting_semaphore<> places(4);
        std::vector<std::future<QString>> results;
        for (int number = 0; number < 10; ++number)
            results.push_back(std::async(std::launch::async, [&, number] {
                const Place place(places);
                return square(exe, number);
            }));
        QTextStream out(stdout);
        for (std::future<QString> &result : results)
            out << result.get() << "\n";
    });
}
