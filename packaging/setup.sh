#!/usr/bin/env bash
# Makes a fresh clone ready: a Python of its own in .venv with the libraries that packaging/locked names, each checked against
# its hash, and the system libraries that Qt needs. The script installs what is missing if this user may (root, or sudo without
# a password); otherwise it prints the one command that does, and leaves nothing half done.
#
#   packaging/setup.sh            to play
#   packaging/setup.sh test       to play, test and lint
#   packaging/setup.sh package    to play, and to build packages
#
# PYTHON=/path/to/python chooses the Python (3.11 or newer) by hand. Runs again at any time; does only what is missing.
set -euo pipefail
CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
purpose=${1:-play}
locked=packaging/locked/$purpose.txt
venv=.venv

say() { printf 'setup: %s\n' "$*"; }
stop() { # a sentence, and below it what to run
    printf 'setup: %s\n' "$1" >&2
    shift
    [ $# = 0 ] || printf '%s\n' "$@" >&2
    exit 1
}

# -- packages of the system ------------------------------------------------------------------------------------------

privileged() { # the words that make the following command run as root; fails when this user may not
    if [ "$(id -u)" = 0 ]; then return 0; fi
    command -v sudo >/dev/null && sudo -n true 2>/dev/null && printf 'sudo -n'
}

install_packages() { # installs Debian packages; fails when it may not or cannot
    local as_root
    command -v apt-get >/dev/null || return 1
    as_root=$(privileged) || return 1
    say "installing $*"
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -qq </dev/null || true # one broken source must not keep the others from serving
    $as_root apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null
}

command_for() {
    if command -v apt-get >/dev/null; then
        echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
    else
        echo "    (install what this system calls) $*"
    fi
}

packages_of() { # file names of libraries on standard input
    awk 'NR == FNR { if ($1 !~ /^#/) package[$1] = $2; next } { print ($1 in package) ? package[$1] : $1 }' \
        packaging/qt-libraries.txt - | sort -u | paste -sd ' '
}

absent_packages() { # what Qt will want, as far as that can be told before Qt is there: so that one command is enough
    local there
    there=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null) || return 0
    awk '$1 !~ /^#/ { print $1 }' packaging/qt-libraries.txt | while read -r library; do
        grep -q -F "$library " <<<"$there" || echo "$library"
    done | packages_of
}

# -- a Python --------------------------------------------------------------------------------------------------------

suits() { "$1" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null </dev/null; }

builds() { # whether it can make virtual environments, and C code can be compiled for it
    "$1" -c 'import ensurepip, os, sysconfig, venv
os.stat(os.path.join(sysconfig.get_path("include"), "Python.h"))' 2>/dev/null </dev/null
}

gets_pip() { # an environment lacks it if its making was interrupted, or if the system has replaced its Python by a newer one
    "$1" -c 'import pip' 2>/dev/null </dev/null || "$1" -m ensurepip --default-pip >/dev/null 2>&1 </dev/null
}

find_python() { # the system's own first if it lacks nothing: it is built more carefully, and the tests take a tenth less time
    local candidate system=/usr/bin/python3
    if [ -z "${PYTHON:-}" ] && [ -x "$system" ] && suits "$system" && builds "$system"; then
        echo "$system"
        return
    fi
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python3.14; do
        if command -v "$candidate" >/dev/null && suits "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    return 1
}

newer_python() { # the packages of a Python that suits; an older system may have one beside its own
    local version
    if ! suits /usr/bin/python3; then
        for version in 3.13 3.12 3.11; do
            if apt-cache show "python$version-venv" >/dev/null 2>&1; then
                echo "python$version python$version-venv"
                return
            fi
        done
    fi
    echo "python3 python3-venv"
}

make_venv() {
    local python version
    [ -z "${PYTHON:-}" ] || suits "$PYTHON" || stop "PYTHON names no Python 3.11 or newer: $PYTHON"
    if ! python=$(find_python); then
        install_packages python3 python3-venv || true
        # shellcheck disable=SC2046
        python=$(find_python) || install_packages $(newer_python) || true
        python=$(find_python) || stop "Alarife needs Python 3.11 or newer, and there is none here. Install it:" \
            "$(command_for "$(newer_python)" "$(absent_packages)")" "or name one: PYTHON=/path/to/python3.12 make play"
    fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        install_packages "$version" || stop "This Python cannot make virtual environments yet. Install that:" \
            "$(command_for "$version" "$(absent_packages)")"
    fi
    say "making $venv with $("$python" --version) ($python)"
    "$python" -m venv --clear "$venv"
}

# -- Qt's libraries --------------------------------------------------------------------------------------------------

qt=$venv/lib/python3.*/site-packages/PySide6

drawing() { printf '%s\n' $qt/Qt{Gui,Widgets,Svg}.abi3.so $qt/Qt/plugins/platforms/libqoffscreen.so; }

windows() {
    printf '%s\n' $qt/Qt/plugins/platforms/libq{xcb,wayland}.so $qt/Qt/plugins/xcbglintegrations/*.so \
        $qt/Qt/plugins/platforminputcontexts/lib{compose,ibus}*.so $qt/Qt/plugins/wayland-shell-integration/libxdg-shell.so \
        $qt/Qt/plugins/wayland-graphics-integration-client/libqt-plugin-wayland-egl.so
}

missing() { # file names on standard input; the libraries of the system that they lack
    while read -r file; do
        [ -e "$file" ] && ldd "$file" 2>/dev/null
    done | awk '/not found/ { print $1 }' | sort -u | grep -v '^libQt6' || true
}

check_qt() {
    local lacking
    command -v ldd >/dev/null || return 0
    lacking=$( (drawing; windows) | missing)
    [ -n "$lacking" ] || return 0
    # shellcheck disable=SC2046
    install_packages $(packages_of <<<"$lacking") && lacking=$( (drawing; windows) | missing)
    [ -n "$lacking" ] || return 0
    if [ -z "$(drawing | missing)" ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        say "there is no display, and no window could open yet; for windows install:"
        command_for "$(packages_of <<<"$lacking")"
        return 0
    fi
    stop "Qt lacks libraries of the system. Install them:" "$(command_for "$(packages_of <<<"$lacking")")"
}

# -- tools that build and check packages -----------------------------------------------------------------------------

check_tools() { # what packaging/deb.py and packaging/portable.py call, before they spend minutes on a build
    local tools lacking="" packages="" tool package
    command -v apt-get >/dev/null || return 0 # no .deb is built here; the recipe names what else it lacks
    tools="dpkg-deb:dpkg dpkg-shlibdeps:dpkg-dev desktop-file-validate:desktop-file-utils appstreamcli:appstream lintian:lintian
        xz:xz-utils ssh-keygen:openssh-client git:git"
    for tool in $tools; do
        package=${tool#*:}
        command -v "${tool%%:*}" >/dev/null || { lacking+=" ${tool%%:*}" && packages+=" $package"; }
    done
    [ -n "$lacking" ] || return 0
    # shellcheck disable=SC2086
    install_packages $packages || stop "Building packages takes tools that are not here:$lacking. Install them:" "$(command_for $packages)"
}

# --------------------------------------------------------------------------------------------------------------------

pip_install() { # what a person has set for their own installs does not count: pip refuses a --user install in an environment
    PIP_USER=0 "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@" </dev/null
}

[ -e "$locked" ] || stop "There is no $locked: say nothing, test or package."
if [ "$purpose" = package ]; then check_tools; fi
if ! { [ -x "$venv/bin/python" ] && suits "$venv/bin/python" && gets_pip "$venv/bin/python"; }; then
    make_venv
fi
say "installing Alarife and the libraries of $locked into $venv"
pip_install --require-hashes --requirement "$locked"
pip_install --no-deps --no-build-isolation --editable .
check_qt
say "ready"
