#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a test program with a real keyring, or without one, in a home of its own:
#   keyring.sh unlocked|locked|noservice|nobus PROGRAM [WRAPPER]
# WRAPPER is a script that runs the program, e.g. with a display.
set -eu
mode=$1
program=$2
export WRAPPER=${3:-}
# Headless, as in CI: with a display the keyring would ask for its password there.
unset DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS XDG_CURRENT_DESKTOP GNOME_KEYRING_CONTROL
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
mkdir -m 700 "$home/run" "$home/data"
export HOME="$home" XDG_RUNTIME_DIR="$home/run" XDG_DATA_HOME="$home/data"
export XDG_CONFIG_HOME="$home/config" XDG_CACHE_HOME="$home/cache"

# A session bus that starts no services by itself: only what a mode starts is there.
cat >"$home/bus.conf" <<CONF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=$home/run</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
CONF
# What runs inside the session: owner prints the process of the keyring once it has its name.
cat >"$home/inner.sh" <<'INNER'
set -eu
program=$1
owner() {
    tries=0
    until dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus \
        org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets \
        >"$HOME/owner" 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 1000 ] || { cat "$HOME/owner" >&2; return 1; }
    done
    awk '/uint32/ {print $2}' "$HOME/owner"
}
unlock() { printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null; }
suite() { ${WRAPPER:+"$WRAPPER"} "$program" --gtest_filter="$1.*"; }
INNER
session() {
    printf '%s\n' "$1" >>"$home/inner.sh"
    dbus-run-session --config-file="$home/bus.conf" -- sh "$home/inner.sh" "$program"
}

case $mode in
unlocked)
    session '
        unlock
        KEYRING_PID=$(owner)
        export KEYRING_PID
        status=0
        suite KeyringUnlocked || status=$?
        kill -CONT "$KEYRING_PID"
        kill "$KEYRING_PID"
        exit $status'
    ;;
locked)
    session '
        unlock
        pid=$(owner)
        suite KeyringPrepare
        kill "$pid"
        while kill -0 "$pid" 2>/dev/null; do :; done
        gnome-keyring-daemon --start --components=secrets >/dev/null
        pid=$(owner)
        status=0
        suite KeyringLocked || status=$?
        kill "$pid"
        exit $status'
    ;;
noservice)
    session 'suite KeyringMissing'
    ;;
nobus)
    DBUS_SESSION_BUS_ADDRESS=unix:path="$home/run/none" ${WRAPPER:+"$WRAPPER"} "$program" \
        --gtest_filter="KeyringMissing.*"
    ;;
*)
    echo "unknown mode $mode" >&2
    exit 2
    ;;
esac
