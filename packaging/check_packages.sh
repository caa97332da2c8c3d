#!/bin/sh
# check_packages.sh [WORK]: as root, with debootstrap and the package mirror: the package of `make deb` in a clean Debian 12, and
# the archive of `make dist-static` in systems with older C libraries: Debian 11 (glibc 2.31, as Ubuntu 20.04) and, where its
# mirror is there, Ubuntu 18.04 (glibc 2.27; RHEL 8 has 2.28). The systems stay in WORK, for the next time.
set -u
cd "$(dirname "$0")/.." || exit 1
work=${1:-build-roots}
status=0
mkdir -p "$work"
command -v debootstrap >/dev/null || { echo "check_packages needs debootstrap"; exit 2; }

root() { # SUITE MIRROR [WORD]
    [ ! -e "$work/$1/complete" ] || return 0
    # shellcheck disable=SC2086
    debootstrap --variant=minbase ${3:-} "$1" "$work/$1" "$2" >"$work/$1.log" 2>&1 && touch "$work/$1/complete"
}
say() { [ "$1" = 0 ] && echo "ok   $2" || { echo "FAIL $2"; status=1; }; }

make --no-print-directory -j"$(nproc)" deb dist-static >"$work/make.log" 2>&1
say $? "make deb dist-static"
package=$(ls build/rooftop_*.deb) folder=$(ls -d build-dist/rooftop-*-linux)
if command -v lintian >/dev/null; then
    found=$(lintian "$package" 2>/dev/null)
    [ -z "$found" ]
    say $? "lintian${found:+: $found}"
fi
root bookworm http://deb.debian.org/debian && cp /etc/resolv.conf "$work/bookworm/etc/" && sh packaging/deb/check.sh "$package" "$work/bookworm"
say $? "the package in Debian 12"
if command -v rpmbuild >/dev/null; then
    make --no-print-directory rpm >>"$work/make.log" 2>&1 && sh packaging/rpm/check.sh "$(ls build/rooftop-*.rpm)" "$work/bookworm"
    say $? "the package of rpm, in the same system"
else
    echo "skip the package of rpm: rpmbuild is not installed"
fi
root bullseye http://deb.debian.org/debian && OLD_ROOT=$work/bullseye sh packaging/static/check.sh "$folder"
say $? "the archive in Debian 11"
if root bionic http://archive.ubuntu.com/ubuntu --no-check-gpg; then
    OLD_ROOT=$work/bionic sh packaging/static/check.sh "$folder"
    say $? "the archive in Ubuntu 18.04"
else
    echo "skip the archive in Ubuntu 18.04: no mirror"
fi
exit $status
