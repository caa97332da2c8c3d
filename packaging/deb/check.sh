#!/bin/sh
# check.sh PACKAGE ROOT: installs the package in ROOT, a clean Debian (debootstrap), as root; shows a report with it, removes
# it, and says what is left behind.
set -eu
package=$1 root=$2
report=$(cd "$(dirname "$0")/../.." && pwd)/tests/data/samples.ncu-rep
files() { (cd "$root" && find etc usr opt lib bin -xdev \( -type f -o -type l \) | sort); }
chroot "$root" apt-get -qq update
# What it needs stays, so that only the package's own files are compared.
needs=$(dpkg-deb -f "$package" Depends | sed 's/([^)]*)//g; s/,/ /g')
# shellcheck disable=SC2086
chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $needs >/dev/null
before=$(mktemp) after=$(mktemp)
trap 'rm -f "$before" "$after" "$root/tmp/rooftop.deb" "$root/tmp/samples.ncu-rep"' EXIT
files >"$before"
cp "$package" "$root/tmp/rooftop.deb"
cp "$report" "$root/tmp/samples.ncu-rep"
chroot "$root" dpkg -i /tmp/rooftop.deb >/dev/null
kernels=$(chroot "$root" rooftop --page raw --csv /tmp/samples.ncu-rep | wc -l)
[ "$kernels" -gt 12 ] || { echo "the installed rooftop shows $kernels lines of the report" >&2; exit 1; }
# What `make demo` shows without a GPU.
chroot "$root" rooftop /tmp/samples.ncu-rep | grep -q "histogram(.*Context" || { echo "the installed rooftop shows no details" >&2; exit 1; }
chroot "$root" rooftop --page summary /tmp/samples.ncu-rep >/dev/null
chroot "$root" rooftop --list-sections | grep -q SpeedOfLight || { echo "the installed rooftop has no sections" >&2; exit 1; }
chroot "$root" dpkg -P rooftop >/dev/null
files >"$after"
diff "$before" "$after" || { echo "these files are left behind" >&2; exit 1; }
[ ! -e "$root/usr/share/rooftop" ] && [ ! -e "$root/usr/lib/rooftop" ] || { echo "a folder is left behind" >&2; exit 1; }
echo "$package: installed, shows the report, removed without a trace"
