#!/bin/sh
# deps.sh PACKAGE...: makes sure that the Debian packages are there. Installs what is missing when run as root (or with
# a sudo that asks nothing); else prints the command and fails.
[ "${ROOFTOP_DEPS:-}" != none ] || exit 0 # a recipe of another package manager has them
command -v dpkg-query >/dev/null 2>&1 || exit 0 # not Debian: the compiler says what it lacks
# All at once: each question reads what is known of all packages of the system.
find_missing() { # PACKAGE...
    missing=
    known=$(dpkg-query -W -f='<${Package}: ${Status}>' "$@" 2>/dev/null)
    for package in "$@"; do
        case $known in
        *"<$package: install ok installed>"*) ;;
        *) missing="$missing $package" ;;
        esac
    done
}

find_missing "$@"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ]; then
    sudo=
elif sudo -n true 2>/dev/null; then
    sudo="sudo -n"
else
    echo "rooftop: missing packages; install them with: sudo apt-get install$missing" >&2
    exit 1
fi
# Two recipes of one make may come here at a time, and apt-get does not wait for another one.
if [ -z "${ROOFTOP_DEPS_LOCKED:-}" ] && command -v flock >/dev/null 2>&1; then
    ROOFTOP_DEPS_LOCKED=1 exec flock "$0" sh "$0" "$@"
fi
echo "rooftop: installing$missing" >&2
log=$(mktemp)
# shellcheck disable=SC2086
if ! { $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq $missing; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    rm -f "$log"
    echo "rooftop: could not install them; try: apt-get install$missing" >&2
    exit 1
fi
rm -f "$log"
