// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/pythonsetup.h"

#include "base/error.h"
#include "sandbox/interpreter.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFileInfo>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <atomic>
#include <thread>

using namespace sandglass;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

Failure failureOf(const std::function<void()> &act)
{
    try {
        act();
    } catch (const Error &error) {
        return error.failure();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

/// Everything below the Python folder but the log: what a failed set-up must not leave.
QStringList leftIn(const QTemporaryDir &data)
{
    QStringList left = QDir(data.filePath(s("python")))
                           .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    left.removeAll(s("setup.log"));
    return left;
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return file.readAll();
}

/// Small, and with pins that fit no Python, so that the names alone are taken.
PythonRequirements small()
{
    return {"ipykernel==0.0.0.1\n", {s("ipykernel")}, 311};
}

class Environment
{
public:
    Environment(const char *name, const QByteArray &value)
        : m_name(name)
        , m_old(qgetenv(name))
        , m_had(qEnvironmentVariableIsSet(name))
    {
        qputenv(name, value);
    }
    ~Environment()
    {
        if (m_had)
            qputenv(m_name, m_old);
        else
            qunsetenv(m_name);
    }
    Environment(const Environment &) = delete;
    Environment &operator=(const Environment &) = delete;

private:
    const char *m_name;
    QByteArray m_old;
    bool m_had;
};

} // namespace

TEST(PythonRequirements, NameWhatCellsMayImport)
{
    const PythonRequirements built = PythonRequirements::builtIn();
    for (const QString &name : built.names)
        EXPECT_TRUE(built.pinned.contains('\n' + name.toUtf8() + "==")) << name.toStdString();
    EXPECT_EQ(built.names.size(), 9);
}

TEST(PythonSetup, MakesOneEnvironmentThatIsFoundAgain)
{
    QTemporaryDir data;
    const PythonSetup setup(data.path(), {}, small());
    EXPECT_FALSE(setup.ready().has_value());

    // Cut off first, in the midst of fetching.
    std::stop_source stop;
    EXPECT_EQ(failureOf([&] {
                  setup.prepare(
                      [&](const QString &, double done) {
                          if (done > 0.09)
                              stop.request_stop();
                      },
                      stop.get_token());
              }).kind,
              ErrorKind::Cancelled);
    EXPECT_EQ(leftIn(data), QStringList());

    // Then twice at once.
    std::atomic<int> made = 0;
    std::optional<PythonEnvironment> results[2];
    const auto prepare = [&](int i) {
        double last = 0;
        results[i] =
            PythonSetup(data.path(), {}, small()).prepare([&](const QString &text, double done) {
                EXPECT_FALSE(text.isEmpty());
                EXPECT_LE(done, 1);
                if (text == s("Preparing fonts"))
                    ++made;
                last = done;
            });
        EXPECT_EQ(last, 1);
    };
    std::thread other(prepare, 1);
    prepare(0);
    other.join();
    EXPECT_EQ(made, 1);
    EXPECT_EQ(results[0], results[1]);
    EXPECT_EQ(setup.ready(), results[0]);

    const PythonEnvironment environment = *results[0];
    EXPECT_TRUE(environment.interpreter.startsWith(data.path()));
    EXPECT_TRUE(environment.matplotlibCache.isEmpty()); // there is no matplotlib in it
    EXPECT_FALSE(environment.mounts.contains(data.path()));
    EXPECT_TRUE(
        askInterpreter(environment.interpreter, {s("ipykernel"), s("pip")}, {}).missing.isEmpty());
    EXPECT_TRUE(bytesOf(setup.logFile()).contains("pip install"));

    // Other requirements are another environment; a lost record or program isn't ready.
    EXPECT_FALSE(PythonSetup(data.path(), {}, {"six==1.0\n", {}, 311}).ready().has_value());
    const QString record = QFileInfo(environment.interpreter).path() + s("/../../environment.json");
    const QByteArray kept = bytesOf(record);
    for (const QByteArray &bytes : {QByteArray(), QByteArray("{"), QByteArray("[]"),
                                    QByteArray(kept).replace("\"v\": 1", "\"v\": 2"),
                                    QByteArray(kept).replace("/bin/python", "/bin/nothing"),
                                    QByteArray(kept).replace("\"stamp\": \"", "\"stamp\": \"1")}) {
        QFile file(record);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes);
        file.close();
        EXPECT_FALSE(setup.ready().has_value()) << bytes.toStdString();
    }

    // What lost its record counts as half-made: the next set-up makes it anew or leaves nothing.
    const Environment index("PIP_INDEX_URL", "http://127.0.0.1:9/");
    const Environment retries("PIP_RETRIES", "0");
    const Environment links("PIP_FIND_LINKS", "");
    EXPECT_EQ(failureOf([&] { setup.prepare(); }).kind, ErrorKind::SetupFailed);
    EXPECT_EQ(leftIn(data), QStringList());
}

TEST(PythonSetup, SaysThatTheNetworkIsMissingAndLeavesNothing)
{
    const Environment index("PIP_INDEX_URL", "http://127.0.0.1:9/");
    const Environment retries("PIP_RETRIES", "0");
    const Environment links("PIP_FIND_LINKS", "");
    QTemporaryDir data;
    const Failure failure = failureOf([&] { PythonSetup(data.path(), {}, small()).prepare(); });
    EXPECT_EQ(failure.kind, ErrorKind::SetupFailed);
    EXPECT_TRUE(failure.text.contains(s("can't be reached"))) << failure.text.toStdString();
    EXPECT_TRUE(failure.remedy.contains(s("connection")));
    EXPECT_EQ(leftIn(data), QStringList());
}

TEST(PythonSetup, SaysThatThereIsNoPython)
{
    QTemporaryDir empty;
    const Environment path("PATH", QFile::encodeName(empty.path()));
    try {
        // /usr/bin/python3 is looked for as well, so there may be one.
        const Interpreter found = findInterpreter({});
        EXPECT_TRUE(found.path.startsWith(s("/usr/"))) << found.path.toStdString();
    } catch (const Error &error) {
        EXPECT_TRUE(error.failure().remedy.contains(s("python3-venv")));
    }
}

TEST(PythonSetup, SaysWhereTheDataFolderCannotBeWritten)
{
    QTemporaryDir data;
    QFile file(data.filePath(s("python")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    EXPECT_EQ(failureOf([&] { PythonSetup(data.path(), {}, small()).prepare(); }).kind,
              ErrorKind::File);
}

TEST(PythonSetup, RefusesAChosenPythonWithoutAKernelAndNamesThePackages)
{
    QTemporaryDir data;
    QTemporaryDir venv;
    const Interpreter base = findInterpreter({});
    ASSERT_EQ(QProcess::execute(base.path, {s("-m"), s("venv"), s("--without-pip"), venv.path()}),
              0);
    const PythonSetup setup(data.path(), venv.filePath(s("bin/python")));
    const Failure failure = failureOf([&] { setup.prepare(); });
    EXPECT_EQ(failure.kind, ErrorKind::SetupFailed);
    EXPECT_TRUE(failure.text.contains(s("ipykernel")));
    EXPECT_TRUE(failure.remedy.contains(s("pip install ipykernel jupyter_client")));
    EXPECT_FALSE(setup.ready().has_value());
    EXPECT_EQ(failureOf([&] { PythonSetup(data.path(), s("/bin/true")).prepare(); }).kind,
              ErrorKind::SetupFailed);
    EXPECT_EQ(leftIn(data), QStringList());
}

TEST(PythonSetup, TakesAChosenPythonWithItsFontsAndFindsItAgain)
{
    const QString chosen = qEnvironmentVariable("SANDGLASS_PYTHON");
    ASSERT_FALSE(chosen.isEmpty()) << "SANDGLASS_PYTHON must name a Python with ipykernel";
    QTemporaryDir data;
    const PythonSetup setup(data.path(), chosen);
    EXPECT_FALSE(setup.ready().has_value());
    const PythonEnvironment environment = setup.prepare();
    EXPECT_EQ(setup.ready(), environment);
    EXPECT_EQ(setup.prepare(), environment);
    EXPECT_TRUE(QFileInfo(environment.interpreter).isExecutable());
    for (const QString &mount : environment.mounts)
        EXPECT_TRUE(QFileInfo(mount).isDir()) << mount.toStdString();

    // The fonts are listed in a cache that matplotlib takes as it is, with one for CJK where there
    // is one, and none from outside what a sandbox sees.
    ASSERT_FALSE(environment.matplotlibCache.isEmpty());
    const QDir cache(environment.matplotlibCache);
    const QStringList lists = cache.entryList({s("fontlist-*.json")});
    ASSERT_EQ(lists.size(), 1);
    EXPECT_EQ(cache.entryList(QDir::Files).size(), 2);
    const QByteArray fonts = bytesOf(cache.filePath(lists.first()));
    EXPECT_FALSE(fonts.contains(QFile::encodeName(QDir::homePath()) + "/.fonts"));
    const QByteArray settings = bytesOf(cache.filePath(s("matplotlibrc")));
    EXPECT_TRUE(settings.startsWith("font.family: DejaVu Sans"));
    EXPECT_EQ(settings.contains("Noto Sans CJK JP"), fonts.contains("Noto Sans CJK JP"));
}
