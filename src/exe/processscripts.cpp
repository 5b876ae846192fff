// SPDX-License-Identifier: MIT
#include "exe/scripts.h"

namespace exedev {

// The layout of a record is the Python SDK's, so that each finds the other's processes.
#define EXEDEV_RECORDS                                                                             \
    "records=${XDG_STATE_HOME:-$HOME/.local/state}/exedev/processes\n"                             \
    "number() {\n"                                                                                 \
    "    value=$(cat \"$1\" 2>/dev/null)\n"                                                        \
    "    case $value in ''|*[!0-9]*) value=; return 1;; esac\n"                                    \
    "}\n"                                                                                          \
    "boot() { cat /proc/sys/kernel/random/boot_id; }\n"                                            \
    "state() {\n"                                                                                  \
    "    record=$records/$1 pid=0 status= state=\n"                                                \
    "    [ -d \"$record\" ] || return 1\n"                                                         \
    "    number \"$record/pid\" && pid=$value\n"                                                   \
    "    number \"$record/exit\" && status=$value state=\"$pid exited $value\" && return 0\n"      \
    "    if [ \"$(cat \"$record/boot\" 2>/dev/null)\" = \"$(boot)\" ]; then\n"                     \
    "        [ \"$pid\" != 0 ] || return 1\n"                                                      \
    "        number \"$record/monitor\" && kill -0 \"$value\" 2>/dev/null &&\n"                    \
    "            state=\"$pid running\" && return 0\n"                                             \
    "        number \"$record/exit\" && status=$value state=\"$pid exited $value\" && return 0\n"  \
    "    fi\n"                                                                                     \
    "    state=\"$pid lost\"\n"                                                                    \
    "}\n"

const char *const spawnScript = EXEDEV_RECORDS R"sh(
state "$1"
case $state in *running) exit 3;; esac
record=$records/$1
rm -rf -- "$record" && mkdir -p -- "$record" || exit 1
boot >"$record/boot" && printf '%s\n' "$2" >"$record/command" || exit 1
setsid sh -c '
    record=$1
    echo $$ >"$record/monitor"
    setsid "${SHELL:-/bin/sh}" -lc "$2" </dev/null >"$record/stdout" 2>"$record/stderr" &
    child=$!
    echo "$child" >"$record/pid.new" && mv -f "$record/pid.new" "$record/pid"
    wait "$child"
    echo $? >"$record/exit.new" && mv -f "$record/exit.new" "$record/exit"
    sync -f "$record" 2>/dev/null || sync
' sh "$record" "$2" </dev/null >/dev/null 2>&1 &
tries=0
until number "$record/pid"; do
    tries=$((tries + 1))
    [ "$tries" -le 100 ] || exit 1
    sleep 0.05
done
pid=$value
sync -f "$record" 2>/dev/null
echo "$pid"
)sh";

const char *const stateScript = EXEDEV_RECORDS R"sh(
state "$1" || exit 2
echo "$state"
)sh";

const char *const listScript = EXEDEV_RECORDS R"sh(
cd "$records" 2>/dev/null || exit 0
for name in *; do
    state "$name" && echo "$name $state"
done
exit 0
)sh";

const char *const waitScript = EXEDEV_RECORDS R"sh(
while state "$1" && [ "$state" = "$pid running" ]; do sleep 0.5; done
case $state in
'') echo "$2 missing"; exit 0;;
*lost) echo "$2 lost"; exit 0;;
esac
if [ "$3" = yes ]; then
    cat -- "$record/stdout"
    cat -- "$record/stderr" >&2
fi
exit "$status"
)sh";

const char *const logsScript = EXEDEV_RECORDS R"sh(
record=$records/$1
[ -e "$record/pid" ] || exit 2
if [ -n "$2" ]; then
    tail -n "$2" -- "$record/stdout"
    tail -n "$2" -- "$record/stderr" >&2
else
    cat -- "$record/stdout"
    cat -- "$record/stderr" >&2
fi
)sh";

const char *const signalScript = EXEDEV_RECORDS R"sh(
state "$1" || exit 2
case $state in
*exited*) exit 0;;
*lost) [ "$(cat "$record/boot" 2>/dev/null)" = "$(boot)" ] || exit 0;;
esac
kill -s "$2" -- "-$pid" 2>/dev/null || kill -s "$2" "$pid" 2>/dev/null || exit 0
)sh";

#undef EXEDEV_RECORDS

} // namespace exedev
