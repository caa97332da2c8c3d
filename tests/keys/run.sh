#!/usr/bin/env bash
# run.sh BUILD [SEED [SECONDS [REPORT...]]]: bytes and time that keys cost in every view. With a seed random keys for that
# time on the reports that tests make, or on those; SECONDS 0 is the session of that seed.
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build} seed=${2-} seconds=${3-20}
case $build in /*) ;; *) build=$PWD/$build ;; esac
# shellcheck source=/dev/null
. "$root/tests/e2e/results.sh"
shift $(($# < 3 ? $# : 3))

work=$(mktemp -d /tmp/rt-keys.XXXXXX) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$work/reports" "$work/home" "$work/keys/bin"
for report in notes findings figures rooflines views code; do
    case $report in
    findings) "$build/unit/findings_report" "$work/reports" && rm "$work/reports/empty.ncu-rep" ;;
    rooflines) "$build/unit/rooflines_report" "$work/reports/rooflines.ncu-rep" 90 ;;
    code) "$build/unit/code_report" "$work/reports/code.ncu-rep" 300 ;;
    *) "$build/unit/${report}_report" "$work/reports/$report.ncu-rep" ;;
    esac || exit 2
done
cp "$root/tests/data/samples.ncu-rep" "$work/reports"
ln -s "$root/tests/data/nvdisasm/nvdisasm" "$work/keys/bin"

# What is edited stays as it is.
export EDITOR=true VISUAL=
export LSAN_OPTIONS=suppressions=$root/tests/lsan.supp:print_suppressions=0
# Doubles, where they were built: real CUPTI cannot be loaded under sanitizers.
unset ROOFTOP_CUPTI
[ ! -e "$build/fakegpu/libcupti.so.13" ] || export ROOFTOP_CUPTI=$build/fakegpu/libcupti.so.13

# The program that presses keys must not be slow itself; its last line and its status say how it went.
random_keys()
{
    why=
    output=$("$build/keys/random_keys" "$build/rooftop" "$work/keys" "$@") || wrong "see above"
    say_result "${output##*$'\n'}" || printf '%s\n' "$output" | sed '/^FAIL/!s/^/    /'
}

if [ -n "$seed" ]; then
    [ $# != 0 ] || set -- "$work"/reports/*.ncu-rep
    random_keys "$seed" "$seconds" "$@"
    summary
    exit
fi

while read -r line; do
    case $line in
    *" passed, "*) continue ;;
    FAIL*) why="more than that may be: ${line#*: }" ;;
    *) why= ;;
    esac
    line=${line#FAIL }
    say_result "keys cost little: ${line%%: *}"
done < <(HOME=$work/home "$build/keys/key_bytes" "$build/rooftop" "$work/reports/samples.ncu-rep" "$work/reports/views.ncu-rep")
[ "$passed" != 0 ] || { why="it said nothing"; say_result "keys cost little"; }
summary
