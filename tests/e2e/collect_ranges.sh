# shellcheck shell=bash
# Ranges that are measured as one. The programs check what they computed; their kernels count, so that what runs twice shows.

# Three passes: enough for a replay to be seen.
several=--metrics=gpu__time_duration.sum,$(printf 'dram__count%d.sum,' {1..17})

# The instances of a launch metric of the first result, by launch.
instances() # METRIC
{
    "$rooftop" -i "$report" --page raw --csv --print-units base --print-metric-instances values --metrics "$1" 2>>"$work/err" |
        awk 'NR == 3 { sub(/"$/, ""); sub(/.*"/, ""); print }'
}

# Times: 1000 + threads / 10 of all that ran in the range, on the doubles.
for mode in range app-range; do
    for caches in none all; do
        check "$mode: streams, copies, events and memory in ranges, caches $caches"
        run --replay-mode $mode --cache-control $caches "$several" -o report -- range_flow 3
        status_is 0
        out_has "range_flow ok"
        results_are 3
        for row in 1 2 3; do
            number_is gpu__time_duration.sum 7554 $row
            number_is profiler__replayer_passes 3 $row
        done
        err_lacks "not measured"
        done_check
    done

    check "$mode: skip and count are of ranges"
    run --replay-mode $mode "$several" -s 1 -c 2 -o report -- range_flow 5
    status_is 0
    out_has "range_flow ok"
    results_are 2
    done_check

    check "$mode: --range-filter chooses ranges by number"
    run --replay-mode $mode "$several" --range-filter 'no:[24]:' -o report -- range_flow 5
    out_has "range_flow ok"
    results_are 2
    done_check

    check "$mode: a graph is launched as it is"
    run --replay-mode $mode "$several" -o report -- range_graph
    out_has "range_graph ok"
    number_is gpu__time_duration.sum 5916 1
    number_is launch__function_pcs 2 1
    [ $mode = app-range ] && results_are 2
    [ $mode = app-range ] || err_has "it calls cuGraphExecDestroy, which cannot run again; use --replay-mode app-range"
    done_check

    # What the ranges of range_nvtx hold: two streams, three launches; a started range with those of another thread.
    nvtx_range() # EXPRESSION RESULTS TIME
    {
        check "$mode: NVTX range $1"
        run --replay-mode $mode "$several" --nvtx --nvtx-include "$1" "${@:4}" -o report -- range_nvtx
        status_is 0
        out_has "range_nvtx ok"
        results_are "$2"
        number_is gpu__time_duration.sum "$3" "$2"
        err_lacks "not measured"
        done_check
    }
    nvtx_range step/ 3 1006
    nvtx_range step] 3 1006
    nvtx_range inner/ 3 1005
    nvtx_range early/ 1 1000
    nvtx_range tail 1 1009
    nvtx_range solver@sweep 1 1011
    nvtx_range 'regex:^st/' 3 1006
    nvtx_range step/ 1 1006 -s 1 -c 1
    nvtx_range step/ 2 1003 --range-filter '::2|4' # the nested ones count, and are ranges where the outer one is none
    nvtx_range step/ 3 1006 --nvtx-push-pop-scope process

    check "$mode: four threads launch, wait and copy in one range"
    run --replay-mode $mode "$several" -o report -- range_threads
    status_is 0
    out_has "range_threads ok"
    number_is gpu__time_duration.sum 1186
    err_lacks "not measured"
    done_check

    check "$mode: an NVTX range without work leaves nothing"
    run --replay-mode $mode "$several" --nvtx --nvtx-include setup/ -o report -- range_nvtx
    status_is 0
    out_has "range_nvtx ok"
    err_has "no range passed the filters"
    no_report
    done_check

    check "$mode: a range that is never closed"
    run --replay-mode $mode "$several" -o report -- range_open
    status_is 1
    out_has "range_open ok"
    err_has "it was never closed"
    no_report
    done_check

    check "$mode: a range whose thread ends in it does not swallow the next"
    run --replay-mode $mode "$several" --nvtx --nvtx-include lost/ -o report -- range_open 1
    out_has "range_open ok"
    err_count 1 "it was never closed"
    results_are 1
    text_is launch__grid_size 4
    done_check

    check "$mode: without ranges there is nothing, and it says where they would be"
    run --replay-mode $mode "$several" -o report -- inplace 5
    status_is 0
    out_has "inplace ok"
    err_has "5 launches were outside the profiler ranges to profile"
    no_report
    done_check

    check "$mode: the result is a range as ncu stores it"
    run --replay-mode $mode --set basic -o report -- range_flow 1
    status_is 0
    out_has "range_flow ok"
    "$rooftop" -i "$report" --page raw --csv >"$work/raw.csv"
    grep -q '"range","1","n/a","0","9.0"' "$work/raw.csv" || wrong "no range on the raw page: $(cut -c 1-80 "$work/raw.csv")"
    "$rooftop" -i "$report" --page details >"$work/details"
    grep -q '^  range, Context 1, Device 0, CC 9.0$' "$work/details" || wrong "no range on the details page"
    same "kernels" "$(instances launch__kernel_name)" "(inplace; inplace; count; count; inplace; inplace)"
    same "grids" "$(instances launch__grid_size)" "64 (64; 64; 3; 2; 64; 64)" # the value is the last one's
    grep -q '"sm__maximum_warps_per_active_cycle_pct"' "$work/raw.csv" || wrong "launches have no occupancy"
    same "block sizes" "$(instances launch__block_size)" "256 (256; 256; 1; 1; 256; 256)"
    not_in_report launch__occupancy_per_register_count
    not_in_report profiler__replayer_bytes_mem_accessible.sum
    number_is launch__function_pcs 2
    "$rooftop" -i "$report" --page session >"$work/session" || wrong "no session page"
    done_check

    check "$mode: names of kernels choose no ranges"
    run --replay-mode $mode -k inplace -- range_flow
    status_is 1
    err_has "-k and --kernel-id choose kernels"
    done_check
done

# odd NUMBER "REASON": what range replay cannot measure, and application replay can where there is no second reason.
odd()
{
    check "range replay: $3"
    run --replay-mode range "$several" -o report -- range_odd "$1"
    status_is 0
    out_has "range_odd ok"
    err_has "$2"
    results_are 1
    text_is launch__grid_size 7
    done_check
    check "app-range: $3"
    run --replay-mode app-range "$several" -o report -- range_odd "$1"
    out_has "range_odd ok"
    err_has "no kernel was launched in it"
    results_are "$4"
    done_check
}
odd 1 "a range (from launch 1) was not measured: it calls cuMemFree, which cannot run again; use --replay-mode app-range" "memory is freed" 2
odd 2 "it calls cuMemcpy2D, which cannot run again" "a call that is not known" 2
odd 3 "it works in two contexts; a range can have only one" "two contexts" 1
odd 4 "it calls cuStreamBeginCapture, which cannot run again" "a capture" 2
odd 7 "it has more than 16384 launches" "more launches than are kept" 2

check "range replay: starts that are nested, and launches of another thread"
run --replay-mode range "$several" -o report -- range_odd 5
out_has "range_odd ok"
results_are 2
number_is gpu__time_duration.sum 1003 1
run --replay-mode range "$several" -f -o report -- range_odd 6
out_has "range_odd ok"
results_are 2
number_is gpu__time_duration.sum 1003 1
done_check

for mode in range app-range; do
    check "$mode: a context that is destroyed in a range"
    run --replay-mode $mode "$several" -o report -- range_gone
    out_has "range_gone ok"
    [ $mode = range ] || err_has "its context was destroyed before its end"
    err_has "1 of 2 ranges could not be measured"
    results_are 1
    text_is launch__grid_size 7
    done_check
done

check "range replay: ranges of four threads, of which one is open at a time"
run --replay-mode range "$several" --nvtx --nvtx-include mine/ -o report -- range_threads 1
status_is 0
out_has "range_threads ok"
# How many there are depends on which threads are on: a range that begins while another is open is left out.
[ "$(rows | wc -l)" -ge 8 ] || wrong "only $(rows | wc -l) results"
done_check

check "range replay: a kernel that waits for the host is given up when it runs again"
run --replay-mode range --replay-timeout 1 "$several" -o report -- range_waits
out_has "range_waits ok"
err_has "range: it does not end when it runs again"
no_report
done_check

check "range replay: and in the program's own run, when its end comes too soon"
run --replay-mode range --replay-timeout 1 "$several" -o report -- range_waits 1
out_has "range_waits ok"
err_has "it did not end within --replay-timeout"
no_report
done_check

check "app-range: a kernel that waits for the host"
run --replay-mode app-range "$several" -o report -- range_waits
status_is 0
out_has "range_waits ok"
results_are 1
done_check

# Whatever fails, the program computes what it would: it is told nothing of what is ours.
for fault in cuptiRangeProfilerPushRange=7 cuptiRangeProfilerPopRange=7@2 cuptiRangeProfilerStart=7@2 \
    cuptiRangeProfilerStop=7@2 cuptiRangeProfilerDecodeData=7 cuptiRangeProfilerSetConfig=7 cuMemAllocHost=2@3 cuEventCreate=2@2; do
    check "range replay: $fault"
    dirty=yes
    run FAKEGPU_FAIL=$fault --replay-mode range "$several" -o report -- range_flow 2
    out_has "range_flow ok"
    err_has "2 of 2 ranges could not be measured"
    fault_made "${fault%%=*}"
    no_report
    done_check
done
for fault in cuptiRangeProfilerPushRange=7 cuptiRangeProfilerPopRange=7@2 cuptiRangeProfilerStop=7@2; do
    check "app-range: $fault"
    dirty=yes
    run FAKEGPU_FAIL=$fault --replay-mode app-range "$several" -o report -- range_flow 2
    out_has "range_flow ok"
    err_has "ranges could not be measured"
    fault_made "${fault%%=*}"
    done_check
done

for bytes in 150000 400000; do
    check "range replay: no memory beside what is saved, $bytes bytes"
    run FAKEGPU_MEMORY=$bytes --replay-mode range "$several" -o report -- range_flow 2
    out_has "range_flow ok"
    err_has "there is not enough memory for its allocations beside the saved memory"
    no_report
    done_check
done

check "range replay: options"
run --replay-mode range --range-replay-options disable-host-save,enable-greedy-sync "$several" -o report -- range_graph
out_has "range_graph ok"
results_are 1
run --replay-mode range --range-replay-options everything -- range_graph
status_is 1
err_has "--range-replay-options takes enable-greedy-sync"
run --range-replay-options enable-greedy-sync -- range_graph
status_is 1
err_has "--range-replay-options needs --replay-mode range"
done_check

check "app-range: runs with other ranges"
run --replay-mode app-range "$several" --nvtx --nvtx-include step/ --app-replay-mode strict -o report -- range_nvtx 4
status_is 0
results_are 4
done_check

check "ranges beside a thread that captures: neither breaks the other, and each has all its launches"
for _ in 1 2 3; do
    for mode in range app-range; do
        run --replay-mode $mode "$several" -f -o report -- captures_beside_ranges
        out_has "captures_beside_ranges ok"
        [ $mode = range ] && continue # a range with a part of a capture in it has no result
        status_is 0
        results_are 40
    done
done
done_check
