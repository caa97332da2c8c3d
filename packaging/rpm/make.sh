#!/bin/sh
# make.sh ROOT VERSION OUT: makes OUT, an RPM package of what `make install` put below ROOT with PREFIX=/usr. rpmbuild finds
# what the binaries need.
set -eu
root=$(cd "$1" && pwd) version=$2 out=$3
command -v rpmbuild >/dev/null || { echo "make rpm needs rpmbuild: install rpm-build (Fedora, RHEL) or rpm (Debian)" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(pwd)
find "$root/usr/share/man" -type f ! -name '*.gz' -exec gzip -9n {} +
mkdir -p "$root/usr/share/licenses/rooftop"
cp LICENSE "$root/usr/share/licenses/rooftop/"
cat >"$work/rooftop.spec" <<EOF
Name: rooftop
Version: $version
Release: 1
Summary: Kernel profiler for NVIDIA GPUs in the terminal
License: MIT
Recommends: python3
%global __strip /bin/true
%global __brp_compress %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global source_date_epoch_from_changelog 0
%description
rooftop runs a CUDA program, replays its kernels to read the hardware counters, and shows what limits each kernel. It reads
and writes .ncu-rep reports and shows them on any machine, with or without a GPU.
%install
cp -a "$root/usr" "%{buildroot}/"
%files
%defattr(-,root,root)
$(cd "$root" && find usr \( -type f -o -type l \) | LC_ALL=C sort | sed 's,^,"/,; s,$,",')
%dir /usr/share/licenses/rooftop
%dir /usr/share/rooftop
%dir /usr/share/rooftop/python
%dir /usr/share/rooftop/python/rooftop_report
%dir /usr/lib/rooftop
EOF
rpmbuild -bb --quiet --define "_topdir $work" --define "_rpmdir $work/out" --define '_rpmfilename rooftop.rpm' \
    --define '__os_install_post %{nil}' "$work/rooftop.spec" >"$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
cd "$here"
cp "$work/out/rooftop.rpm" "$out"
