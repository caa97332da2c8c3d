# Graphs: their nodes as launches, or each launch of a graph as one; whatever is measured, the programs check their results.

# Three passes: enough for a replay to be seen.
several=--metrics=gpu__time_duration.sum,$(printf 'dram__count%d.sum,' {1..17})

# graph "WHAT" MODE "SIZES" RESULTS ARGUMENTS... -- N: launches of each window, with caches left and flushed.
graph()
{
    local what=$1 mode=$2 sizes=$3 results=$4 caches
    shift 4
    for caches in none all; do
        check "$what, caches $caches"
        run ROOFTOP_TRACE=1 --disable-extra-suffixes --cache-control $caches "$several" -o report "${@:1:$#-1}" \
            "$app" "$mode" "${@: -1}"
        status_is 0
        out_has "$mode ok"
        results_are "$results"
        windows_are "$sizes"
        done_check
    done
}
# Kernels of the report, each by its first word; a number for a run of them.
kernels()
{
    "$rooftop" -i "$report" --page raw --csv --print-kernel-base function --metrics launch__stream_id 2>>"$work/err" |
        awk -F '","' 'NR > 2 { print $5 }' | uniq -c | awk '{ printf "%s%s %s", (NR > 1 ? ", " : ""), $1, $2 }'
}
kernels_are() { same "kernels" "$(kernels)" "$1"; }

graph "a captured graph that is launched again and again" capture 15 15 5
graph "edges, child graphs, fills and copies with rows" graph_nodes 8 8 2
graph "an executable that changes" graph_update "9 2 3" 14 0
graph "clusters, cooperative kernels and CUkernels in graphs" graph_attributes 9 9 0
graph "memory that a graph allocates is saved for others" graph_alloc 2 2 0
graph "a graph that is too long for the counters is measured in parts" graph_long "7 7 6" 20 --replay-window 7 20
graph "node by node" graph_long "1 1 1 1 1 1" 6 --replay-window 1 6
graph "launches that are left out run before the counters start" graph_long 2 2 -s 40 -c 2 60
graph "with a gap between those that are measured" graph_long "1 1" 2 --kernel-id "::inplace:1|40" 60

check "a graph gets the memory that it needs at its launch, and so does an array"
for window in 1 100; do
    run FAKEGPU_MEMORY=$((1400 << 20)) "$several" --replay-window $window -f -o report -- graph_needs
    status_is 0
    out_has "graph_needs ok"
    results_are 6
done
done_check

check "graph and plain launches in one window"
run ROOFTOP_TRACE=1 "$several" -o report -- graph_among
status_is 0
out_has "graph_among ok"
kernels_are "3 inplace, 1 tiny, 4 inplace, 1 tiny, 2 inplace"
err_has "window of 11:"
number_is gpu__time_duration.sum 2638 3
number_is gpu__time_duration.sum 1003 4
number_is launch__stream_id 13 4
number_is launch__block_size 32 4
number_is launch__shared_mem_config_size 32768 3
done_check

check "the name of a kernel in a graph chooses it"
run "$several" -k tiny -o report -- graph_among
status_is 0
out_has "graph_among ok"
kernels_are "2 tiny"
number_is gpu__time_duration.sum 1003 2
done_check

check "the attributes of a node are those of its launch"
run "$several" --disable-extra-suffixes -o report -- graph_attributes
number_is launch__cluster_size 2 1
number_is launch__cluster_size 0 2
done_check

check "parts have the same values as the whole"
run --metrics "dram__count1.sum,gpu__time_duration.sum" -o whole -- graph_long 20
run --metrics "dram__count1.sum,gpu__time_duration.sum" --replay-window 3 -o parts -- graph_long 20
for file in whole parts; do
    "$rooftop" -i "$work/$file.ncu-rep" --page raw --csv | sed 's/^"\([0-9]*\)","[0-9]*"/"\1"/' >"$work/$file.csv"
done
cmp -s "$work/whole.csv" "$work/parts.csv" || wrong "$(diff "$work/whole.csv" "$work/parts.csv" | head -5)"
[ "$(wc -l <"$work/whole.csv")" = 22 ] || wrong "not 20 results"
done_check

for bytes in 70000 100000 400000; do
    check "graphs on a device of $bytes bytes"
    run FAKEGPU_MEMORY=$bytes "$several" --replay-window 3 -s 2 -c 7 -o report -- graph_long 20
    status_is 0
    out_has "graph_long ok"
    results_are 7
    done_check
done

# Without room for the final content of memory the program goes on with what the replay computed.
for pair in graph_nodes:8 graph_update:14 graph_among:11; do
    check "${pair%:*}: the replay computes what the program's own run did"
    run FAKEGPU_MEMORY=200000 "$several" -o report -- ${pair%:*}
    status_is 0
    out_has "${pair%:*} ok"
    results_are ${pair#*:}
    done_check
done

# The third pass of the second part.
check "a pass that fails: memory is right, the rest of the graph is named"
dirty=1
run FAKEGPU_FAIL=cuptiRangeProfilerStop=999@6 "$several" --replay-window 5 -o report -- graph_long 12
out_has "graph_long ok"
results_are 5
err_count 3 "was not measured"
err_has "4 more of inplace(float *, float, int) not measured: stopping the counters: CUPTI_ERROR_UNKNOWN"
fault_made cuptiRangeProfilerStop
done_check

check "a graph that the driver does not tell of is not profiled"
run FAKEGPU_FAIL=cuGraphKernelNodeGetParams=1 "$several" -o report -- graph_among
status_is 0
out_has "graph_among ok"
results_are 5
err_count 1 "a graph is not profiled: the driver does not list its nodes"
fault_made cuGraphKernelNodeGetParams
done_check

check "whole: the driver refuses to launch it again"
run FAKEGPU_FAIL=cuGraphLaunch=1@2 "$several" --graph-profiling graph -o report -- capture 1
status_is 1
out_has "capture ok"
err_has "graph (launch 3) was not measured: CUDA_ERROR_INVALID_VALUE"
no_report
done_check

check "a graph that waits for another thread, which may write what it reaches, does not run again as a whole"
run --replay-timeout 1 "$several" --graph-profiling graph -o report -- graph_waits
out_has "graph_waits ok"
err_count 1 "graph (launch 2) was not measured: it can reach memory that it shares with the program"
results_are 3
done_check

check "a graph that waits for the program is given up once, as a whole"
run --replay-timeout 1 "$several" --graph-profiling graph -f -o report -- graph_waits 1
out_has "graph_waits ok"
err_has "graph (launch 2) was not measured: it did not end within --replay-timeout"
results_are 1
err_count 1 "since it cannot run again: kernel that does not end when it runs again"
done_check

check "a stream that is destroyed while it is captured keeps nothing from being measured"
run "$several" -f -o report -- capture_dropped 4
out_has "capture_dropped ok"
err_lacks "captured"
results_are 4
done_check

check "the nodes of a graph that waits are let go in their replay, and measured"
run --replay-timeout 1 "$several" -o report -- graph_waits
out_has "graph_waits ok"
err_lacks "it does not end when it runs again"
results_are 7
done_check

for way in node graph; do
    check "host nodes run as often as the program launches them, --graph-profiling $way"
    run "$several" --graph-profiling $way -o report -- graph_host
    status_is 0
    out_has "graph_host ok"
    if [ $way = node ]; then
        results_are 5
        err_count 1 "graphs with a node of this type only have the times of their kernels, since it cannot run again: host"
        err_count 3 "has a time and no counters: its graph has a node that cannot run again"
    else
        results_are 2
        err_count 1 "graphs with a node of this type are not profiled, since it cannot run again: host"
    fi
    done_check

    check "a graph that the driver refuses, --graph-profiling $way"
    run FAKEGPU_FAIL=cuGraphLaunch=1 "$several" --graph-profiling $way -o report -- graph_refused
    out_has "graph_refused ok"
    results_are 1
    [ $way = graph ] || err_has "inplace(float *, float, int) (launch 2) was not measured: CUDA_ERROR_INVALID_VALUE"
    [ $way = node ] || err_has "graph (launch 1) was not measured: CUDA_ERROR_INVALID_VALUE"
    done_check
done

check "one thread captures, another one launches: nothing that is measured breaks a capture"
for metrics in "$several" --metrics=gpu__time_duration.sum --replay-mode=application; do
    for _ in 1 2 3; do
        run "$metrics" -f -o report -- captures_beside
        out_has "captures_beside ok"
        [ "$metrics" = --replay-mode=application ] || status_is 0
    done
done
done_check

check "a capture allocates memory from a pool and frees it, behind launches that were measured"
for metrics in "$several" --metrics=gpu__time_duration.sum --graph-profiling=graph --replay-mode=application; do
    run "$metrics" -f -o report -- captures_allocate
    out_has "captures_allocate ok"
    status_is 0
done
done_check

check "copies of host memory: only the times of kernels, node by node"
run "$several" -o report -- graph_copies
status_is 0
out_has "graph_copies ok"
err_count 1 "--graph-profiling graph profiles them as a whole"
results_are 3
number_is gpu__time_duration.sum 2638 3
number_is launch__block_size 256 3
text_is dram__count1.sum "no data"
done_check

check "the program uses activity records itself: such a graph has no results"
run FAKEGPU_FAIL=cuptiActivityRegisterCallbacks=1 "$several" -o report -- graph_copies
status_is 1
out_has "graph_copies ok"
err_count 3 ") was not measured: its graph has a node that cannot run again"
no_report
done_check

check "launches that are captured and never run are no launches"
run "$several" -o report -- capture_sync
status_is 1
out_has "capture_sync ok"
err_has "used CUDA, but launched no kernel"
no_report
done_check

graph "whole: a captured graph" capture "1 1 1 1 1" 5 --graph-profiling graph 5
graph "whole: edges and children" graph_nodes "1 1" 2 --graph-profiling graph 2
graph "whole: an executable that changes" graph_update "1 1 1 1 1 1 1 1 1" 9 --graph-profiling graph 0
graph "whole: copies of host memory" graph_copies "1 1 1" 3 --graph-profiling graph 3
graph "whole: other attributes" graph_attributes "1 1 1" 3 --graph-profiling graph 0
graph "whole: a long one" graph_long 1 1 --graph-profiling graph 60

# 16384, 32 and 16384 threads: 1000 + 3280 ns.
check "whole: the result of a graph, among those of kernels"
run "$several" --set basic --graph-profiling graph -o report -- graph_among
status_is 0
out_has "graph_among ok"
kernels_are "2 inplace, 1 graph, 2 inplace, 1 graph, 1 inplace"
number_is gpu__time_duration.sum 4280 3
number_is launch__stream_id 13 3
number_is launch__graph_is_device_launchable 0 3
number_is launch__registers_per_thread 16 3
number_is launch__function_pcs 2 3
same "the kernels" "$("$rooftop" -i "$report" --page raw --csv --print-metric-instances values \
    --metrics launch__kernel_name,launch__block_size | sed -n '5s/.*"(256; 32; 256)","(inplace; tiny; inplace)"$/listed/p')" listed
same "the value of unlike sizes" "$(column launch__block_size 3)" ""
for metric in launch__waves_per_multiprocessor launch__occupancy_limit_warps launch__shared_mem_per_block; do
    same "$metric" "$(column $metric 3)" ""
done
"$rooftop" -i "$report" --json >"$work/json" || wrong "no JSON"
is_json json
same "graphs in JSON" "$(grep -c '"kind": "graph"' "$work/json")" 2
"$rooftop" -i "$report" --page details >"$work/out"
out_has "  graph, Context 1, Device 0, CC 9.0"
done_check

check "whole: graphs of equal kernels tell their size"
run "$several" --graph-profiling graph -o report -- capture
"$rooftop" -i "$report" --page details >"$work/out"
out_has "  graph (64, 1, 1)x(256, 1, 1), Context 1, Device 0, CC 9.0"
done_check

check "whole: findings are stored with a graph"
run --set basic --graph-profiling graph -o report -- capture
"$rooftop" -i "$report" --page details --apply-rules no >"$work/out"
out_has "OPT"
done_check

check "whole: graphs have the name graph for filters"
run "$several" --graph-profiling graph -k graph -c 1 -o report -- graph_among
status_is 0
out_has "graph_among ok"
kernels_are "1 graph"
done_check

check "whole: other names leave graphs out"
run "$several" --graph-profiling graph -k tiny -o report -- graph_among
status_is 0
out_has "graph_among ok"
no_report
done_check

check "--graph-profiling takes node or graph"
run --graph-profiling nodes -- capture
status_is 1
err_has "--graph-profiling"
done_check
