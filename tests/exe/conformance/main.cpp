// SPDX-License-Identifier: MIT
#include "exe/conformance/context.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QRegularExpression>

#include <cstdio>
#include <map>

using namespace exedev::conformance;

namespace {

std::map<std::string, void (*)(Context &)> allChecks()
{
    std::map<std::string, void (*)(Context &)> all;
    for (const auto &group :
         {creation(), running(), files(), processes(), lifecycle(), accounts(), errors(), many()}) {
        for (const auto &[name, check] : group)
            all.emplace(name, check);
    }
    return all;
}

/// The names of checks.txt, in its order.
std::vector<std::string> listed()
{
    std::vector<std::string> names;
    QFile file(QStringLiteral(SANDGLASS_SOURCE_DIR "/tests/exe/checks.txt"));
    if (!file.open(QIODevice::ReadOnly))
        throw Wrong("checks.txt can't be read");
    while (!file.atEnd()) {
        const QByteArray line = file.readLine().trimmed();
        if (!line.isEmpty() && line[0] != '#')
            names.push_back(line.split(' ').first().toStdString());
    }
    return names;
}

bool passes(Context &context, const std::string &name, void (*check)(Context &))
{
    try {
        context.vm();
        context.clear();
        check(context);
        return true;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "  %s: %s\n", name.c_str(), error.what());
        return false;
    }
}

int drive(Context &context, const QRegularExpression &only)
{
    const auto checks = allChecks();
    int passed = 0;
    int failed = 0;
    context.reset();
    for (const std::string &name : listed()) {
        if (!only.match(QString::fromStdString(name)).hasMatch())
            continue;
        const auto found = checks.find(name);
        const bool isGood = found != checks.end() && passes(context, name, found->second);
        isGood ? ++passed : ++failed;
        std::printf("%s %s\n", isGood ? "ok" : "FAIL", name.c_str());
        std::fflush(stdout);
    }
    context.reset();
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions(
        {{QStringLiteral("base-url"), QStringLiteral("The server."), QStringLiteral("URL")},
         {QStringLiteral("token"), QStringLiteral("A token for all commands."),
          QStringLiteral("TOKEN")},
         {QStringLiteral("only"), QStringLiteral("Only checks that match."),
          QStringLiteral("REGEX")}});
    parser.process(app);
    try {
        Context context(QUrl(parser.value(QStringLiteral("base-url"))),
                        parser.value(QStringLiteral("token")).toUtf8());
        return drive(context, QRegularExpression(parser.value(QStringLiteral("only"))));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "exedev-conformance: %s\n", error.what());
        return 2;
    }
}
