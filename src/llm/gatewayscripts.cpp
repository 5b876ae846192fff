// SPDX-License-Identifier: GPL-3.0-or-later
#include "llm/gatewayscripts.h"

#include "exe/archive.h"

#include <algorithm>

namespace sandglass {

namespace {

constexpr qsizetype partSize = 48000; // characters: a command has at most 65536 bytes with all

// FOLDER NAME DATA
const char *const partScript = R"sh(umask 077
mkdir -p "$1" && printf %s "$3" > "$1/$2" || exit 91)sh";

// FOLDER
const char *const removeScript = R"sh(rm -rf "$1")sh";

// FOLDER DATA and the words of curl. The file is gone before curl begins, since a stopped command
// is killed and runs no trap; leftovers of lost connections go with a later request.
const char *const sendScript = R"sh(umask 077
folder=$1 last=$2
shift 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
find /dev/shm -maxdepth 1 -name 'sandglass-*' -user "$(id -u)" -mmin +10 \
    -exec rm -rf {} + 2>/dev/null
mkdir -p "$folder" || exit 91
{ cat "$folder"/part-* 2>/dev/null; printf %s "$last"; } | base64 -d | gzip -d \
    > "$folder/request" || exit 91
exec 3< "$folder/request" || exit 91
rm -rf "$folder"
"$@" <&3)sh";

QStringList script(const char *text, const QStringList &arguments)
{
    return QStringList{QStringLiteral("sh"), QStringLiteral("-c"), QString::fromLatin1(text),
                       QStringLiteral("sh")} +
           arguments;
}

QStringList curlWords(const HttpRequest &request)
{
    // HTTP/1.1 because its head is the one we read, -q because of a ~/.curlrc.
    QStringList words{QStringLiteral("curl"),        QStringLiteral("-q"),
                      QStringLiteral("-sS"),         QStringLiteral("-N"),
                      QStringLiteral("-i"),          QStringLiteral("--http1.1"),
                      QStringLiteral("--globoff"),   QStringLiteral("--proto"),
                      QStringLiteral("=http,https"), QStringLiteral("--connect-timeout"),
                      QStringLiteral("30"),          QStringLiteral("-H"),
                      QStringLiteral("Expect:")};
    if (request.idle.count() > 0)
        words << QStringLiteral("--speed-limit") << QStringLiteral("1")
              << QStringLiteral("--speed-time")
              << QString::number(std::max<qint64>(1, (request.idle.count() + 999) / 1000));
    for (const auto &[name, value] : request.headers)
        words << QStringLiteral("-H") << QString::fromLatin1(name + ": " + value);
    if (request.verb == "POST")
        words << QStringLiteral("--data-binary") << QStringLiteral("@-");
    words << QStringLiteral("--url") << request.url.toString(QUrl::FullyEncoded);
    return words;
}

} // namespace

GatewayCommands gatewayCommands(const HttpRequest &request, const QString &folder)
{
    if (request.verb != "POST")
        return {{}, curlWords(request), {}};
    GatewayCommands commands;
    QString data = QString::fromLatin1(exedev::gzipped(request.body).toBase64());
    while (data.size() > partSize) {
        const QString name =
            QStringLiteral("part-%1").arg(commands.parts.size(), 6, 10, QLatin1Char('0'));
        commands.parts << script(partScript, {folder, name, data.left(partSize)});
        data.remove(0, partSize);
    }
    commands.send = script(sendScript, QStringList{folder, data} + curlWords(request));
    if (!commands.parts.isEmpty())
        commands.remove = script(removeScript, {folder});
    return commands;
}

} // namespace sandglass
