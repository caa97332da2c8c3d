#!/bin/sh
# check.sh PACKAGE ROOT: installs the package in ROOT, as root, shows a report with it, removes it, and says what is left behind.
# ROOT is a clean system that has the libraries which the package needs; its own packages may be of another kind, so that rpm
# does not ask for them. Folders that systems of RPM have by themselves are not looked at.
set -eu
package=$1 root=$(cd "$2" && pwd)
report=$(cd "$(dirname "$0")/../.." && pwd)/tests/data/samples.ncu-rep
command -v rpm >/dev/null || { echo "check.sh needs rpm: install rpm" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work" "$root/tmp/samples.ncu-rep" "$root/tmp/rpm"' EXIT
files() { (cd "$root" && find etc usr opt lib bin -xdev \( ! -type d -o -path '*rooftop*' \) | sort); }
# On Debian it says with each call what it is not for.
with_rpm() { rpm --root "$root" --dbpath /tmp/rpm "$@" 2>"$work/said" || { cat "$work/said" >&2; return 1; }; }
files >"$work/before"
cp "$report" "$root/tmp/samples.ncu-rep"
with_rpm --initdb
with_rpm --install --nodeps "$package"
with_rpm --verify --nodeps rooftop || { echo "the installed files are not those of the package" >&2; exit 1; }
kernels=$(chroot "$root" rooftop --page raw --csv /tmp/samples.ncu-rep | wc -l)
[ "$kernels" -gt 12 ] || { echo "the installed rooftop shows $kernels lines of the report" >&2; exit 1; }
chroot "$root" rooftop --list-sections | grep -q SpeedOfLight || { echo "the installed rooftop has no sections" >&2; exit 1; }
with_rpm --erase rooftop
files >"$work/after"
diff "$work/before" "$work/after" || { echo "these files are left behind" >&2; exit 1; }
echo "$package: installed, shows the report, removed without a trace"
