# shellcheck shell=bash
# The same command line under rooftop and under ncu: filters, cache control, ways to end,
# children, and names that do not exist. One cheap metric keeps ncu fast.

stage_behaviour() {
    local part
    for part in ${BEHAVIOUR:-filters nvtx_ranges profiler_ranges call_stacks python_stacks whole_ranges \
        graphs cache_control endings children heap_limit unknown_metric \
        application_replay profile_series value_threads mps_clients planned_passes imported_sources}; do
        "$part"
    done
}

# Runs both with the same arguments. Sets STATUS_OURS, STATUS_THEIRS, and FOUND_OURS, FOUND_THEIRS
# (numbers of results); the launches that were profiled are in behaviour/NAME.{ours,theirs}.txt.
both() { # NAME ARGUMENT...
    local base=behaviour/$1 side
    shift
    with_rooftop "$base.ours" "$@"
    STATUS_OURS=$STATUS
    with_ncu "$base.theirs" "$@"
    STATUS_THEIRS=$STATUS
    raw_page "$ROOFTOP" "$base.ours.ncu-rep" "$base.ours.csv"
    raw_page "$NCU" "$base.theirs.ncu-rep" "$base.theirs.csv"
    for side in ours theirs; do
        results -v show=launches "$base.$side.csv" >"$base.$side.txt"
    done
    FOUND_OURS=$(grep -c . "$base.ours.txt")
    FOUND_THEIRS=$(grep -c . "$base.theirs.txt")
}

# Both must profile the same launches, EXPECTED of them, in the same order, and the sample pass.
filter() { # NAME EXPECTED ARGUMENT... SAMPLE
    local name=$1 expected=$2 sample=${*: -1}
    shift 2
    both "$name" --metrics gpu__time_duration.sum "${@:1:$#-1}" ./samples "$sample"
    if [ "$FOUND_OURS" = "$expected" ] && [ "$STATUS_OURS" = "$STATUS_THEIRS" ] &&
        cmp -s "behaviour/$name.ours.txt" "behaviour/$name.theirs.txt" &&
        grep -q "^$sample ok" "behaviour/$name.ours.log"; then
        ok "$name" "$FOUND_OURS results, the same launches as ncu's"
    else
        fail "$name" "$FOUND_OURS results, ncu $FOUND_THEIRS, expected $expected;" \
            "status $STATUS_OURS, ncu $STATUS_THEIRS; see behaviour/$name.*"
    fi
}

filters() {
    filter filter_name 8 -k scale streams
    filter filter_regex 8 -k regex:^comb streams
    filter filter_demangled 1 --kernel-name-base demangled -k 'regex:sgemm_tiled<' sgemm_tiled
    filter filter_skip_count 7 -s 5 -c 7 tiny20
    filter filter_skip 3 -s 17 tiny20
    filter filter_name_skip_count 2 -k combine -s 3 -c 2 streams
    # A run without a result is no success: unlike ncu, rooftop says so in its status.
    both filter_nothing --metrics gpu__time_duration.sum -k no_such_kernel ./samples fp64
    check filter_nothing "status $STATUS_OURS, $FOUND_OURS results (ncu $FOUND_THEIRS)" \
        test "$STATUS_OURS $FOUND_OURS $FOUND_THEIRS" = "1 0 0"
    check filter_says_what_was_seen "names the kernel that there was" \
        grep -q fma_chain behaviour/filter_nothing.ours.log
}

# Filters of NVTX ranges: a number of launches and an expression to include a line, which must be the same launches under
# both. Where the two differ on purpose (a name that comes back in a stack, [A]) there is nothing to compare.
nvtx_ranges() {
    local number=0 expected expression
    while read -r expected expression; do
        number=$((number + 1))
        filter "nvtx_include_$number" "$expected" --nvtx --nvtx-include "$expression" ranges
    done <<'EXPRESSIONS'
1 setup/
1 /setup
6 iteration/
3 inner/
3 iteration/inner
3 [iteration/inner]
3 iteration/+
6 iteration/*
3 iteration]
6 [iteration
3 solver@smooth/
4 regex:.*@s/
2 tail
1 tail,other
1 solver@sweep
1 A/B
2 A/*/B
1 A/+/B
1 [A/+/B]
2 B]
1 A\[i\]/
1 a\/b/
1 worker/
2 regex:^[AX]$/B
3 regex:/[ot][ta][hi][el/]
EXPRESSIONS
    filter nvtx_exclude 13 --nvtx --nvtx-exclude iteration/ ranges
    filter nvtx_exclude_started 17 --nvtx --nvtx-exclude tail ranges
    filter nvtx_both 3 --nvtx --nvtx-include iteration/ --nvtx-exclude inner/ ranges
    filter nvtx_union 3 --nvtx --nvtx-include setup/ --nvtx-include tail ranges
    filter nvtx_skip_count 2 --nvtx --nvtx-include iteration/ -s 3 -c 2 ranges
    filter nvtx_process 7 --nvtx --nvtx-push-pop-scope process --nvtx-include A/ ranges
    filter nvtx_process_nested 1 --nvtx --nvtx-push-pop-scope process --nvtx-include A/worker ranges
    filter nvtx_instance 1 --nvtx --nvtx-include inner/ --range-filter ::2 ranges
    filter nvtx_instances 4 --nvtx --nvtx-include iteration/ --range-filter '::2|3' ranges
    # ncu knows no names in wide characters.
    both nvtx_wide --metrics gpu__time_duration.sum --nvtx --nvtx-include wide/ ./samples ranges
    check nvtx_wide "$FOUND_OURS results, ncu $FOUND_THEIRS" test "$FOUND_OURS" = 1
    # What is recorded is read alike: the same ranges at each launch, of either's report.
    both nvtx_recorded --metrics gpu__time_duration.sum --nvtx ./samples ranges
    local side
    for side in ours theirs; do
        "$NCU" -i "behaviour/nvtx_recorded.$side.ncu-rep" --page details 2>&1 |
            grep -E '^ +(<|solver)' >"behaviour/nvtx_recorded.$side.ranges"
    done
    check nvtx_recorded "ncu shows the same ranges in both reports" \
        cmp behaviour/nvtx_recorded.ours.ranges behaviour/nvtx_recorded.theirs.ranges
}

# The frames of a report, without addresses: functions and modules, a launch after the other. ncu shows those of
# the processor; its pages have none of Python.
frames_of() { # REPORT KIND
    local reader=$NCU
    [ "$2" = CPU ] || reader=$ROOFTOP
    "$reader" -i "$1" --page details 2>&1 | awk -v kind="$2" '
        / Call Stack:$/ { on = $1 == kind; if (on) print "stack" }
        / Section: / { on = 0 }
        on && /^ +#[0-9]+/ { sub(/ 0x[0-9a-f]+/, ""); print }
        on && /^ +of / { print }'
}

# What is recorded is read alike: the same frames at each launch, of either's report. Files by their names: ncu
# keeps the path by which the program was called (/tmp/./samples), ours the file's own.
same_frames() { # NAME KIND
    local side
    for side in ours theirs; do
        frames_of "behaviour/$1.$side.ncu-rep" "$2" | sed 's,^\( *of \).*/,\1,' >"behaviour/$1.$side.frames"
    done
    check "$1" "$(grep -c stack "behaviour/$1.ours.frames") stacks, $(wc -l <"behaviour/$1.ours.frames") lines;\
 see behaviour/$1.*.frames" same_and_some "behaviour/$1"
}

same_and_some() { # BASE
    grep -q ' in \|#0' "$1.ours.frames" && cmp -s "$1.ours.frames" "$1.theirs.frames"
}

# Filters of call stacks, one a line, as those of NVTX ranges above. Names are those that both know: whole, as nm -C
# prints them.
call_stacks() {
    local number=0 expected expression
    both stacks_recorded --metrics gpu__time_duration.sum --call-stack ./samples calls
    same_frames stacks_recorded CPU
    check stacks_count "$FOUND_OURS results, ncu $FOUND_THEIRS" test "$FOUND_OURS $FOUND_THEIRS" = "8 8"
    while read -r expected expression; do
        number=$((number + 1))
        filter "native_include_$number" "$expected" --call-stack-type native --native-include "$expression" calls
    done <<'EXPRESSIONS'
3 calls::outer(int*, int)
5 calls::inner(int*, int)
8 calls::launch(int*, int)
8 main
2 calls::descend(int*, int, int)
1 calls::descend(int*, int, int)/calls::descend(int*, int, int)/calls::launch(int*, int)
3 calls::outer(int*, int)/*/calls::inner(int*, int)
3 calls::outer(int*, int)/+/calls::inner(int*, int)
8 [_start
EXPRESSIONS
    filter native_exclude 5 --call-stack-type native --native-exclude 'calls::outer(int*, int)' calls
    filter native_both 2 --call-stack-type native --native-include 'calls::inner(int*, int)' \
        --native-exclude 'calls::outer(int*, int)' calls
    filter native_skip_count 2 --call-stack-type native --native-include 'calls::inner(int*, int)' -s 1 -c 2 calls
}

python_stacks() {
    local -a program=(python3 "$HERE/python/calls.py" ./libcalls.so)
    if ! python3 -c 'import ctypes' 2>/dev/null; then
        skip python_stacks "no python3"
        return
    fi
    both python_recorded --metrics gpu__time_duration.sum --call-stack-type native --call-stack-type python \
        "${program[@]}"
    check python_runs "$FOUND_OURS results, ncu $FOUND_THEIRS" test "$FOUND_OURS $FOUND_THEIRS" = "5 5"
    check python_ok "the program checks itself" grep -q '^calls ok' behaviour/python_recorded.ours.log
    same_frames python_recorded Python
    both python_include --metrics gpu__time_duration.sum --call-stack-type python --python-include calls.py@train \
        "${program[@]}"
    check python_include "$FOUND_OURS results, ncu $FOUND_THEIRS" test "$FOUND_OURS $FOUND_THEIRS" = "2 2"
    both python_exclude --metrics gpu__time_duration.sum --call-stack-type python --python-exclude descend \
        "${program[@]}"
    check python_exclude "$FOUND_OURS results, ncu $FOUND_THEIRS" test "$FOUND_OURS $FOUND_THEIRS" = "4 4"
}

profiler_ranges() {
    filter profiler_default 8 profiled
    filter profiler_from_start_off 7 --profile-from-start off profiled
    filter profiler_ignored 10 --disable-profiler-start-stop profiled
    filter profiler_first 3 --range-filter :1: profiled
    filter profiler_second 4 --range-filter :2: profiled
    filter profiler_in_ranges 6 --nvtx --nvtx-include A/ profiled
    filter profiler_instance 1 --nvtx --nvtx-include A/ --range-filter ::2 profiled
    filter profiler_restart 1 --nvtx --nvtx-include A/ --range-filter yes:1:3 profiled
    filter profiler_restart_nested 2 --nvtx --nvtx-include A/ --range-filter yes:2:2 profiled
    filter profiler_both 1 --nvtx --nvtx-include A/ --range-filter :2:6 profiled
}

# What counters tell of a whole range and is the same in each run: instructions, and sectors that kernels ask for. Copies and
# fills of the driver count in neither.
readonly RANGE_COUNTS=smsp__inst_executed.sum,smsp__thread_inst_executed.sum,sm__warps_launched.sum,\
sm__ctas_launched.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum

# The ranges of a report with these counts and what launches they hold, without the process.
range_counts() { # REPORT TXT
    timeout -k 5 "$COMMAND_LIMIT" "$ROOFTOP" -i "$1" --page raw --csv --print-units base --print-metric-instances values \
        --metrics "$RANGE_COUNTS,launch__grid_size,launch__block_size,launch__kernel_name,launch__registers_per_thread" \
        2>"$2.err" | sed 's/^\("[^"]*"\),"[^"]*"/\1/' | cut -d , -f 1-3,5- >"$2"
}

# The same without what names the result, of some ranges.
bare_counts() { # COUNTS [ROWS]
    sed -n '1p;3,$p' "$1" | sed 's/^.*"n\/a","[0-9]*","[0-9.]*",//; s/^.*"CC",//' | sed -n "1p;${2:-2,\$}p"
}

# Both measure the same ranges, EXPECTED of them, with the same counts, and the sample passes in each of its runs. Where ncu
# fails, SPANS says which rows of the profiler ranges (1: the head) are the same ranges.
range() { # NAME EXPECTED MODE ARGUMENT... SAMPLE
    local name=$1 expected=$2 mode=$3 sample=${*: -1} base=behaviour/$1 side
    shift 3
    both "$name" --replay-mode "$mode" --metrics "$RANGE_COUNTS,gpu__time_duration.sum" "${@:1:$#-1}" ./samples "$sample"
    for side in ours theirs; do
        range_counts "$base.$side.ncu-rep" "$base.$side.counts"
    done
    check "$name" "$FOUND_OURS ranges (expected $expected, ncu $FOUND_THEIRS), status $STATUS_OURS" \
        self_check "$sample" "$base.ours.log" "$expected"
    if [ -n "${SPANS:-}" ] && { [ "$FOUND_THEIRS" != "$expected" ] || grep -q FAILED "$base.theirs.log"; }; then
        check "${name}_counts" "those of the same profiler ranges; ncu fails: see $base.theirs.log" \
            cmp <(bare_counts "$base.ours.counts") <(bare_counts "behaviour/range_profiler_$mode.ours.counts" "$SPANS")
        return
    fi
    check "${name}_counts" "instructions and sectors as ncu's; see $base.*.counts" \
        cmp -s "$base.ours.counts" "$base.theirs.counts"
}

# Values of the headline metrics: within the spread of ncu's own runs. Elapsed time, and shares of it, are not
# compared: most of a range is the processor's time between the calls, in which each profiler does what it has to do (793 us
# here, 1.5 to 1.8 ms there, with 13.4 and 13.2 to 13.6 thousand active cycles). It only has to be no longer than there.
range_values() { # MODE
    local run base=behaviour/range_values_$1
    local -a theirs=()
    with_rooftop "$base.ours" --replay-mode "$1" --set basic ./samples spans
    raw_page "$ROOFTOP" "$base.ours.ncu-rep" "$base.ours.csv"
    for run in $(seq "$NCU_RUNS"); do
        with_ncu "$base.theirs$run" --replay-mode "$1" --set basic ./samples spans
        raw_page "$NCU" "$base.theirs$run.ncu-rep" "$base.theirs$run.csv"
        theirs+=("$base.theirs$run.csv")
    done
    awk -f "$HERE/csv.awk" -f "$HERE/compare.awk" -v only=headline "$base.ours.csv" "${theirs[@]}" >"$base.tsv" 2>&1
    check "range_values_$1" "headline metrics: $(judged elapsed "$base.tsv"); see $base.tsv" nothing_off elapsed "$base.tsv"
    check "range_time_$1" "no range takes longer than in ncu" no_longer "$base.tsv"
}

no_longer() { # TSV of compare.awk
    awk -F '\t' '$3 == "gpu__time_duration.sum" {
        gsub(/,/, "")
        sub(/.*\.\./, "", $6)
        found = 1
        if ($5 > 1.1 * $6) longer = 1
    } END { exit longer || !found }' "$1"
}

# Kernels that overlap in the program overlap when they are measured: two of 5 ms take less than 8.
overlaps() { # MODE
    local base=behaviour/range_overlap_$1 time
    both "range_overlap_$1" --replay-mode "$1" --metrics gpu__time_duration.sum ./samples spans_overlap
    time=$("$ROOFTOP" -i "$base.ours.ncu-rep" --page raw --csv --print-units base --metrics gpu__time_duration.sum 2>/dev/null |
        awk 'END { sub(/"$/, ""); sub(/.*"/, ""); gsub(/,/, ""); print }')
    check "range_overlap_$1" "two kernels of about 5 ms each on two streams: $time ns (ncu: see $base.theirs.csv)" \
        at_most "$time" 8000000
}

whole_ranges() {
    local mode
    for mode in range app-range; do
        range "range_profiler_$mode" 3 "$mode" spans
        # In range replay ncu loses the copy on the device of the second range, and with it the program's result
        # (its log says FAILED) and the third range: launches and sectors of a copy are missing there, ours are right.
        SPANS='2,$' range "range_nvtx_$mode" 3 "$mode" --nvtx --nvtx-include span/ spans
        range "range_skip_count_$mode" 1 "$mode" -s 1 -c 1 spans
        # The second field counts profiler ranges, here as for launches (profiler_first and others above, where both agree).
        # For ranges ncu finds none with it: nothing says that it should not, and ours are the two that it
        # has as its second and third without a filter.
        SPANS='3,$' range "range_filter_$mode" 2 "$mode" --range-filter ':[23]:' spans
        range "range_nvtx_iterations_$mode" 3 "$mode" --nvtx --nvtx-include iteration/ ranges
        range "range_nvtx_started_$mode" 1 "$mode" --nvtx --nvtx-include tail ranges
        range_values "$mode"
        overlaps "$mode"
        with_rooftop "behaviour/range_graph_$mode" --replay-mode "$mode" --metrics "$RANGE_COUNTS" ./samples spans_graph
        check "range_graph_$mode" "status $STATUS: a graph in a range" grep -q '^spans_graph ok' "behaviour/range_graph_$mode.log"
        range_counts "behaviour/range_graph_$mode.ncu-rep" "behaviour/range_graph_$mode.counts"
    done
    check range_graph_counts "both modes count the same" \
        cmp behaviour/range_graph_range.counts behaviour/range_graph_app-range.counts
    # ncu reads ours as its own, ranges and the launches in them.
    raw_page "$NCU" behaviour/range_profiler_range.ours.ncu-rep behaviour/range_read.csv
    check range_read "ncu reads $(results behaviour/range_read.csv) ranges of ours" \
        test "$(results behaviour/range_read.csv)" = 3
    # Memory that comes in a range is measured with it; what frees memory says so and is left alone.
    with_rooftop behaviour/range_freed --replay-mode range --metrics "$RANGE_COUNTS" ./samples spans_freed
    raw_page "$ROOFTOP" behaviour/range_freed.ncu-rep behaviour/range_freed.csv
    check range_freed "$(results behaviour/range_freed.csv) of 2 ranges, and the program is right" \
        test "$(grep -c '^spans_freed ok' behaviour/range_freed.log) $(results behaviour/range_freed.csv)" = "1 1"
    check range_freed_says_why "the call and the remedy are named" \
        grep -q 'it calls cuMemFree, which cannot run again; use --replay-mode app-range' behaviour/range_freed.log
    # Without counters to compare: nothing of the program's own is changed with either option.
    with_rooftop behaviour/range_leave_host --replay-mode range --range-replay-options disable-host-save \
        --metrics "$RANGE_COUNTS" ./samples spans
    range_counts behaviour/range_leave_host.ncu-rep behaviour/range_leave_host.counts
    check range_leave_host "the same counts where pinned memory is left alone" \
        cmp -s behaviour/range_leave_host.counts behaviour/range_profiler_range.ours.counts
}

# Kernels of graphs, by node as ncu has them, in parts too; and graphs as one result, which
# ncu reads.
readonly GRAPH_COUNTS=smsp__inst_executed.sum,sm__warps_launched.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,\
l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum

# ncu gives some graphs a grid or a block of its own making: only names and numbers are compared.
whole_graphs() { # NAME EXPECTED SAMPLE
    both "$1" --metrics gpu__time_duration.sum --graph-profiling graph ./samples "$3"
    check "$1" "$FOUND_OURS results, ncu $FOUND_THEIRS, expected $2; status $STATUS_OURS" \
        [ "$FOUND_OURS $FOUND_THEIRS $STATUS_OURS" = "$2 $2 0" ]
    check "$1_names" "the same names" cmp -s <(cut -f 1 "behaviour/$1.ours.txt") <(cut -f 1 "behaviour/$1.theirs.txt")
}

graphs() {
    local side base=behaviour/graph_whole
    filter graph_nodes 6 graph_capture
    filter graph_built 11 graph_built
    with_rooftop behaviour/graph_parts --metrics gpu__time_duration.sum --replay-window 3 ./samples graph_built
    raw_page "$ROOFTOP" behaviour/graph_parts.ncu-rep behaviour/graph_parts.csv
    check graph_parts "$(results behaviour/graph_parts.csv) results in parts of 3" \
        [ "$(results behaviour/graph_parts.csv)" = 11 ]
    filter graph_name 4 -k scale graph_capture
    filter graph_skip_count 3 -s 2 -c 3 graph_built
    with_rooftop behaviour/graph_host --metrics gpu__time_duration.sum ./samples graph_host
    raw_page "$ROOFTOP" behaviour/graph_host.ncu-rep behaviour/graph_host.csv
    check graph_host "$(results behaviour/graph_host.csv) results; its host node runs once a launch" \
        grep -q '^graph_host ok' behaviour/graph_host.log
    check graph_host_says_why "the node's type is named" \
        grep -q 'cannot run again: host' behaviour/graph_host.log
    whole_graphs graph_whole_capture 2 graph_capture
    whole_graphs graph_whole_built 3 graph_built
    raw_page "$NCU" behaviour/graph_whole_capture.ours.ncu-rep behaviour/graph_whole_read.csv
    results -v show=launches behaviour/graph_whole_read.csv >behaviour/graph_whole_read.txt
    check graph_whole_read "ncu reads our graphs as $(cut -f 1 behaviour/graph_whole_read.txt | uniq -c | xargs)" \
        cmp -s behaviour/graph_whole_read.txt behaviour/graph_whole_capture.ours.txt
    # Times hold what lies between the kernels of a graph, and ncu's ten times as much of it: counts are compared.
    both graph_whole --metrics "$GRAPH_COUNTS" --graph-profiling graph ./samples graph_capture
    for side in ours theirs; do
        "$ROOFTOP" -i "$base.$side.ncu-rep" --page raw --csv --print-units base --metrics "$GRAPH_COUNTS" |
            sed 's/^\("[^"]*"\),"[^"]*"/\1/' | cut -d, -f1,12- >"$base.$side.counts"
    done
    check graph_whole_counts "$FOUND_OURS graphs, instructions, warps and sectors as ncu's" \
        cmp -s "$base.ours.counts" "$base.theirs.counts"
}

# The launch keeps what the caches hold: compared by the headline metrics.
cache_control() {
    local run base=behaviour/cache_none text outcome
    local -a theirs=()
    with_rooftop "$base.ours" --cache-control none ./samples vector_add
    raw_page "$ROOFTOP" "$base.ours.ncu-rep" "$base.ours.csv"
    for run in $(seq "$NCU_RUNS"); do
        with_ncu "$base.theirs$run" --set basic --cache-control none ./samples vector_add
        raw_page "$NCU" "$base.theirs$run.ncu-rep" "$base.theirs$run.csv"
        theirs+=("$base.theirs$run.csv")
    done
    awk -f "$HERE/csv.awk" -f "$HERE/compare.awk" -v only=headline "$base.ours.csv" \
        "${theirs[@]}" >"$base.tsv" 2>&1
    outcome=$?
    text=$(sed -n 's/^# total: //p' "$base.tsv")
    check cache_control_none "headline metrics: ${text:-see $base.tsv}" [ "$outcome" = 0 ]
}

# What was profiled before the end must be in the report, if ncu's has it.
ending() { # NAME STATUS PROGRAM...
    local name=$1 expected=$2
    shift 2
    both "$name" --metrics gpu__time_duration.sum "$@"
    check "$name" "status $STATUS_OURS (expected $expected, ncu $STATUS_THEIRS), $FOUND_OURS\
 results (ncu $FOUND_THEIRS)" ended_well "$expected"
}

ended_well() { # STATUS
    [ "$STATUS_OURS" = "$1" ] && [ "$FOUND_OURS" -ge "$FOUND_THEIRS" ]
}

endings() {
    ending program_fails 7 ./samples fail
    ending program_fails_42 42 ./samples fail 42
    ending program_killed 137 ./samples signal 9
    ending program_crashes 139 ./samples signal 11
    both program_without_cuda --metrics gpu__time_duration.sum /bin/echo no kernels here
    check program_without_cuda "status $STATUS_OURS: nothing was profiled" test "$STATUS_OURS" = 1
    check output_passes_through "of the program without CUDA calls" \
        grep -q '^no kernels here$' behaviour/program_without_cuda.ours.log
    ending program_without_cuda_fails 3 /bin/sh -c 'exit 3'
}

# For several passes ncu sets up the heap, and the program can no longer choose its size.
heap_limit() {
    both heap_limit --set basic ./samples heap_limit
    check heap_limit "status $STATUS_OURS (ncu $STATUS_THEIRS), $FOUND_OURS results" \
        self_check heap_limit behaviour/heap_limit.ours.log 2
}

self_check() { # SAMPLE LOG RESULTS
    [ "$STATUS_OURS" = 0 ] && grep -q "^$1 ok" "$2" && [ "$FOUND_OURS" = "$3" ]
}

# spawn itself makes no CUDA call; its child makes one launch.
children() {
    local scope log wanted
    for scope in all application-only; do
        both "children_$scope" --metrics gpu__time_duration.sum --target-processes "$scope" \
            ./spawn ./samples vector_add
        log=behaviour/children_$scope.ours.log
        # spawn itself launches nothing: with application-only nothing is profiled, status 1.
        wanted=0
        [ "$scope" = all ] || wanted=1
        if [ "$STATUS_OURS" = "$wanted" ] && grep -q '^vector_add ok' "$log" &&
            cmp -s "behaviour/children_$scope.ours.txt" "behaviour/children_$scope.theirs.txt"; then
            ok "children_$scope" "$FOUND_OURS results, as ncu"
        else
            fail "children_$scope" "status $STATUS_OURS, $FOUND_OURS results," \
                "ncu $FOUND_THEIRS; see behaviour/children_$scope.*"
        fi
    done
    both children_status --metrics gpu__time_duration.sum --target-processes all \
        ./spawn ./samples fail 5
    check children_status "status $STATUS_OURS (expected 5, ncu $STATUS_THEIRS)" \
        [ "$STATUS_OURS" = 5 ]
}

unknown_metric() {
    both unknown_metric --metrics no_such__metric.sum ./samples vector_add
    # ncu leaves the metric out and makes a result without any; we refuse.
    check unknown_metric "status $STATUS_OURS (ncu $STATUS_THEIRS), $FOUND_OURS results\
 (ncu $FOUND_THEIRS)" test "$STATUS_OURS $FOUND_OURS" = "1 0"
    check unknown_metric_is_named "in the message" \
        grep -q 'no_such__metric' behaviour/unknown_metric.ours.log
}

# What the form of a rerun says beforehand, by the chip's name alone, is what is run.
planned_passes() {
    local chip set planned made
    chip=$("$ROOFTOP" --list-metrics --json --metrics gpu__time_duration.sum 2>/dev/null |
        sed -n 's/.*"chip": "\([^"]*\)".*/\1/p' | head -n 1)
    for set in basic detailed full; do
        planned=$("$ROOFTOP" --list-metrics --json --set "$set" --chips "$chip" 2>/dev/null |
            sed -n 's/.*"passes": \([0-9]*\).*/\1/p' | head -n 1)
        with_rooftop "behaviour/planned_$set" --set "$set" ./samples fp64
        made=$("$ROOFTOP" -i "behaviour/planned_$set.ncu-rep" --page raw --csv --metrics profiler__replayer_passes \
            2>/dev/null | tail -n 1 | sed 's/.*"\([0-9]*\)[.0]*"$/\1/')
        check "planned_passes_$set" "$made passes, $planned planned for $chip" [ "$made" = "$planned" ]
    done
}

# A program whose source files are gone once it was profiled: both reports hold the same files, which ncu reads
# from ours.
imported_sources() {
    local folder=$PWD/behaviour/gone side
    rm -rf "$folder"
    mkdir -p "$folder"
    echo '__device__ float twice(float x) { return 2 * x; }' >"$folder/twice.cuh"
    cat >"$folder/gone.cu" <<'PROGRAM'
#include <cstdio>
#include "twice.cuh"
__global__ void twices(float *x) { x[threadIdx.x] = twice(x[threadIdx.x]); }
int main()
{
    float *x, y = 21;
    cudaMalloc(&x, 256 * sizeof *x);
    cudaMemcpy(x, &y, sizeof y, cudaMemcpyHostToDevice);
    twices<<<1, 256>>>(x);
    cudaMemcpy(&y, x, sizeof y, cudaMemcpyDeviceToHost);
    printf("gone %s\n", y == 42 ? "ok" : "FAILED");
    return y != 42;
}
PROGRAM
    nvcc -arch="${ARCH:-native}" -O2 -lineinfo -o behaviour/gone_program "$folder/gone.cu" || return
    both imported --section SourceCounters --import-source yes behaviour/gone_program
    rm -r "$folder"
    for side in ours theirs; do
        "$ROOFTOP" -i "behaviour/imported.$side.ncu-rep" --page source --print-source cuda --csv 2>/dev/null |
            grep -c 'return 2 \* x\|twices(float' >"behaviour/imported.$side.lines"
        "$NCU" -i "behaviour/imported.$side.ncu-rep" --page source --print-source cuda --csv 2>/dev/null |
            cut -d, -f1,2 >"behaviour/imported.$side.page"
    done
    check imported_self_check "the program is right under rooftop" grep -q "^gone ok" behaviour/imported.ours.log
    check imported_lines "$(cat behaviour/imported.ours.lines) lines, $(cat behaviour/imported.theirs.lines) in ncu's" \
        cmp -s behaviour/imported.ours.lines behaviour/imported.theirs.lines
    check imported_read "ncu shows the same lines of both reports" \
        cmp -s behaviour/imported.ours.page behaviour/imported.theirs.page
    check imported_shown "they are those of the program" grep -q 'twices(float' behaviour/imported.ours.page
}

# Counts that are the same in each run of a sample, and what its launches are.
readonly SAME_COUNTS=smsp__inst_executed.sum,smsp__thread_inst_executed.sum,sm__warps_launched.sum,\
sm__ctas_launched.sum,smsp__sass_thread_inst_executed_op_dfma_pred_on.sum,\
l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,launch__grid_size,launch__registers_per_thread,\
launch__shared_mem_config_size,profiler__replayer_passes

# The launches of a report with these counts, without the process.
same_counts() { # REPORT TXT
    timeout -k 5 "$COMMAND_LIMIT" "$ROOFTOP" -i "$1" --page raw --csv --print-units base \
        --metrics "$SAME_COUNTS" 2>"$2.err" | sed 's/^\("[^"]*"\),"[^"]*"/\1/' >"$2"
}

# Names of the metrics that have a value in all launches.
valued() { # REPORT
    "$ROOFTOP" -i "$1" --page raw 2>/dev/null | awk '/^  [a-z_]+__/ {
        seen[$1]++
        if (/no data *$/ || NF == 1) empty[$1]++
    } END { for (name in seen) if (!empty[name]) print name, seen[name] }' | sort
}

# Application replay and kernel replay count the same, and both have values for the same metrics.
application_replay() {
    local sample base mode
    for sample in tiny20 fp64; do
        base=behaviour/application_$sample
        for mode in kernel application; do
            with_rooftop "$base.$mode" --replay-mode "$mode" --set basic --metrics "$SAME_COUNTS" \
                ./samples "$sample"
            check "application_${sample}_$mode" "status $STATUS with $mode replay" [ "$STATUS" = 0 ]
            same_counts "$base.$mode.ncu-rep" "$base.$mode.txt"
            valued "$base.$mode.ncu-rep" >"$base.$mode.names"
        done
        check "application_${sample}_counts" "$(($(wc -l <"$base.kernel.txt") - 2)) launches; see\
 $base.*.txt" counts_alike "$base"
        check "application_${sample}_values" "$(wc -l <"$base.kernel.names") metrics have values;\
 see $base.*.names" cmp -s "$base.kernel.names" "$base.application.names"
        check "application_${sample}_runs" "the sample checks itself in each run" \
            [ "$(grep -c "^$sample ok" "$base.application.log")" -gt 1 ]
    done
}

counts_alike() { # BASE
    [ "$(wc -l <"$1.kernel.txt")" -gt 2 ] && cmp -s "$1.kernel.txt" "$1.application.txt"
}

# What the counters of a launch come to, without what names process and pass.
launch_counts() { # REPORT ROW
    timeout -k 5 "$COMMAND_LIMIT" "$ROOFTOP" -i "$1" --page raw --csv --print-units base \
        --metrics "${SAME_COUNTS%,*},launch__waves_per_multiprocessor,launch__occupancy_limit_shared_mem,\
launch__occupancy_limit_warps,launch__cluster_size" 2>/dev/null |
        sed -n "$((2 + $2))"'s/^\("[^"]*",\)\{4\}//p'
}

launch_time() { # REPORT ROW
    timeout -k 5 "$COMMAND_LIMIT" "$ROOFTOP" -i "$1" --page raw --csv --print-units base \
        --metrics gpu__time_duration.sum 2>/dev/null |
        sed -n "$((2 + $2))"'s/.*,"\([^"]*\)"$/\1/p' | tr -d ,
}

# Each variant against ncu on the same program, launched with these parameters: the same
# facts and counts, and about the same time.
series_of() { # NAME OPTIONS -- VARIABLES... (one word for each variant, the launch's own first)
    local base=behaviour/series_$1 row=0 variables ours theirs
    local -a options=()
    shift
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    with_rooftop "$base.ours" --set basic --metrics "$SAME_COUNTS" "${options[@]}" ./samples series
    check "${base#*/}" "status $STATUS, and the program's result is its own" \
        grep -q '^series ok' "$base.ours.log"
    for variables in "$@"; do
        row=$((row + 1))
        # shellcheck disable=SC2086
        (export ${variables//,/ } && with_ncu "$base.theirs$row" --set basic --metrics "$SAME_COUNTS" ./samples series)
        ours=$(launch_counts "$base.ours.ncu-rep" $row)
        theirs=$(launch_counts "$base.theirs$row.ncu-rep" 1)
        printf '%s\n%s\n' "$ours" "$theirs" >"$base.$row.txt"
        check "${base#*/}_$row" "${variables:-as launched}: ncu's counts; see $base.$row.txt" \
            [ -n "$ours" -a "$ours" = "$theirs" ]
        ours=$(launch_time "$base.ours.ncu-rep" $row)
        theirs=$(launch_time "$base.theirs$row.ncu-rep" 1)
        check "${base#*/}_${row}_time" "$ours ns, ncu $theirs ns" \
            awk -v a="$ours" -v b="$theirs" 'BEGIN { exit !(a > 0 && a < 1.2 * b && b < 1.2 * a) }'
    done
}

profile_series() {
    local base=behaviour/series_chosen
    series_of block --series block=64,512,1024 -- S=0 SERIES_BLOCK=64,SERIES_SMEM=1024 SERIES_BLOCK=512 \
        SERIES_BLOCK=1024
    series_of smem --series smem=16384,65536,131072 -- S=0 SERIES_SMEM=16384 SERIES_SMEM=65536 SERIES_SMEM=131072
    series_of carveout --series carveout=0,50,100 -- S=0 SERIES_CARVEOUT=0 SERIES_CARVEOUT=50 SERIES_CARVEOUT=100
    series_of cluster --series cluster=2,8 -- S=0 SERIES_CLUSTER=2 SERIES_CLUSTER=8
    with_rooftop "$base" --series block --series smem --series grid --metrics gpu__time_duration.sum ./samples series
    raw_page "$ROOFTOP" "$base.ncu-rep" "$base.csv"
    check series_chosen "$(results "$base.csv") combinations, the program's result is its own" \
        grep -q '^series ok' "$base.log"
    check series_chosen_several "more than the launch itself" [ "$(results "$base.csv")" -gt 4 ]
    check series_chosen_within "no block is larger than the launch's 256 threads" \
        [ "$(grep -cE 'block=(512|1024)' "$base.log")" = 0 ]
    raw_page "$NCU" "$base.ncu-rep" "$base.theirs.csv"
    check series_read "ncu reads all results" \
        [ "$(results "$base.theirs.csv")" = "$(results "$base.csv")" ]
    # Kernels of other kinds keep their results, too.
    local sample
    for sample in coop cluster inplace streams; do
        with_rooftop "behaviour/series_of_$sample" --series block --series cache-control --series carveout=100 \
            --metrics gpu__time_duration.sum ./samples "$sample"
        check "series_of_$sample" "status $STATUS; see behaviour/series_of_$sample.log" \
            grep -q "^$sample ok" "behaviour/series_of_$sample.log"
    done
    # Its kernel takes for granted that it has 512 threads: what becomes of it is told.
    with_rooftop behaviour/series_of_dynsmem --series block --metrics gpu__time_duration.sum ./samples dynsmem
    check series_of_dynsmem "the variant is named" grep -q 'leave this variant out' behaviour/series_of_dynsmem.log
}

# Values are the same, however many threads compute them, and the run is no slower for it.
value_threads() {
    local base=behaviour/threads threads
    local -A wall
    for threads in 0 8; do
        ROOFTOP_EVALUATORS=$threads with_rooftop "$base.$threads" --set full ./samples tiny 300
        wall[$threads]=$WALL_US
        check "threads_$threads" "status $STATUS with $threads threads" grep -q '^tiny ok' "$base.$threads.log"
        # Result and instructions.
        "$ROOFTOP" -i "$base.$threads.ncu-rep" --page raw --csv --metrics smsp__inst_executed.sum |
            awk -F'","' 'NR > 2 { print $1, $NF }' >"$base.$threads.txt"
    done
    check threads_results "300 with values" [ "$(grep -c '[0-9]"$' "$base.8.txt")" = 300 ]
    check threads_values "the same counts of instructions in the same order" cmp -s "$base.0.txt" "$base.8.txt"
    check threads_time "$((wall[8] / 1000)) ms with 8 threads, $((wall[0] / 1000)) ms with none" \
        at_most "$(awk -v a="${wall[8]}" -v b="${wall[0]}" 'BEGIN { printf "%.3f", a / b }')" 1.05
}

# Two clients of a server of our own.
mps_clients() {
    local base=behaviour/mps
    mkdir -p behaviour/mps.pipe behaviour/mps.log
    local -x CUDA_MPS_PIPE_DIRECTORY=$PWD/behaviour/mps.pipe CUDA_MPS_LOG_DIRECTORY=$PWD/behaviour/mps.log
    if ! command -v nvidia-cuda-mps-control >/dev/null || ! nvidia-cuda-mps-control -d 2>"$base.daemon"; then
        skip mps "no MPS daemon can be started here: $(head -n 1 "$base.daemon" 2>/dev/null)"
        return
    fi
    with_rooftop "$base.one" --metrics gpu__time_duration.sum ./samples tiny20
    check mps_client "status $STATUS; told: $(grep -o 'is an MPS client' "$base.one.log")" \
        grep -q '^tiny20 ok' "$base.one.log"
    raw_page "$ROOFTOP" "$base.one.ncu-rep" "$base.one.csv"
    check mps_metrics "launch__uses_mps is 1" [ "$("$ROOFTOP" -i "$base.one.ncu-rep" --page raw |
        awk '$1 == "launch__uses_mps" && $NF == 1' | grep -c .)" = 20 ]
    "$ROOFTOP" --mps client --mps-timeout 60 ./samples tiny20 >"$base.client1.log" 2>&1 &
    "$ROOFTOP" --mps client --mps-timeout 60 ./samples vector_add >"$base.client2.log" 2>&1 &
    with_rooftop "$base.control" --mps control --mps-num-clients 2 --mps-timeout 60 --set basic
    wait
    raw_page "$ROOFTOP" "$base.control.ncu-rep" "$base.control.csv"
    check mps_control "status $STATUS, $(results "$base.control.csv") results of two clients" \
        [ "$(results "$base.control.csv")" = 21 ]
    check mps_control_results "the clients check themselves" \
        grep -q ok "$base.client1.log" "$base.client2.log"
    echo quit | timeout 60 nvidia-cuda-mps-control >/dev/null 2>&1
}
