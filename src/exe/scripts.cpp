// SPDX-License-Identifier: MIT
#include "exe/scripts.h"

#include "exe/quoting.h"

namespace exedev {

// The command runs in a session of its own. A watchdog looks four times a second whether this shell
// still lives and has the parent it had; when the connection was closed it has not, and the whole
// group is killed. This shell may be killed before it has started the watchdog, so the command
// first waits until it has two children or is gone. Everything is read from /proc without starting
// programs; the name in stat may have blanks and brackets, so what counts stands behind the last
// one.
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
children=/proc/$me/task/$me/children
[ -r "$children" ] || children=
(
    while [ -n "$children" ]; do
        pids= # a shell that is gone leaves it as it was
        IFS= read -r pids 2>/dev/null <"$children"
        case $pids in
        '') exit 137;;
        *' '?*) break;;
        esac
    done
    exec setsid "$shell" -lc "$line"
) &
child=$!
(
    while look && [ "$parent" = "$first" ]; do sleep 0.2 || sleep 1; done
    kill -s KILL -- "-$child" || kill -s KILL "$child"
) </dev/null >/dev/null 2>&1 &
watchdog=$!
wait "$child"
status=$?
kill "$watchdog" 2>/dev/null
exit "$status"
)sh";

// A pipe tells only how its last part ended: gzip knows whether everything came, and base64 refuses
// the mark of a part that didn't.
const char *const writeScript = R"sh(
case $1 in
*/*) folder=${1%/*}; mkdir -p -- "${folder:-/}" || exit 1;;
esac
data=$4 parts=$5
feed() {
    if [ -z "$parts" ]; then
        printf %s "$data"
    elif ! { cd -- "$parts" && ls | xargs cat; }; then
        printf '!'
    fi
}
if [ "$3" = gz ]; then
    feed | base64 -d | gzip -dc >"$1"
else
    feed | base64 -d >"$1"
fi
status=$?
[ -z "$parts" ] || rm -rf -- "$parts"
[ "$status" = 0 ] || exit 1
[ -z "$2" ] || chmod -- "$2" "$1"
)sh";

const char *const partScript = R"sh(
[ -d "$1" ] || mkdir -p -- "$1" || exit 1
printf %s "$3" >"$1/$2"
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
