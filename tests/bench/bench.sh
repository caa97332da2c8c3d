#!/usr/bin/env bash
# bench.sh BUILD: ratios measured in one run:
#  - opening a report against reading its bytes (cat), for the bundled report and ROOFTOP_BENCH_REPORT if set;
#  - the raw CSV of the same against reading its bytes;
#  - with a GPU and the reference profiler, profiling against it (tests/gpu/run.sh, stage timing).
set -u
build=${1:-build}
here=$(dirname "$0")
median() { # COMMAND...: median microseconds of 7 runs
    for _ in 1 2 3 4 5 6 7; do
        local from to
        from=$(date +%s%N)
        "$@" >/dev/null 2>&1
        to=$(date +%s%N)
        echo $(((to - from) / 1000))
    done | sort -n | sed -n 4p
}
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", b ? a / b : 0 }'; }
for report in "$here/../data/samples.ncu-rep" ${ROOFTOP_BENCH_REPORT:-}; do
    bytes=$(median cat "$report")
    session=$(median "$build/rooftop" --no-tui -i "$report" --page session)
    raw=$(median "$build/rooftop" --no-tui -i "$report" --page raw --csv)
    details=$(median "$build/rooftop" --no-tui -i "$report" --page details)
    echo "$(basename "$report"), $(stat -c %s "$report") bytes; times of reading its bytes with cat ($bytes us):"
    echo "  open, session page: $(ratio "$session" "$bytes")"
    echo "  raw page as CSV:    $(ratio "$raw" "$bytes")"
    echo "  details page:       $(ratio "$details" "$bytes")"
done
if command -v ncu >/dev/null 2>&1 && nvidia-smi -L >/dev/null 2>&1; then
    STAGES=timing bash "$here/../gpu/run.sh" "$build/rooftop" "$build/bench-gpu"
else
    echo "skip profiling: no GPU, or no ncu to compare with"
fi
