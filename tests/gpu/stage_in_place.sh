# shellcheck shell=bash
# Launches that are measured where the program makes them: application replay and kernel replay in a
# single pass, against kernel replay in several passes and against ncu, in counts, values
# and what a launch costs. Under 4 minutes. WINDOWS: a rooftop that replays single passes, too, whose
# time and counts stand beside. NATIVE_SAMPLES, RUN_SAMPLES, NATIVE_PARTS: fewer of it.

stage_in_place() {
    mkdir -p in_place
    : >in_place/table.md
    {
        echo "| launches of tiny, further ones after the first | rooftop, ms | ncu, ms | ratio |"
        echo "| --- | ---: | ---: | ---: |"
    } >>in_place/table.md
    local sample
    for sample in ${NATIVE_SAMPLES-tiny20 fills threads streams async_pool cluster coop graph_capture}; do
        in_place_counts "$sample"
    done
    for sample in ${RUN_SAMPLES-tiny20 fills threads}; do
        in_place_runs "$sample"
    done
    in_place_waits
    local part
    for part in ${NATIVE_PARTS-runs runs_flush single single_flush single_values runs_values}; do
        in_place_part "$part"
    done
}

in_place_part() { # NAME
    case $1 in
    runs) in_place_time runs 500 21 --replay-mode application --set basic --cache-control none ;;
    runs_alone) in_place_time runs 500 0 --replay-mode application --set basic --cache-control none ;;
    runs_flush) in_place_time runs_flush 200 0 --replay-mode application --set basic ;;
    single) in_place_time single 2000 51 --metrics gpu__time_duration.sum --cache-control none ;;
    single_flush) in_place_time single_flush 1000 51 --metrics gpu__time_duration.sum ;;
    single_values) in_place_values single --metrics gpu__time_duration.sum,sm__cycles_active.avg,smsp__inst_executed.sum ;;
    runs_values) in_place_values runs --replay-mode application --set basic ;;
    esac
}

in_place_page() { # BASE COUNTS: a line for each launch, in any order and without what tells processes apart
    timeout -k 5 "$COMMAND_LIMIT" "$ROOFTOP" -i "$1.ncu-rep" --page raw --csv --print-units base \
        --metrics "$2" 2>/dev/null | sed '1,2d; s/^"[^"]*","[^"]*",//' | sort
}

in_place_run() { # BASE ARGUMENT...: its trace says what sessions there were
    local base=$1
    shift
    ROOFTOP_TRACE=1 with_rooftop "$base" "$@"
    grep 'window of' "$base.log" >"$base.trace"
}

# One pass of the program's own launches, and two passes by replay: the same counts. Kernels of coop
# spin at a barrier, in other numbers of instructions each time.
in_place_counts() { # SAMPLE
    local base=in_place/single_$1 counts=launch__grid_size
    [ "$1" = coop ] || counts=$counts,smsp__inst_executed.sum,smsp__thread_inst_executed.sum
    counts=$counts,launch__registers_per_thread,launch__shared_mem_config_size,launch__occupancy_limit_shared_mem
    in_place_run "$base" --metrics "$counts" ./samples "$1"
    in_place_page "$base" "$counts" >"$base.txt"
    check "${base#*/}" "status $STATUS, the sample is right; $(grep -c . "$base.trace") sessions and windows" \
        grep -q "^$1 ok" "$base.log"
    with_rooftop "$base.replayed" --set detailed --metrics "$counts" ./samples "$1"
    in_place_page "$base.replayed" "$counts" >"$base.replayed.txt"
    check "${base#*/}_counts" "$(grep -c . "$base.txt") launches have the counts and facts of several passes; see\
 $base.*.txt" in_place_alike "$base.txt" "$base.replayed.txt"
}

in_place_alike() { # TXT TXT
    [ -s "$1" ] && cmp -s "$1" "$2"
}

# All metrics of the basic set have values, and the counts are those of kernel replay.
in_place_runs() { # SAMPLE
    local base=in_place/runs_$1 mode
    for mode in application kernel; do
        in_place_run "$base.$mode" --replay-mode "$mode" --set basic --metrics "$SAME_COUNTS" ./samples "$1"
        check "${base#*/}_$mode" "status $STATUS after $(milliseconds "$WALL_US") ms: $(tail -n 1 "$base.$mode.log")" \
            [ "$STATUS" = 0 ]
        in_place_page "$base.$mode" "$SAME_COUNTS" >"$base.$mode.txt"
        valued "$base.$mode.ncu-rep" >"$base.$mode.names"
    done
    check "${base#*/}_counts" "$(grep -c . "$base.kernel.txt") launches; see $base.*.txt" \
        in_place_alike "$base.kernel.txt" "$base.application.txt"
    check "${base#*/}_values" "$(wc -l <"$base.kernel.names") metrics have values; see $base.*.names" \
        cmp -s "$base.kernel.names" "$base.application.names"
}

# Kernels that wait for the processor: for a thread of the program in every mode that runs nothing
# again, for the one that launches them where the time alone is measured.
in_place_waits() {
    in_place_talk runs talk_thread --replay-mode application --set basic
    in_place_talk single talk --replay-timeout 2 --metrics gpu__time_duration.sum
}

in_place_talk() { # NAME SAMPLE OPTION...
    local base=in_place/talk_$1 sample=$2 valued
    shift 2
    in_place_run "$base" "$@" ./samples "$sample"
    valued=$(in_place_page "$base" gpu__time_duration.sum | grep -c '"[0-9,.]*"$')
    check "${base#*/}" "status $STATUS after $(milliseconds "$WALL_US") ms: $(grep "^$sample" "$base.log" | sort |
        uniq -c); $valued of 8 have values" [ "$STATUS/$valued" = 0/8 ]
}

in_place_time() { # NAME LAUNCHES NCU_LAUNCHES OPTION...
    local name=$1 launches=$2 fewer=$3 ours theirs=0 windows=
    shift 3
    in_place_run "in_place/time_${name}_one" "$@" ./samples tiny 1
    ours=$WALL_US
    in_place_run "in_place/time_$name" "$@" ./samples tiny "$launches"
    check "time_$name" "status $STATUS; $(tail -n 1 "in_place/time_$name.log")" \
        grep -q "$launches results" "in_place/time_$name.log"
    ours=$(((WALL_US - ours) / (launches - 1)))
    if [ "$fewer" -gt 0 ]; then
        with_ncu "in_place/time_${name}_ncu_one" "$@" ./samples tiny 1
        theirs=$WALL_US
        with_ncu "in_place/time_${name}_ncu" "$@" ./samples tiny "$fewer"
        theirs=$(((WALL_US - theirs) / (fewer - 1)))
    fi
    if [ -n "${WINDOWS:-}" ] && [[ $name = single* ]]; then
        local ROOFTOP=$WINDOWS
        with_rooftop "in_place/time_${name}_windows_one" "$@" ./samples tiny 1
        windows=$WALL_US
        with_rooftop "in_place/time_${name}_windows" "$@" ./samples tiny "$launches"
        windows=", in windows $(milliseconds $(((WALL_US - windows) / (launches - 1)))) ms"
    fi
    timing_row "$* ($launches, $fewer)" "$ours" "$theirs" 1 >>in_place/table.md
    say note "time_$name" "a further launch of $launches takes $(milliseconds "$ours") ms, ncu (of $fewer)\
 $(milliseconds "$theirs") ms$windows"
}

# Beside two runs of ncu; how many may be off is for who reads it.
in_place_values() { # NAME OPTION...
    local base=in_place/values_$1 run
    shift
    in_place_run "$base" "$@" ./samples tiny20
    raw_page "$ROOFTOP" "$base.ncu-rep" "$base.csv"
    for run in 1 2; do
        with_ncu "$base.ncu$run" "$@" ./samples tiny20
        raw_page "$NCU" "$base.ncu$run.ncu-rep" "$base.ncu$run.csv"
    done
    compare -v mode=off "$base.csv" "$base.ncu1.csv" "$base.ncu2.csv" >"$base.off.tsv"
    say note "${base#*/}" "$(total "$base.off.tsv"); mean time $(mean_time "$base.csv") ns, ncu\
 $(mean_time "$base.ncu1.csv") and $(mean_time "$base.ncu2.csv") ns; see $base.off.tsv"
}
