#!/bin/sh
# make.sh ROOT VERSION OUT: makes OUT, a Debian package of what `make install` put below ROOT with PREFIX=/usr. What it
# depends on is what the binaries are linked with, in the versions of this system.
set -eu
root=$1 version=$2 out=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for tool in dpkg-deb dpkg-shlibdeps gzip md5sum; do
    command -v "$tool" >/dev/null || { echo "make deb needs $tool: apt-get install dpkg-dev" >&2; exit 1; }
done
# The same package from the same sources: its time is that of the manual.
epoch=${SOURCE_DATE_EPOCH:-$(date -u -d "$(sed -n 's/^\.Dd //p' man/rooftop.1.in)" +%s)}
maintainer="${DEBFULLNAME:-the rooftop authors} <${DEBEMAIL:-rooftop@packages.invalid}>"
export SOURCE_DATE_EPOCH="$epoch"

doc=$root/usr/share/doc/rooftop
mkdir -p "$doc" "$root/DEBIAN" "$work/debian" "$root/usr/share/lintian/overrides"
cat >"$root/usr/share/lintian/overrides/rooftop" <<'EOF'
# The library for Python has them in itself, and the program carries that library: --python-path unpacks it on machines without.
rooftop: embedded-library libyaml *
rooftop: embedded-library zlib *
rooftop: embedded-library libzstd *
EOF
{
    echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
    echo 'Upstream-Name: rooftop'
    echo
    echo 'Files: *'
    sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
    echo 'License: Expat'
    sed '1,/^Copyright/d; /./,$!d; s/^$/./; s/^/ /' LICENSE
} >"$doc/copyright"
{
    echo "rooftop ($version) unstable; urgency=medium"
    echo
    echo "  * Version $version."
    echo
    echo " -- $maintainer  $(date -u -R -d "@$epoch")"
} | gzip -9n >"$doc/changelog.gz"
find "$root/usr/share/man" -type f ! -name '*.gz' -exec gzip -9n {} +

printf 'Source: rooftop\n\nPackage: rooftop\nArchitecture: any\n' >"$work/debian/control"
binaries=$(find "$root/usr" -type f \( -path '*/bin/*' -o -name '*.so' \) -exec realpath {} +)
# shellcheck disable=SC2086
depends=$(cd "$work" && dpkg-shlibdeps -O $binaries 2>"$work/said" | sed -n 's/^shlibs:Depends=//p') || { cat "$work/said" >&2; exit 1; }
[ -n "$depends" ] || { echo "make deb: nothing is known of what the binaries need" >&2; cat "$work/said" >&2; exit 1; }
cat >"$root/DEBIAN/control" <<EOF
Package: rooftop
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Depends: $depends
Recommends: python3
Suggests: openssh-client
Section: devel
Priority: optional
Description: kernel profiler for NVIDIA GPUs in the terminal
 rooftop runs a CUDA program, replays its kernels to read the hardware
 counters, and shows what limits each kernel. It reads and writes .ncu-rep
 reports and shows them on any machine, with or without a GPU.
EOF
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
find "$root" -type d -exec chmod 755 {} +
find "$root" -type f -exec chmod u=rwX,go=rX {} +
find "$root" -name '*.so' -exec chmod 644 {} +
find "$root" -newermt "@$epoch" -print0 | xargs -0r touch -hd "@$epoch"
dpkg-deb --root-owner-group -Zxz --build "$root" "$out" >/dev/null
