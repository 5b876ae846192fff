// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "cli/commandfactory.h"
#include "cli/helptext.h"
#include "cli/turnend.h"
#include "parts/process.h"

#include <QCoreApplication>

using namespace sandglass;
using namespace sandglass::cli;

int main(int argc, char **argv)
{
    EnvironmentKeys keys = prepareProcess();
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("sandglass"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SANDGLASS_VERSION));

    Console console;
    const Arguments arguments = parseArguments(QCoreApplication::arguments().mid(1));
    if (const auto *text = std::get_if<TextOptions>(&arguments)) {
        console.out(text->text.toUtf8());
        return console.isGood() ? Done : Failed;
    }
    if (const auto *error = std::get_if<UsageError>(&arguments)) {
        console.say(error->text);
        console.say(QStringLiteral("sandglass-cli --help shows what there is."));
        return ExitStatus::Usage;
    }
    Interrupts interrupts;
    try {
        return makeCommand(arguments, std::move(keys), console, interrupts)->run();
    } catch (const Error &error) {
        console.say(failureText(error.failure()));
        return interrupts.wasInterrupted() ? Cancelled : Failed;
    }
}
