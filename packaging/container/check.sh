#!/bin/sh
# check.sh ROOT [CUDA_HOME]: as root, with buildah: builds the Containerfile on ROOT, a clean Debian (debootstrap), in place of an
# image from a registry, and shows a report in the container, whose status and name "ncu" it tries, too. With CUDA_HOME the
# toolkit is seen while it is built, as an image with CUDA has it. The images are removed.
set -eu
root=$(cd "$1" && pwd) cuda=${2:-}
here=$(cd "$(dirname "$0")/../.." && pwd)
command -v buildah >/dev/null || { echo "check.sh needs buildah: install buildah" >&2; exit 1; }
work=$(mktemp -d)
base=localhost/rooftop-base image=localhost/rooftop-check container=
cleared() {
    [ -z "$container" ] || buildah rm "$container" >/dev/null
    buildah rmi "$image" "$base" >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap cleared EXIT
container=$(buildah from scratch)
cp -a "$root/." "$(buildah mount "$container")/"
buildah commit -q "$container" "$base" >/dev/null
buildah rm "$container" >/dev/null
container=
# Nothing that was built here goes into it.
mkdir "$work/sources"
tar -C "$here" -c --exclude=./.git --exclude='./build*' . | tar -C "$work/sources" -x
buildah bud --isolation chroot ${cuda:+-v "$(readlink -f "$cuda"):/usr/local/cuda:ro"} --build-arg CUDA="$base" -t "$image" \
    -f packaging/container/Containerfile "$work/sources" >"$work/said" 2>&1 || { tail -n 20 "$work/said" >&2; exit 1; }
container=$(buildah from "$image")
cp "$here/tests/data/samples.ncu-rep" "$(buildah mount "$container")/work/"
in_it() { buildah run --isolation chroot "$container" -- "$@"; }
kernels=$(in_it rooftop --page raw --csv samples.ncu-rep | wc -l)
[ "$kernels" -gt 12 ] || { echo "rooftop in the container shows $kernels lines of the report" >&2; exit 1; }
in_it ncu --version | grep -q . || { echo "the container has no ncu" >&2; exit 1; }
# shellcheck disable=SC2016
in_it sh -c 'PYTHONPATH=$(rooftop --python-path) python3 -c "import ncu_report; assert ncu_report.load_report(\"samples.ncu-rep\")"' ||
    { echo "Python in the container reads no report" >&2; exit 1; }
! in_it rooftop missing.ncu-rep >/dev/null 2>&1 || { echo "rooftop in the container finds what is not there" >&2; exit 1; }
echo "container: built, shows the report, for Python, too"
