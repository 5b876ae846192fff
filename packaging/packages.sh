# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by run, test and bench: the Debian and Ubuntu packages and how they get installed.
# All output goes to stderr, so that a caller's stdout stays what its program prints.

build_packages="g++ cmake ninja-build qt6-base-dev qt6-charts-dev libqt6opengl6-dev libgl-dev
    libxkbcommon-dev qtkeychain-qt6-dev nlohmann-json3-dev libarchive-dev libmd4c-dev
    libmd4c-html0-dev"
run_packages="bubblewrap slirp4netns python3 python3-venv fonts-noto-cjk fonts-dejavu-core
    ca-certificates"
test_packages="libgtest-dev libgmock-dev dbus-daemon gnome-keyring libsecret-tools xvfb xauth
    procps util-linux curl git"
check_packages="clang-19 libclang-rt-19-dev clang-tidy-19 clang-format-19"

say() { printf '%s\n' "$*" >&2; }

die() {
    say "$*"
    exit 1
}

# need_packages NAME…: installs those that are missing, and nothing where none is.
need_packages() {
    command -v dpkg-query >/dev/null || die "This script installs packages with apt, which this" \
        "system does not have. Sandglass is built on Debian 12 and Ubuntu 24.04; elsewhere install" \
        "the libraries of docs/dependencies.md and build with cmake."
    local have missing="" name
    have=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' "$@" 2>/dev/null || true)"
    for name in "$@"; do
        case "$have" in *" installed:$name "*) ;; *) missing="$missing $name" ;; esac
    done
    [ -n "$missing" ] || return 0

    local apt="apt-get"
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "These packages are missing and only root can install" \
            "them:$missing. As root: apt-get install$missing"
        apt="sudo apt-get"
    fi
    say "Installing:$missing"
    export DEBIAN_FRONTEND=noninteractive
    # The lists may be old or empty; a failed update still leaves a chance with what is there.
    $apt update -q >&2 </dev/null || say "apt-get update failed; trying with the lists at hand."
    # shellcheck disable=SC2086 # a list of names
    $apt install -y -q --no-install-recommends $missing >&2 </dev/null || die "apt-get could not" \
        "install$missing. Its message stands above; Sandglass needs Debian 12 or Ubuntu 24.04 (or" \
        "newer) with their standard sources."
}

# needs_build FOLDER: true unless nothing in the tree is newer than the last good build there.
needs_build() {
    [ -f "$1/.built" ] || return 0
    [ -n "$(find src ui resources packaging/cmake CMakeLists.txt CMakePresets.json $2 \
        -name __pycache__ -prune -o -newer "$1/.built" -print -quit)" ]
}

# build PRESET [FOLDER]: configures and builds where a source is newer than the last build.
build() {
    local preset=$1 dir=build/$1
    needs_build "$dir" "${2:-}" || return 0
    mkdir -p "$dir"
    touch "$dir/.building" # what changes during the build counts as newer
    say "Building the $preset preset in $dir; the first time takes some minutes."
    if ! { [ -f "$dir/build.ninja" ] || cmake --preset "$preset"; } >"$dir/.log" 2>&1 ||
        ! cmake --build "$dir" >>"$dir/.log" 2>&1; then
        tail -n 60 "$dir/.log" >&2
        die "The build failed; the last lines stand above, all of it in $dir/.log."
    fi
    mv "$dir/.building" "$dir/.built"
}
