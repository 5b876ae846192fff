// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>

#include <map>

#include <sys/stat.h>

namespace exedev::conformance {

namespace {

using Listing = std::map<QString, QByteArray>;

void written(Context &c, const QString &path, const QByteArray &data, std::optional<int> mode = {})
{
    c.vm().writeFile(path, data, mode);
    REQUIRE(c.vm().readFile(path) == data);
}

QByteArray shown(Context &c, const QString &command)
{
    RunOptions options;
    options.check = true;
    return c.vm().run(command, options).out.trimmed();
}

void put(const QString &path, const QByteArray &data)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    REQUIRE(file.open(QIODevice::WriteOnly) && file.write(data) == data.size());
}

/// A folder with files, folders and an empty one.
QString tree(Context &c)
{
    const QString root = c.path(text("tree"));
    QDir().mkpath(root + text("/hollow"));
    put(root + text("/one.txt"), "1");
    put(root + text("/a/two é.txt"), "2\n");
    put(root + text("/a/b/three"), allBytes());
    return root;
}

/// What is below a folder: its name, and its kind with its content.
Listing listing(const QString &root)
{
    Listing found;
    QDirIterator at(root, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                    QDirIterator::Subdirectories);
    while (at.hasNext()) {
        at.next();
        const QFileInfo info = at.fileInfo();
        const QString name = info.filePath().mid(root.size() + 1);
        QFile file(info.filePath());
        if (info.isSymLink())
            found[name] = "link " + info.symLinkTarget().toUtf8();
        else if (info.isDir())
            found[name] = "folder";
        else
            found[name] = file.open(QIODevice::ReadOnly) ? "file " + file.readAll() : "unreadable";
    }
    return found;
}

/// A folder of the VM as a listing, by tar, without the library's download.
Listing there(Context &c, const QString &folder)
{
    RunOptions options;
    options.check = true;
    options.maxOutput = 1 << 28;
    const CommandResult packed =
        c.vm().run(QStringLiteral("tar -cf - -C %1 .").arg(folder), options);
    const QString out = c.path(text("out"));
    QDir().mkpath(out);
    QProcess tar;
    tar.start(text("tar"), {text("-xf"), text("-"), text("-C"), out});
    tar.write(packed.out);
    tar.closeWriteChannel();
    REQUIRE(tar.waitForFinished() && tar.exitCode() == 0);
    return listing(out);
}

unsigned modeOf(const QString &path)
{
    struct stat facts = {};
    REQUIRE(stat(QFile::encodeName(path).constData(), &facts) == 0);
    return facts.st_mode & 07777;
}

/// What download() makes of a folder that `prepare` fills.
QString downloaded(Context &c, const char *prepare)
{
    const QString source = unique(text("source"));
    shown(c, text("mkdir ") + source + text(" && cd ") + source + text(" && ") + text(prepare));
    const QString target = c.path(text("target"));
    c.vm().download(source, target);
    return target;
}

void requireRefused(Context &c, const char *prepare)
{
    raises<UnsafeArchiveError>([&] { downloaded(c, prepare); });
}

void eightAtMost(Context &c)
{
    c.vm();
    c.fault("slow", "ssh", {{"match", "exedev-upload|/tmp/"}, {"count", -1}, {"delay", 0.1}});
    c.vm().writeFile(text("cap"), randomBytes(1000000));
    std::vector<std::pair<double, double>> times;
    for (const auto &entry : c.log("ssh")) {
        const double begin = entry["time"];
        times.emplace_back(begin, begin + entry["seconds"].get<double>());
    }
    int most = 0;
    for (const auto &[moment, unused] : times) {
        int open = 0;
        for (const auto &[begin, end] : times)
            open += begin <= moment && moment < end ? 1 : 0;
        most = std::max(most, open);
    }
    REQUIRE(most >= 2 && most <= 8);
}

void exclusion(Context &c)
{
    const QString root = tree(c);
    for (const char *name : {"/.git/config", "/a/node_modules/m.js", "/a/b/x.pyc", "/keep.py"})
        put(root + text(name), "x");
    const QString target = unique(text("ex"));
    UploadOptions options;
    options.exclude = {text(".git"), text("node_modules"), text("*.pyc")};
    c.vm().upload(root, target, options);
    QStringList names;
    for (const auto &[name, unused] : there(c, target))
        names.append(name);
    names.sort();
    REQUIRE(names == QStringList({text("a"), text("a/b"), text("a/b/three"), text("a/two é.txt"),
                                  text("hollow"), text("keep.py"), text("one.txt")}));
}

std::vector<Check> writing()
{
    return {
        {"write.text",
         [](Context &c) {
             written(c, text("text"), "é☃\n");
         }},
        {"write.bytes",
         [](Context &c) {
             written(c, text("bytes"), allBytes());
         }},
        {"write.empty",
         [](Context &c) {
             written(c, text("empty"), {});
         }},
        {"write.mode",
         [](Context &c) {
             written(c, text("mode"), "x", 0750);
             REQUIRE(shown(c, text("stat -c %a mode")) == "750");
         }},
        {"write.folders",
         [](Context &c) {
             written(c, unique(text("folder")) + text("/a/b/c"), "deep");
         }},
        {"write.replace",
         [](Context &c) {
             const QString name = unique(text("replaced"));
             written(c, name, "much longer than the next");
             written(c, name, "short");
         }},
        {"write.absolute",
         [](Context &c) {
             const QString path = text("/tmp/") + unique(text("absolute"));
             written(c, path, "x");
             shown(c, text("rm -f ") + path);
         }},
        {"write.home",
         [](Context &c) {
             const QString name = unique(text("home"));
             written(c, text("~/") + name, "x");
             REQUIRE(shown(c, text("cat $HOME/") + name) == "x");
         }},
        {"write.dash",
         [](Context &c) {
             written(c, text("-dash"), "x");
             REQUIRE(shown(c, text("cat ./-dash")) == "x");
         }},
        {"write.hard",
         [](Context &c) {
             written(c, text(hard), "x");
         }},
        {"write.parts",
         [](Context &c) {
             written(c, text("parts"), randomBytes(300000));
             REQUIRE(c.log("ssh").size() > 6);
         }},
        {"write.packed",
         [](Context &c) {
             c.vm();
             c.clear();
             const QByteArray data = QByteArray("the quick brown fox\n").repeated(50000);
             c.vm().writeFile(text("packed"), data);
             REQUIRE(c.log("ssh").size() <= 3);
             REQUIRE(c.vm().readFile(text("packed")) == data);
         }},
        {"write.cap", eightAtMost},
        {"write.cleaned",
         [](Context &c) {
             written(c, text("cleaned"), randomBytes(200000));
             REQUIRE(c.leftInTmp().isEmpty());
         }},
        {"write.badpath",
         [](Context &c) {
             c.vm();
             c.requireNothingSent([&] { c.vm().writeFile({}, "x"); });
         }},
        {"write.failed",
         [](Context &c) {
             written(c, text("plainfile"), "x");
             raises<CommandError>([&] { c.vm().writeFile(text("plainfile/below"), "x"); });
         }},
        {"read.text",
         [](Context &c) {
             shown(c, text("printf 'made there' > there"));
             REQUIRE(c.vm().readFile(text("there")) == "made there");
         }},
        {"read.empty",
         [](Context &c) {
             shown(c, text(": > nothing"));
             REQUIRE(c.vm().readFile(text("nothing")).isEmpty());
         }},
        {"read.big",
         [](Context &c) {
             shown(c, text("head -c 3000000 /dev/urandom > big"));
             const QByteArray data = c.vm().readFile(text("big"));
             REQUIRE(data.size() == 3000000);
             REQUIRE(shown(c, text("sha256sum big")).split(' ').first() ==
                     QCryptographicHash::hash(data, QCryptographicHash::Sha256).toHex());
         }},
        {"read.missing",
         [](Context &c) {
             raises<FileNotFoundError>([&] { c.vm().readFile(text("no/such/file")); });
         }},
        {"read.folder",
         [](Context &c) {
             raises<IsADirectoryError>([&] { c.vm().readFile(text("/usr")); });
         }},
    };
}

std::vector<Check> uploading()
{
    return {
        {"upload.file",
         [](Context &c) {
             const QString path = c.path(text("f"), allBytes());
             REQUIRE(chmod(QFile::encodeName(path).constData(), 0640) == 0);
             c.vm().upload(path, text("uploaded"));
             REQUIRE(c.vm().readFile(text("uploaded")) == allBytes());
             REQUIRE(shown(c, text("stat -c %a uploaded")) == "640");
         }},
        {"upload.folder",
         [](Context &c) {
             const QString root = tree(c);
             const QString target = unique(text("up"));
             c.vm().upload(root, target);
             REQUIRE(there(c, target) == listing(root));
         }},
        {"upload.into",
         [](Context &c) {
             const QString target = unique(text("into"));
             c.vm().writeFile(target + text("/old"), "old");
             c.vm().upload(tree(c), target);
             REQUIRE(c.vm().readFile(target + text("/old")) == "old");
             REQUIRE(c.vm().readFile(target + text("/one.txt")) == "1");
         }},
        {"upload.exclude", exclusion},
        {"upload.executable",
         [](Context &c) {
             const QString root = tree(c);
             const QString target = unique(text("exec"));
             REQUIRE(chmod(QFile::encodeName(root + text("/one.txt")).constData(), 0755) == 0);
             c.vm().upload(root, target);
             REQUIRE(shown(c, QStringLiteral("test -x %1/one.txt && echo yes").arg(target)) ==
                     "yes");
             REQUIRE(shown(c, QStringLiteral("test -x %1/a/b/three || echo no").arg(target)) ==
                     "no");
         }},
        {"upload.link",
         [](Context &c) {
             const QString root = tree(c);
             const QString target = unique(text("link"));
             REQUIRE(QFile::link(text("../one.txt"), root + text("/a/link")));
             c.vm().upload(root, target);
             REQUIRE(shown(c, QStringLiteral("readlink %1/a/link").arg(target)) == "../one.txt");
         }},
        {"upload.big",
         [](Context &c) {
             const QString root = tree(c);
             const QString target = unique(text("bigup"));
             put(root + text("/big"), randomBytes(400000));
             c.vm().upload(root, target);
             REQUIRE(there(c, target) == listing(root));
         }},
        {"upload.missing",
         [](Context &c) {
             c.vm();
             c.clear();
             raises<LocalFileError>(
                 [&] { c.vm().upload(c.path(text("no such file")), text("x")); });
             REQUIRE(c.log().empty());
         }},
    };
}

std::vector<Check> downloading()
{
    return {
        {"download.file",
         [](Context &c) {
             written(c, text("down"), allBytes());
             const QString target = c.path(text("down"));
             c.vm().download(text("down"), target);
             QFile file(target);
             REQUIRE(file.open(QIODevice::ReadOnly) && file.readAll() == allBytes());
         }},
        {"download.folder",
         [](Context &c) {
             const QString target =
                 downloaded(c, "mkdir -p a/b hollow && printf 1 > one && printf 2 > 'a/b/é two'");
             const Listing expected{{text("a"), "folder"},
                                    {text("a/b"), "folder"},
                                    {text("hollow"), "folder"},
                                    {text("one"), "file 1"},
                                    {text("a/b/é two"), "file 2"}};
             REQUIRE(listing(target) == expected);
         }},
        {"download.link",
         [](Context &c) {
             const QString target =
                 downloaded(c, "mkdir a && printf 1 > one && ln -s ../one a/link");
             REQUIRE(QFileInfo(target + text("/a/link")).isSymLink());
             REQUIRE(QFileInfo(target + text("/a/link")).canonicalFilePath() ==
                     QFileInfo(target + text("/one")).canonicalFilePath());
         }},
        {"download.big",
         [](Context &c) {
             const QString target = downloaded(c, "head -c 400000 /dev/urandom > big");
             REQUIRE(QFileInfo(target + text("/big")).size() == 400000);
         }},
        {"download.missing",
         [](Context &c) {
             raises<FileNotFoundError>(
                 [&] { c.vm().download(text("no/such"), c.path(text("target"))); });
         }},
        {"download.linkout",
         [](Context &c) {
             requireRefused(c, "ln -s /etc/passwd out");
         }},
        {"download.linkup",
         [](Context &c) {
             requireRefused(c, "ln -s ../../../x out");
         }},
        {"download.fifo",
         [](Context &c) {
             requireRefused(c, "mkfifo pipe");
         }},
        {"download.modes",
         [](Context &c) {
             const QString target = downloaded(c, "printf 1 > one && chmod 4777 one");
             REQUIRE(modeOf(target + text("/one")) == 0755);
         }},
    };
}

} // namespace

std::vector<Check> files()
{
    std::vector<Check> all;
    for (const auto &group : {writing(), uploading(), downloading()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

} // namespace exedev::conformance
