#!/usr/bin/env bash
# reports.sh BUILD [SEED [SECONDS [REPORT...]]]: changed reports on all pages, comparisons and exports for two thirds of the
# time, then random keys on changed reports for the rest. SECONDS 0 is the one mutant of that seed, on pages only. Reports
# are those that tests make, or those.
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build} seed=${2:-$(date +%s)} seconds=${3-20}
case $build in /*) ;; *) build=$PWD/$build ;; esac
# shellcheck source=/dev/null
. "$root/tests/e2e/results.sh"
shift $(($# < 3 ? $# : 3))

work=$(mktemp -d "${TMPDIR:-/tmp}/rt-hostile.XXXXXX") || exit 2
trap '[ "$failed" != 0 ] || rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$work/reports" "$work/pages/bin" "$work/keys/bin"
if [ $# = 0 ]; then
    # What the tests of the screen make, shortened where it is long.
    "$build/unit/findings_report" "$work/reports" && rm -f "$work/reports/empty.ncu-rep"
    "$build/unit/rooflines_report" "$work/reports/rooflines.ncu-rep" 6
    "$build/unit/code_report" "$work/reports/code.ncu-rep" 100
    for report in notes figures views; do
        "$build/unit/${report}_report" "$work/reports/$report.ncu-rep"
    done
    cp "$root/tests/data/samples.ncu-rep" "$work/reports"
    set -- "$work"/reports/*.ncu-rep
fi
[ -e "$1" ] || { echo "reports: no report"; exit 2; }
ln -s "$root/tests/data/nvdisasm/nvdisasm" "$work/pages/bin"
ln -s "$root/tests/data/nvdisasm/nvdisasm" "$work/keys/bin"
export LSAN_OPTIONS=suppressions=$root/tests/lsan.supp:print_suppressions=0
unset ROOFTOP_CUPTI
[ ! -e "$build/fakegpu/libcupti.so.13" ] || export ROOFTOP_CUPTI=$build/fakegpu/libcupti.so.13

# Its last line and its status say how it went.
judged() # COMMAND...
{
    why=
    output=$("$@") || wrong "see above"
    say_result "${output##*$'\n'}" || printf '%s\n' "$output" | sed '/^FAIL/!s/^/    /'
}

echo "hostile reports: seed $seed, $seconds s"
judged "$build/hostile/hostile_reports" "$build/rooftop" "$work/pages" "$seed" $((seconds * 2 / 3)) "$@"
if [ "$seconds" != 0 ]; then
    mutants=()
    for ((i = 0; i < 40; i++)); do
        "$build/hostile/mutate_report" $((seed + i)) "$work/keys/mutant$i.ncu-rep" "$@" >/dev/null || exit 2
        mutants+=("$work/keys/mutant$i.ncu-rep")
    done
    KEYS_STATUS=1 judged "$build/keys/random_keys" "$build/rooftop" "$work/keys" "$seed" $((seconds / 3)) "${mutants[@]}"
fi
summary
