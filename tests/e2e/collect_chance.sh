# Programs that a seed writes (tests/fakegpu/app_chance.c): several threads, contexts, streams, graphs and kinds of memory. What
# they compute is the same without a profiler and in each way of measuring. CHANCE_SEEDS: which (1 to 10).

several=--metrics=$(printf 'dram__count%d.sum,' {1..17})gpu__time_duration.sum
chance_ways=("$several" --metrics=gpu__time_duration.sum "$several --replay-window 3" "$several -k regex:count"
    "$several --graph-profiling graph" "--section SourceCounters" "--replay-mode application $several"
    "--replay-mode range $several" "--replay-mode app-range $several")

# A program of one thread needs as much memory in each run. Memory of the GPU: the least of these with which it ends well by itself.
chance_sizes="300000 600000 4200000 6500000 8400000 12600000"

# chance_is WAY: what the program computes. Set besides: $seed, $boards, $computed; $1...: for the doubles.
chance_is()
{
    local way=$1
    shift
    # shellcheck disable=SC2086
    run FAKEGPU_BOARDS=$boards FAKEGPU_PAGEABLE=$((seed % 5 == 0)) FAKEGPU_PEER=$seed "$@" --cache-control none $way -f -o report -- chance "$seed"
    out_has "chance ok"
    same "what it computes with $boards GPU(s), $* and ${way/$several/several passes}" "$(grep -ah "^chance $seed:" "$work/out" "$work/err")" "$computed"
}

for seed in ${CHANCE_SEEDS:-1 2 3 4 5 6 7 8 9 10}; do
    check "a program that a seed writes: $seed"
    for boards in 1 2; do
        take_variables FAKEGPU_BOARDS=$boards FAKEGPU_PAGEABLE=$((seed % 5 == 0))
        plain "$app" chance "$seed"
        status_is 0
        computed=$(grep "^chance $seed:" "$work/out")
        for way in "${chance_ways[@]}"; do
            # Threads come in another order in each run, and then the counters of a run fit those of the one before no more.
            # One thread has ranges.
            [[ $way != *--replay-mode* || $((seed % 3)) = 0 ]] || continue
            chance_is "$way"
        done
        [ $((seed % 3)) = 0 ] || continue
        for size in $chance_sizes; do
            take_variables FAKEGPU_BOARDS=$boards FAKEGPU_PAGEABLE=$((seed % 5 == 0)) FAKEGPU_MEMORY="$size"
            plain "$app" chance "$seed"
            [ "$status" != 0 ] || break
        done
        chance_is "$several" FAKEGPU_MEMORY="$size"
        chance_is "$several --replay-window 3" FAKEGPU_MEMORY="$size"
    done
    done_check
done
