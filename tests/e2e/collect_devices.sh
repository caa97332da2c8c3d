# Several GPUs of one process: launches of all of them share windows, and run again in the program's order.

several=--metrics=$(printf 'dram__count%d.sum,' {1..17})gpu__time_duration.sum

# devices "WHAT" NUMBER "SIZES" RESULTS ARGUMENTS...: sizes are those of what each context has in a window.
devices()
{
    local what=$1 number=$2 sizes=$3 results=$4
    shift 4
    check "$what"
    run FAKEGPU_BOARDS=$number ROOFTOP_TRACE=1 --cache-control none "$several" -o report "$@"
    status_is 0
    out_has ok
    err_lacks "not measured"
    results_are "$results"
    windows_are "$sizes"
    done_check
}

devices "an array that goes round two GPUs" 2 "1 6 11" 18 -- round_trip

check "each launch has the values of its own, in the program's order"
run FAKEGPU_BOARDS=2 --cache-control none "$several" -o report -- round_trip
status_is 0
plain "$rooftop" -i "$report" --page raw --csv --print-units base --metrics launch__grid_size,gpu__time_duration.sum
same "grids" "$(awk -F'","' 'NR > 2 { print substr($1, 2) ":" $(NF - 1) }' "$work/out" | paste -sd' ')" "$(
    for ((i = launch = 0; i < 12; i++)); do
        for ((k = 0; k <= i % 2; k++)); do
            printf '%d:%d ' $((launch++)) $((1000 + 256 * (64 + (i % 4 == 3 ? i + 1 : i) % 2) / 10))
        done
    done | sed 's/ $//')"
done_check

devices "with three GPUs" 3 "1 2 6 9 9" 27 -- round_trip
devices "with --replay-window" 2 "1 2 2 2 2 4 2 2 1" 18 --replay-window 4 -- round_trip
devices "flushed caches" 2 "1 6 11" 18 --cache-control all -- round_trip
devices "launches that the filter leaves out" 2 "1 2 5" 8 -s 2 -c 8 -- round_trip
devices "memory that comes and goes on each" 2 "2 6 8" 16 -- devices_change
devices "pointers in memory that another GPU takes away" 2 "1 1 1 1 7 7" 18 -- handed_pointers 9
devices "the same with three GPUs" 3 "1 1 1 1 3 5 8" 20 -- handed_pointers 10

check "a thread for each GPU"
for _ in 1 2 3; do
    run FAKEGPU_BOARDS=3 "$several" -f -o report -- device_threads
    status_is 0
    out_has "device_threads ok"
    results_are 30
done
done_check

check "a copy that may bring the other GPU a pointer to memory of the program"
run FAKEGPU_BOARDS=2 "$several" -o report -- devices_led
status_is 0
out_has "devices_led ok"
results_are 15
done_check

check "kernels of all GPUs that wait for each other"
for metrics in "$several" --metrics=gpu__time_duration.sum; do
    run FAKEGPU_BOARDS=3 "$metrics" --replay-timeout 600 -f -o report -- devices_meet 2
    status_is 0
    out_has "devices_meet ok"
    err_has "meet(unsigned int *, unsigned int, unsigned int *) (launch 2) has a time and no counters: it waits for kernels of other GPUs"
    results_are 24
done
done_check

check "a thread for each GPU, whose kernels wait for each other: the others are measured all the same"
for _ in 1 2 3; do
    run FAKEGPU_BOARDS=3 "$several" -f -o report -- threads_meet
    status_is 0
    out_has "threads_meet ok"
    err_lacks "inplace(float *, float, int) (launch"
    results_are 48
done
done_check

check "the same where they wait in graphs"
for metrics in "$several" --metrics=gpu__time_duration.sum; do
    run FAKEGPU_BOARDS=3 "$metrics" --replay-timeout 600 -f -o report -- threads_meet_graphs
    status_is 0
    out_has "threads_meet_graphs ok"
    err_lacks "inplace(float *, float, int) (launch"
    results_are 48
done
done_check

check "the same in application replay"
run FAKEGPU_BOARDS=2 --metrics=dram__count1.sum,gpu__time_duration.sum --replay-mode application --replay-timeout 600 -f -o report \
    -- threads_meet 2
status_is 0
out_has "threads_meet ok"
err_lacks "inplace(float *, float, int) (launch"
results_are 16
done_check

check "processes that share both GPUs take turns on each"
run FAKEGPU_BOARDS=2 FAKEGPU_MPS_LOCK="$work/mps.lock" "$several" --replay-window 6 -o report \
    sh -c '"$0" round_trip & "$0" handed_pointers 9 & "$0" round_trip & wait' "$app"
status_is 0
out_lacks FAILED
err_lacks "not measured"
results_are 54
done_check

check "what happens inside of kernels"
run FAKEGPU_BOARDS=2 --set full -o report -- round_trip
status_is 0
out_has "round_trip ok"
results_are 18
plain "$rooftop" -i "$report" --page raw --csv --print-units base --metrics smsp__pcsamp_sample_count,inst_executed
same "launches with samples and counts" "$(awk -F'","' 'NR > 2 && $(NF - 1) > 0 && $NF + 0 > 0' "$work/out" | wc -l)" 18
done_check

check "counters that the profiler loses are measured once more"
run FAKEGPU_BOARDS=2 FAKEGPU_LOSES=3 "$several" -o report -- round_trip
status_is 0
err_lacks "not measured"
results_are 18
done_check

check "two contexts of one GPU by turns, and one after the other"
for mode in "context_turns 16" "resets 12" "library_contexts 16"; do
    for options in "$several" --metrics=gpu__time_duration.sum --replay-mode=application; do
        run --cache-control none "$options" -f -o report -- "${mode% *}" 4
        status_is 0
        out_has "${mode% *} ok"
        err_lacks "not measured"
        results_are "${mode#* }"
    done
done
done_check

check "inside of their kernels"
for mode in "context_turns 16 8" "resets 12 3"; do
    read -r mode results counted <<<"$mode"
    run --set full -f -o report -- "$mode" 4
    status_is 0
    out_has "$mode ok"
    err_lacks "not measured"
    err_has "instructions are not counted: CUPTI counts them in one context of a GPU only"
    plain "$rooftop" -i "$report" --page raw --csv --print-units base --metrics smsp__pcsamp_sample_count,inst_executed
    same "launches with samples" "$(awk -F'","' 'NR > 2 && $NF + 0 > 0' "$work/out" | wc -l)" "$results"
    same "launches with counts" "$(awk -F'","' 'NR > 2 && $(NF - 1) > 0' "$work/out" | wc -l)" "$counted"
done
done_check

check "work in streams of another context than the current one, of one GPU and of two"
for boards in 1 2; do
    for mode in "elsewhere_kernels 8" "elsewhere_copies 8" "elsewhere_graph 9" "green_kernels 8" "green_copies 8" "green_graph 9"; do
        for options in "$several" --metrics=gpu__time_duration.sum --replay-mode=application; do
            [[ "$mode $options" != *_graph*--replay-mode=application* ]] || continue # as ncu does: no graphs
            run FAKEGPU_BOARDS=$boards --cache-control none "$options" -f -o report -- "${mode% *}" 4
            status_is 0
            out_has "${mode% *} ok"
            err_lacks "not measured"
            err_lacks "no counters"
            results_are "${mode#* }"
            plain "$rooftop" -i "$report" --page raw --csv --metrics gpu__time_duration.sum
            same "context and device" "$(awk -F'","' 'NR > 2 { print $6, $10 }' "$work/out" | sort -u)" "2 $((boards - 1))"
        done
    done
done
done_check

check "kernels that write memory of another context, or of a pool: of the same GPU, opened by its owner, of the host, and beside memory that is closed"
for mode in "elsewhere_memory 1 8" "elsewhere_memory 2 4" "closed_to_green 2 4" "open_pool_of_other 2 4" "open_peer 2 4" "far_pool 2 8" "host_pool 2 8"; do
    read -r mode boards results <<<"$mode"
    for options in "$several" --metrics=gpu__time_duration.sum --replay-mode=application; do
        run FAKEGPU_BOARDS="$boards" --cache-control none "$options" -f -o report -- "$mode" 4
        status_is 0
        out_has "$mode ok"
        err_lacks "not measured"
        results_are "$results"
    done
done
done_check

check "kernels of a graph whose context is not the stream's run once, where they are"
for boards in 1 2; do
    run FAKEGPU_BOARDS=$boards "$several" -f -o report -- elsewhere_nodes 4
    status_is 0
    out_has "elsewhere_nodes ok"
    err_has "cannot run again: kernel of another context than the stream's"
    results_are 8
done
done_check

check "whole graphs that carry what they wrote into their next run are not run again"
for mode in "elsewhere_carried copy or fill of memory of another context or process" "host_carried copy from host memory that the graph writes"; do
    run FAKEGPU_BOARDS=2 "$several" --graph-profiling graph -f -o report -- "${mode%% *}" 4
    status_is 1
    out_has "${mode%% *} ok"
    err_has "cannot run again: ${mode#* }"
    no_report
done
done_check

check "whole graphs that carry what they wrote to pinned memory into their next run are put back"
for mode in pinned_carried pool_carried; do
    run "$several" --graph-profiling graph -f -o report -- $mode 4
    status_is 0
    out_has "$mode ok"
    results_are 4
done
done_check

check "a second context that is refused the counters: the first gives up what it has before it goes"
run FAKEGPU_FAIL=cuptiProfilerGetCounterAvailability=11@3 --set full -o report -- context_turns 4
status_is 1
out_has "context_turns ok"
err_has "the counters of device 0 cannot be used"
done_check

check "a copy of another device writes pinned memory while launches that reach it run again"
for metrics in "$several" --metrics=gpu__time_duration.sum; do
    run FAKEGPU_BOARDS=2 "$metrics" -f -o report -- copy_under_way
    status_is 0
    out_has "copy_under_way ok"
    results_are 6
done
done_check
