// SPDX-License-Identifier: MIT
#include "exe/scripts.h"

#include "exe/quoting.h"

namespace exedev {

// The command runs in a session of its own. A watchdog looks four times a second whether this shell
// still lives and has the parent it had; when the connection was closed it has not, and the whole
// group is killed. Everything is read from /proc without starting programs; the name in stat may
// have blanks and brackets, so what counts stands behind the last one.
const char *const runScript = R"sh(
shell=${SHELL:-/bin/sh}
line=$1
command -v setsid >/dev/null 2>&1 || exec "$shell" -lc "$line"
me=$$
look() {
    IFS= read -r stat 2>/dev/null <"/proc/$me/stat" || return 1
    stat=${stat##*) }
    state=${stat%% *}
    parent=${stat#* }
    parent=${parent%% *}
    [ "$state" != Z ] && [ "$state" != X ]
}
look
first=$parent
setsid "$shell" -lc "$line" &
child=$!
(
    while look && [ "$parent" = "$first" ]; do sleep 0.2 || sleep 1; done
    kill -s KILL -- "-$child"
) </dev/null >/dev/null 2>&1 &
watchdog=$!
wait "$child"
status=$?
kill "$watchdog" 2>/dev/null
exit "$status"
)sh";

// A pipe tells only how its last part ended, so each says on descriptor 3 that it failed.
const char *const writeScript = R"sh(
case $1 in
*/*) folder=${1%/*}; mkdir -p -- "${folder:-/}" || exit 1;;
esac
feed() {
    if [ -n "$parts" ]; then cd -- "$parts" && ls | xargs cat; else printf %s "$data"; fi
}
unpack() {
    if [ "$form" = gz ]; then gzip -dc; else cat; fi
}
form=$3 data=$4 parts=$5
failed=$({ { feed || echo f >&3; } | { base64 -d || echo f >&3; } |
    { unpack || echo f >&3; } >"$1" || echo f >&3; } 3>&1) || failed=f
[ -z "$parts" ] || rm -rf -- "$parts"
[ -z "$failed" ] || exit 1
[ -z "$2" ] || chmod -- "$2" "$1"
)sh";

const char *const partScript = R"sh(
mkdir -p -- "$1" && printf %s "$3" >"$1/$2"
)sh";

const char *const readScript = R"sh(
[ ! -d "$1" ] || exit 3
[ -e "$1" ] || exit 2
exec cat -- "$1"
)sh";

const char *const downloadScript = R"sh(
[ -e "$1" ] || exit 2
if [ -d "$1" ]; then printf D; cd -- "$1" && exec tar -czf - .; fi
printf F
exec cat -- "$1"
)sh";

const char *const untarScript = R"sh(
mkdir -p -- "$2" && tar -xzf "$1" -C "$2"
status=$?
rm -f -- "$1"
exit "$status"
)sh";

const char *const flushScript = R"sh(
sync -f / 2>/dev/null || sync
)sh";

QByteArray scriptCommand(const char *script, const QByteArrayList &arguments)
{
    return quotedWords(QByteArrayList{"sh", "-c", script, "sh"} + arguments);
}

} // namespace exedev
