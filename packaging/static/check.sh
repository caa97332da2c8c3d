#!/bin/sh
# check.sh FOLDER: whether what was installed below FOLDER runs with glibc 2.17: no function of its binaries is younger, and
# the program starts and shows a report. With OLD_ROOT, a folder with the C library of another system, it does so in there,
# with the injection library loaded completely (as root).
set -eu
folder=$1
here=$(cd "$(dirname "$0")/../.." && pwd)
report=$here/tests/data/samples.ncu-rep
program=$folder/bin/rooftop
inject=$(dirname "$folder")/librooftop-inject.so
status=0
for file in "$program" "$folder/lib/librooftop-report.so" "$inject"; do
    [ -e "$file" ] || continue
    young=$(objdump -T "$file" | grep -oE 'GLIBC_[0-9.]+.*' | tr -d ')' |
        awk '{ split($1, v, "[_.]"); if (v[2] > 2 || v[3] > 17) print "  " $2 " of " $1 }' | sort -u)
    [ -z "$young" ] || { echo "$file needs functions that glibc 2.17 lacks (see packaging/static/old_glibc.c):"; echo "$young"; status=1; }
done
"$program" --page summary --csv "$report" >"$folder.here"
grep -q '"Rank"\|"Kernel' "$folder.here" || { echo "$program shows no report"; status=1; }
if [ -n "${OLD_ROOT:-}" ]; then
    mkdir -p "$OLD_ROOT/tmp/checked"
    cp "$program" "$report" "$OLD_ROOT/tmp/checked/"
    [ ! -e "$inject" ] || cp "$inject" "$OLD_ROOT/tmp/checked/"
    chroot "$OLD_ROOT" /tmp/checked/rooftop --page summary --csv /tmp/checked/samples.ncu-rep >"$folder.there"
    cmp "$folder.here" "$folder.there" || { echo "the report looks different in $OLD_ROOT"; status=1; }
    if [ -e "$inject" ]; then
        # The chroot command lies outside, where this library is not found, and says so once.
        failures=$(LD_PRELOAD=/tmp/checked/librooftop-inject.so LD_BIND_NOW=1 chroot "$OLD_ROOT" /tmp/checked/rooftop --version 2>&1 |
            grep -vc '^rooftop ' || true)
        [ "$failures" -le 1 ] || { echo "the injection library cannot be loaded in $OLD_ROOT"; status=1; }
    fi
    rm -rf "$OLD_ROOT/tmp/checked"
fi
rm -f "$folder.here" "$folder.there"
exit $status
