#!/usr/bin/env bash
# bench.sh BUILD: ratios measured in one run:
#  - opening a report against reading its bytes (cat), for the bundled report and ROOFTOP_BENCH_REPORT if set;
#  - the raw CSV of the same against reading its bytes;
#  - the first screen and keys in a report of 100 MB, in one of 10,000 results and in 1,000 reports against those in the
#    bundled one, and the raw CSV of the first against reading its bytes, and the memory that its pages take beside the
#    mapped file;
#  - keys in the list of the 10,000 results and of the 1,000 reports, to the finished frame, against the first screen, in
#    milliseconds and how many of these the program worked: moving, sorting, columns of metrics, groups, filtering; many of
#    them also while opportunities are looked for, and with a report of as many results as baseline;
#  - keys in the list and the details of the bundled report and of ROOFTOP_BENCH_REPORT, with the first and with all sections
#    open, likewise;
#  - a report of 100,000 results: its first screen without and with what is kept of it (an index), keys, and memory;
#  - the rules on 10,000 results against decoding these, and the summary page against both, and on ROOFTOP_BENCH_REPORT
#    by result;
#  - values of launches computed by threads against those computed by one, with CUPTI and in runs on the doubles, and
#    such runs against printing what they made; keys in the list during such a run;
#  - with a GPU and Nsight Compute, profiling against it (tests/gpu/run.sh, stage timing).
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
settings=$build/bench/settings
# REPORT [KEYS]...: medians of 5 runs, in microseconds: of the first screen, and of the slowest key of each word how long it
# took and what of that the program worked.
screens() {
    # What one run chose is nothing to the next, nor to the user.
    for _ in 1 2 3 4 5; do
        rm -rf "$settings"
        XDG_CONFIG_HOME=$settings "$build/bench/screen" "$build/rooftop" "$@" || exit 1
    done | awk '{ for (i = 1; i <= NF; i++) v[i, NR] = $i; n = NF }
        END { for (i = 1; i <= n; i++) {
            for (j = 1; j <= NR; j++) for (k = j + 1; k <= NR; k++)
                if (v[i, k] < v[i, j]) { t = v[i, j]; v[i, j] = v[i, k]; v[i, k] = t }
            printf "%d ", v[i, int((NR + 1) / 2)] } }'
}
# The same without the work.
times() { screens "$@" | awk '{ printf "%d", $1; for (i = 2; i <= NF; i += 2) printf " %d", $i }'; }
# REPORT [NAME KEYS]...: a line for each of the keys that have a name.
rows() {
    local report=$1 names=() keys=() figures at=1 name
    shift
    while [ $# -gt 0 ]; do
        names+=("$1") keys+=("$2")
        shift 2
    done
    read -ra figures <<<"$(screens "$report" "${keys[@]}")"
    for name in "${names[@]}"; do
        [ -z "$name" ] || echo "  $name: $(ratio "${figures[at]}" "${figures[0]}")" \
            "($(ms "${figures[at]}") ms, of these $(ms "${figures[at + 1]}") work)"
        at=$((at + 2))
    done
}
ms() { awk -v us="$1" 'BEGIN { printf "%.1f", us / 1000 }'; }
small=$here/../data/samples.ncu-rep large=$build/bench/large.ncu-rep many=$build/bench/many.ncu-rep
folder=$build/bench/thousand
"$build/bench/generate" "$small" "$large" 100 1000000 && "$build/bench/generate" "$small" "$many" 10000 0 || exit 1
mkdir -p "$folder" && "$build/bench/generate" "$small" "$folder/rank0.ncu-rep" 2 0 || exit 1
for rank in {1..999}; do cp "$folder/rank0.ncu-rep" "$folder/rank$rank.ncu-rep"; done
keys=(jjjjkkkk '> < >' sSsS fgemm $'\r' $'\e' 'fregex:s.emm|x.*y')
read -r first move jump sort filter _ _ regex <<<"$(times "$small" "${keys[@]}")"
echo "on the screen, times those of $(basename "$small") (first screen $first us, j and k $move, End and Home $jump," \
    "sort $sort, filter $filter, regex: $regex):"
for report in "$large" "$many" "$folder"; do
    read -r a b c d e _ _ f <<<"$(times "$report" "${keys[@]}")"
    echo "  $(basename "$report"), $(du -sm "$report" | cut -f 1) MB: first screen $(ratio "$a" "$first")" \
        "($a us), j and k $(ratio "$b" "$move") ($b), End and Home $(ratio "$c" "$jump") ($c), sort $(ratio "$d" "$sort") ($d)," \
        "filter $(ratio "$e" "$filter") ($e), regex: $(ratio "$f" "$regex") ($f)"
done
metric=launch__registers_per_thread
# The first key of a run comes while opportunities are looked for, and so do many.
moves=$(printf 'jk%.0s' {1..30})
for report in "$many" "$folder"; do
    echo "keys in the list of $(basename "$report"), slowest of each kind to its finished frame, times the first screen:"
    rows "$report" "move while opportunities are looked for" "$moves" "move down" jjjj "page down" '  ' \
        "sort and reverse" sSsS "type :columns" ":columns +$metric,stream" "column of a metric" $'\r' \
        "move down beside it" jjjj "page down beside it" '  ' "type :sort-by" ":sort-by $metric" "sort by the metric" $'\r' \
        "reverse that" SS group g "move down in groups" jjj unfold $'\r' "move down in a group" jjjj ungroup g \
        "type a filter" fgemm
done
echo "keys in the list of $(basename "$many"), likewise, while opportunities are looked for:"
rows "$many" "start and end" '><><' page '  ' "sort and reverse" sSsS group g "move down in groups" jjj
rows "$many" "type a filter" fgemm "keep it" $'\r' "tag, untag" tjtjU
rows "$many" "type a search" /gemm "go there" $'\r' "next match, match before" nnN
rows "$many" "type :sort-by" ":sort-by $metric" "sort by the metric" $'\r' "choose columns" C "move there" jj
rows "$many" "" ":group shape" "group by shape" $'\r' "move there" jj
rows "$many" "open the summary" O "move there" jj
rows "$many" "" :rules "open the rules" $'\r' "turn one off, on" '  ' "move there" jj
rows "$many" "one result as baseline" b "move beside its changes" jjjj
rows "$many" "open a result" $'\r' "next result" ']]'
rows "$many" "" ":metric $metric" "open the help of a metric" $'\r' "move there" jj
cp "$many" "$build/bench/before.ncu-rep"
echo "a report of as many results as baseline of $(basename "$many"), likewise:"
rows "$many" "" ":baseline $build/bench/before.ncu-rep" "open it" $'\r' "move while partners are looked for" jjjjkkkk \
    "sort and reverse" sS "end" '>' "drop it" B
rm -f "$build/bench/before.ncu-rep"
hundred=$build/bench/hundred.ncu-rep cache=$build/bench/cache
"$build/bench/generate" "$small" "$hundred" 100000 lean || exit 1
kept() { XDG_CACHE_HOME=$(realpath -m "$cache") "$@"; }
without=$(XDG_CACHE_HOME=/proc/none times "$hundred" | cut -d " " -f 1)
rm -rf "$cache" && kept times "$hundred" >/dev/null
with=$(kept times "$hundred" | cut -d " " -f 1)
echo "100,000 results, $(du -sm "$hundred" | cut -f 1) MB: first screen, times that of $(basename "$small"):" \
    "$(ratio "$with" "$first") ($(ms "$with") ms), without an index $(ratio "$without" "$first") ($(ms "$without") ms);" \
    "memory beside the mapped file $(($(kept "$build/bench/memory" "$build/rooftop" --no-tui -i "$hundred" --page session) / 1000000)) MB"
kept rows "$hundred" "move while opportunities are looked for" "$moves" "move down" jjjj "page down" '  ' "start and end" '><><' \
    "sort and reverse" sSsS group g "move down in groups" jjj ungroup g "type a filter" fgemm
rm -rf "$hundred" "$cache"
for report in "$small" ${ROOFTOP_BENCH_REPORT:-}; do
    echo "keys in $(basename "$report"), likewise, the first ones while opportunities are looked for:"
    rows "$report" "move" jkjkjkjk "page" '  ' "sort and reverse" sSsS "group" g
    echo "in its details:"
    rows "$report" open $'\r' "move down" jjjj "page down" '  ' "open all" a "move down" jjjj "page down" '  ' \
        "move up" kkkk "next result" ']]'
done
if [ -x "$build/bench/schedule" ]; then
    cache=$(mktemp -d) && "$build/bench/schedule" GH100 full "$cache" >/dev/null || exit 1
    read -r cold warm passes <<<"$(for _ in 1 2 3 4 5; do
        echo "$("$build/bench/schedule" GH100 full "")" "$("$build/bench/schedule" GH100 full "$cache")"
    done | awk '{ if (NR == 1 || $1 < c) c = $1; if (NR == 1 || $3 < w) w = $3; p = $2 } END { print c, w, p }')"
    echo "loading sections and scheduling the full set on GH100 ($passes passes), with what was kept as a share of without:" \
        "$(ratio "$warm" "$cold") ($warm of $cold us)"
    rm -rf "$cache"
else
    echo "skip scheduling: no CUDA headers"
fi
if [ -x "$build/bench/evaluate" ]; then
    recording=$(mktemp -d) && cp "$here"/../data/counters/basic-sgemm_tiled/* "$recording" && xz -d "$recording"/*.xz || exit 1
    if read -r alone together threads <<<"$("$build/bench/evaluate" "$recording" GH100 0001 2>/dev/null)" && [ -n "$alone" ]; then
        echo "values of the basic set by CUPTI, threads beside the loop: $threads, as a share of without:" \
            "$(ratio "$together" "$alone") ($together of $alone us a launch)"
    else
        echo "skip values by CUPTI: there is no libcupti"
    fi
    rm -rf "$recording"
    # On the doubles, of which an evaluation sleeps as long as one of the basic set takes: processors do not matter.
    doubles=$(cd "$build/fakegpu" && pwd)
    profile() { # LAUNCHES SET NAME=VALUE...
        (cd "$doubles" && env XDG_CACHE_HOME="$doubles/cache" LD_LIBRARY_PATH=. ROOFTOP_CUPTI="$doubles/libcupti.so.13" "${@:3}" \
            ../rooftop --no-tui --clock-control none --cache-control none --set "$2" -f -o bench ./fakeapp twenty "$1")
    }
    slow=FAKEGPU_SLOW=cuptiProfilerHostEvaluateToGpuValues=2
    alone=$(median profile 500 basic $slow ROOFTOP_EVALUATORS=0)
    for threads in 1 3 7; do
        together=$(median profile 500 basic $slow ROOFTOP_EVALUATORS=$threads)
        echo "a run of 500 launches whose values take 2 ms each, threads: $threads, as a share of without:" \
            "$(ratio "$together" "$alone") ($((together / 1000)) of $((alone / 1000)) ms)"
    done
    for set in basic full; do
        made=$(median profile 200 "$set" ROOFTOP_EVALUATORS=0)
        echo "a run of 200 launches with the $set set on the doubles, times printing its results as CSV:" \
            "$(ratio "$made" "$(median "$build/rooftop" --no-tui -i "$doubles/bench.ncu-rep" --page raw --csv)")" \
            "($((made / 200)) us a launch)"
    done
    read -r middle most longest <<<"$(XDG_CONFIG_HOME=$settings XDG_CACHE_HOME=$doubles/cache python3 "$here/live.py" "$build/rooftop" "$doubles" 20)"
    echo "keys in the list while a program is profiled on the doubles, times the first screen: $(ratio "$middle" "$first")" \
        "($(ms "$middle") ms), 99 of 100 at most $(ms "$most") ms, the longest $(ms "$longest") ms"
    rm -rf "$doubles/cache" "$doubles/bench.ncu-rep"
fi
raw=$(median "$build/rooftop" --no-tui -i "$large" --page raw --csv)
echo "raw page as CSV of 100 MB, times of reading its bytes with cat: $(ratio "$raw" "$(median cat "$large")")" \
    "($(awk -v us="$raw" 'BEGIN { printf "%.0f", 1e8 / us }') MB/s here)"
# What is shown at a time is one result, here of 1 MB in the file.
echo "memory beside the mapped file, times one of its 100 results ($(($(stat -c %s "$large") / 100000)) KB):"
for page in "--page details" "--page details --csv" "--print-details all" "--print-summary per-kernel" \
    "--page raw --csv" "--page raw --csv --print-metric-instances values"; do
    # shellcheck disable=SC2086
    bytes=$("$build/bench/memory" "$build/rooftop" --no-tui -i "$large" $page)
    echo "  $page: $(ratio "$bytes" "$(($(stat -c %s "$large") / 100))") ($((bytes / 1000000)) MB)"
done
for report in "$many" ${ROOFTOP_BENCH_REPORT:-}; do
    read -r loading decoding rules count <<<"$(for _ in 1 2 3 4 5; do "$build/bench/rules" "$report"; done | sort -n -k 3 | head -n 1)"
    echo "rules on the $count results of $(basename "$report"), times decoding them: $(ratio "$rules" "$decoding")" \
        "($((rules / count)) us a result, $((rules / 1000)) ms in all; loading the rules $loading us)"
    summary=$(median "$build/rooftop" --no-tui -i "$report" --page summary --apply-rules yes)
    echo "  the summary page of it, times decoding and rules: $(ratio "$summary" "$((decoding + rules))") ($((summary / 1000)) ms)"
done
rm -rf "$large" "$many" "$folder" "$settings"
if command -v ncu >/dev/null 2>&1 && nvidia-smi -L >/dev/null 2>&1; then
    STAGES=timing bash "$here/../gpu/run.sh" "$build/rooftop" "$build/bench-gpu"
else
    echo "skip profiling: no GPU, or no ncu to compare with"
fi
