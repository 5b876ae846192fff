#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a test program as an ordinary user: as_user.sh PROGRAM [ARGUMENT]…
#
# Some limits don't hold root, so what passes as root proves little. Started by an ordinary user
# this only runs the program. Started by root it gives up its rights, in a mount namespace of its
# own in which the folders that the tests need can be reached by that user at their own paths (a
# Python can't be moved, and root's home is closed to others). It fails rather than skips.
set -eu

program=$(readlink -f "$1")
shift
if [ "$(id -u)" != 0 ]; then
    exec "$program" "$@"
fi

user=54321
if [ "${SANDGLASS_AS_USER:-}" != inside ]; then
    SANDGLASS_AS_USER=inside exec unshare --mount --propagation private "$0" "$program" "$@"
fi

say() { echo "as_user.sh: $*" >&2; }
as_user() { setpriv --reuid=$user --regid=$user --clear-groups -- "$@"; }

: "${SANDGLASS_PYTHON:?must name a Python with ipykernel}"
here=$(cd "$(dirname "$0")/../.." && pwd)
folders="$here
$(dirname "$program")
$("$SANDGLASS_PYTHON" -I -c 'import os, sys
for path in (sys.prefix, sys.base_prefix, os.path.dirname(os.path.realpath(sys.executable))):
    print(path)')"

# The topmost folder on the way to $1 that the user can't pass.
closed_above() {
    path=/
    for part in $(printf '%s\n' "${1#/}" | tr '/' '\n'); do
        path="${path%/}/$part"
        as_user test -x "$path" || { echo "$path"; return; }
    done
}

# Keep hold of each folder, cover the closed ones with empty folders that are open, and put the
# kept ones back into their places.
kept=$(mktemp -d)
chmod 755 "$kept"
mount -t tmpfs -o mode=755 tmpfs "$kept"
number=0
covers=""
printf '%s\n' "$folders" | sort -u > "$kept/list"
while read -r folder; do
    closed=$(closed_above "$folder")
    [ -n "$closed" ] || continue
    number=$((number + 1))
    mkdir "$kept/$number"
    mount --bind "$folder" "$kept/$number"
    printf '%s\n' "$folder" > "$kept/$number.path"
    [ "$closed" = "$folder" ] && closed=$(dirname "$folder")
    covers="$covers $closed"
done < "$kept/list"
for closed in $(printf '%s\n' $covers | sort -u); do
    mount -t tmpfs -o mode=755 tmpfs "$closed"
done
i=0
while [ $i -lt $number ]; do
    i=$((i + 1))
    folder=$(cat "$kept/$i.path")
    mkdir -p "$folder"
    mount --bind "$kept/$i" "$folder"
done
# udev lets everybody open it; some containers and machines without udev don't.
if [ -e /dev/net/tun ] && ! as_user test -w /dev/net/tun; then
    mount -t tmpfs -o mode=755 tmpfs /dev/net
    mknod -m 666 /dev/net/tun c 10 200
fi
for needed in "$program" "$here/resources/kernel/host.py" "$SANDGLASS_PYTHON"; do
    as_user test -r "$needed" || { say "the ordinary user can't read $needed"; exit 1; }
done
home=$(mktemp -d)
chown $user:$user "$home"
as_user env HOME="$home" "$SANDGLASS_PYTHON" -I -c 'import ipykernel, numpy, pandas, matplotlib' || {
    say "the ordinary user can't use $SANDGLASS_PYTHON"; exit 1; }

cd "$home"
status=0
as_user env HOME="$home" TMPDIR="$home" USER=tester XDG_RUNTIME_DIR= DBUS_SESSION_BUS_ADDRESS= \
    "$program" "$@" || status=$?
cd /
rm -rf "$home"
if umount -R "$kept"; then
    rmdir "$kept"
fi
exit $status
