#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a program on an X server of its own, which nothing else uses and which no network reaches:
#   xvfb.sh PROGRAM [ARGUMENT]…
set -euo pipefail
command -v Xvfb >/dev/null || {
    echo "There is no Xvfb. Install the package xvfb." >&2
    exit 1
}
folder=$(mktemp -d)
mkfifo "$folder/display"
# It takes the first number that is free, which xvfb-run only guesses.
Xvfb -displayfd 3 -screen 0 1920x1200x24 -nolisten tcp 3>"$folder/display" 2>"$folder/log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
read -r number <"$folder/display" || {
    cat "$folder/log" >&2
    exit 1
}
DISPLAY=:$number "$@"
