# shellcheck shell=bash
# What many launches in one window bring, and that they change nothing: what a launch costs, here
# and under ncu, with caches flushed and not, for the basic and the full set; a transformer
# in PyTorch with its result and its time; windows of one launch against larger ones; counters that
# stay on between launches against such that are stopped after each; and a program of which no kernel
# is chosen. WINDOW_SAMPLES: samples that are measured both ways.

stage_windows() {
    mkdir -p windows
    : >windows/table.md
    {
        echo "| launches of tiny, further ones after the first | rooftop, ms | ncu, ms | ratio |"
        echo "| --- | ---: | ---: | ---: |"
    } >>windows/table.md
    launch_cost "basic" 1000 21 0.0556 --set basic
    launch_cost "basic, caches left" 1000 21 0.0286 --set basic --cache-control none
    launch_cost "full, caches left" 200 4 0.0286 --set full --cache-control none
    growing_windows
    same_in_windows
    same_with_open_gate
    transformer infer 4
    transformer train 1
    no_kernel_chosen
}

# Runs a program under one of the two, and notes its time. The last word of the program's output
# has to be there.
timed() { # NAME HOW WORD ARGUMENT...
    local name=$1 how=$2 word=$3
    shift 3
    "$how" "windows/$name" "$@"
    [ "$STATUS" = 0 ] && grep -q "$word" "windows/$name.log" && return
    fail "windows $name" "status $STATUS: $(tail -n 3 "windows/$name.log")"
    return 1
}

launch_cost() { # TITLE LAUNCHES NCU_LAUNCHES LIMIT OPTION...
    local title=$1 launches=$2 fewer=$3 limit=$4 name ours theirs ratio
    shift 4
    name=$(tr -c 'a-z\n' _ <<<"$title")
    timed "${name}_one" with_rooftop '^tiny ok' "$@" ./samples tiny 1 || return
    ours=$WALL_US
    timed "$name" with_rooftop '^tiny ok' "$@" ./samples tiny "$launches" || return
    ours=$(((WALL_US - ours) / (launches - 1)))
    timed "${name}_ncu_one" with_ncu '^tiny ok' "$@" ./samples tiny 1 || return
    theirs=$WALL_US
    timed "${name}_ncu" with_ncu '^tiny ok' "$@" ./samples tiny "$fewer" || return
    theirs=$(((WALL_US - theirs) / (fewer - 1)))
    timing_row "$title, $launches ($fewer)" "$ours" "$theirs" 1 >>windows/table.md
    ratio=$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.4f", (b > 0 ? a / b : 99) }')
    check "windows $title" "$(milliseconds "$ours") ms a launch, ncu $(milliseconds "$theirs") ms, ratio\
 $ratio (at most $limit)" at_most "$ratio" "$limit"
}

# The profiler has to have room for a window that is larger than the ones before.
growing_windows() {
    local option found
    for option in all none; do
        timed "groups_$option" with_rooftop '^groups ok' --cache-control "$option" ./samples groups || return
        raw_page "$ROOFTOP" "windows/groups_$option.ncu-rep" "windows/groups_$option.csv"
        found=$(results "windows/groups_$option.csv")
        check "windows groups $option" "windows that grow and shrink: $found of 459 launches measured" \
            [ "$found" = 459 ]
    done
}

# Two runs with windows of one say what repeats exactly; that has to be the same in larger windows.
same_in_windows() {
    local name run base wrong
    for name in ${WINDOW_SAMPLES-tiny20 streams atomics divergence}; do
        base=windows/$name
        for run in one again; do
            with_rooftop "$base.$run" --replay-window 1 ./samples "$name"
            raw_page "$ROOFTOP" "$base.$run.ncu-rep" "$base.$run.csv"
        done
        with_rooftop "$base" ./samples "$name"
        raw_page "$ROOFTOP" "$base.ncu-rep" "$base.csv"
        awk -f "$HERE/csv.awk" -f "$HERE/compare.awk" -v mode=off -v pair=kernel "$base.csv" \
            "$base.one.csv" "$base.again.csv" >"$base.off.tsv"
        wrong=$(grep -c 'exact' "$base.off.tsv")
        check "windows $name" "of one and of many: $(total "$base.off.tsv"); exact ones off: $wrong" \
            [ "$wrong" = 0 ]
    done
}

# The same with CUPTI's calls after each launch made and left out; and what that brings.
same_with_open_gate() {
    local name run base wrong each
    for name in ${WINDOW_SAMPLES-tiny20 streams atomics divergence}; do
        base=windows/$name.gate
        for run in each again; do
            ROOFTOP_COUNTER_GATE=each with_rooftop "$base.$run" ./samples "$name"
            raw_page "$ROOFTOP" "$base.$run.ncu-rep" "$base.$run.csv"
        done
        with_rooftop "$base" ./samples "$name"
        raw_page "$ROOFTOP" "$base.ncu-rep" "$base.csv"
        awk -f "$HERE/csv.awk" -f "$HERE/compare.awk" -v mode=off -v pair=kernel "$base.csv" \
            "$base.each.csv" "$base.again.csv" >"$base.off.tsv"
        wrong=$(grep -c 'exact' "$base.off.tsv")
        check "windows gate $name" "counters left on between launches, against stopped after each:\
 $(total "$base.off.tsv"); exact ones off: $wrong" [ "$wrong" = 0 ]
    done
    ROOFTOP_COUNTER_GATE=each timed gate_each with_rooftop '^tiny ok' --cache-control none ./samples tiny 1000 || return
    each=$WALL_US
    timed gate_open with_rooftop '^tiny ok' --cache-control none ./samples tiny 1000 || return
    check "windows gate" "1,000 launches, caches left alone: $(milliseconds "$WALL_US") ms, stopped after each\
 $(milliseconds "$each") ms" at_most "$WALL_US" "$each"
}

# Profiles with ncu; each line of its log begins with the second in which it came.
with_stamped_ncu() { # BASE ARGUMENT...
    local base=$1 line
    shift
    rm -f "$base.ncu-rep"
    # ncu's program has a process group of its own. It goes with ncu, else it keeps its memory of the GPU.
    # shellcheck disable=SC2016
    setsid -w bash -c '
        timeout -k 5 "$@"; status=$?
        for process in $(pgrep -s $$); do [ "$process" = $$ ] || kill -KILL "$process"; done 2>/dev/null
        for second in {1..30}; do [ "$(pgrep -s $$ -r D,R,S,T,t)" = $$ ] && break; sleep 1; done
        exit $status' ncu \
        "$COMMAND_LIMIT" "$NCU" --clock-control none -o "$base.ncu-rep" -f "$@" 2>&1 </dev/null |
        while IFS= read -r line; do printf '%s %s\n' "$EPOCHREALTIME" "$line"; done >"$base.log"
    STATUS=${PIPESTATUS[0]}
}

# Microseconds from the line on one launch to that on the next, in the mean.
ncu_pace() { # LOG
    awk '/==PROF== Profiling/ { if (!n++) first = $1; last = $1 }
        END { printf "%d", (n > 1 ? (last - first) / (n - 1) * 1e6 : 0) }' "$1"
}

transformer() { # MODE STEPS
    local mode=$1 steps=$2 ours theirs few launches=31 plain all middle
    local -a program=(python3 "$HERE/transformer.py" "$mode" "$steps")
    if ! python3 -c 'import torch' 2>/dev/null; then
        skip "windows $mode" "no PyTorch"
        return
    fi
    export CUBLAS_WORKSPACE_CONFIG=:4096:8
    timed "$mode.plain" plain "^$mode" "${program[@]}" || return
    plain=$WALL_US
    timed "$mode" with_rooftop "^$mode" "${program[@]}" || return
    ours=$WALL_US
    grep "^$mode" "windows/$mode.plain.log" >windows/wanted
    check "windows $mode result" "$(grep "^$mode" "windows/$mode.log")" \
        cmp -s windows/wanted <(grep "^$mode" "windows/$mode.log")
    raw_page "$ROOFTOP" "windows/$mode.ncu-rep" "windows/$mode.csv"
    few=$(results "windows/$mode.csv") all=$(sed -n 's/.*report .*, \([0-9]*\) results$/\1/p' "windows/$mode.log")
    check "windows $mode results" "$few of $all measured" [ "$few" = "$all" ]
    ours=$(((ours - plain) / few))
    # From the middle: a program's first launches fill small memory, and cost ncu less.
    middle=$((few / 2))
    # The time is taken between its own lines: what the program takes by itself varies by seconds.
    timed "$mode.ncu" with_stamped_ncu " $mode" -s "$middle" -c "$launches" "${program[@]}" || return
    theirs=$(ncu_pace "windows/$mode.ncu.log")
    raw_page "$ROOFTOP" "windows/$mode.ncu.ncu-rep" "windows/$mode.ncu.csv"
    {
        head -n 2 "windows/$mode.csv"
        tail -n +3 "windows/$mode.csv" | tail -n +$((middle + 1)) | head -n "$launches"
    } >"windows/$mode.middle.csv"
    compare -v mode=off "windows/$mode.middle.csv" "windows/$mode.ncu.csv" >"windows/$mode.off.tsv"
    say note "windows $mode values" "$launches from the middle beside one run of ncu:\
 $(total "windows/$mode.off.tsv")"
    timing_row "$mode, $few launches ($launches)" "$ours" "$theirs" 1 >>windows/table.md
    check "windows $mode" "$few launches, $(milliseconds "$ours") ms each beyond the program, ncu\
 $(milliseconds "$theirs") ms" at_most "$ours" $((theirs / 20))
}

# The fastest of five runs each: what a run of one second takes varies by a tenth.
no_kernel_chosen() {
    local run plain=0 ours=0
    for run in 1 2 3 4 5; do
        launch windows/none.plain.log ./samples tiny 200000
        [ "$plain" != 0 ] && [ "$plain" -le "$WALL_US" ] || plain=$WALL_US
        launch windows/none.log "$ROOFTOP" --clock-control none -k nosuch ./samples tiny 200000
        [ "$ours" != 0 ] && [ "$ours" -le "$WALL_US" ] || ours=$WALL_US
        grep -q '^tiny ok' windows/none.log || fail "windows none" "$(tail -n 3 windows/none.log)"
    done
    check "windows none" "200,000 launches, none chosen: $(milliseconds "$ours") ms, without a profiler\
 $(milliseconds "$plain") ms" at_most "$ours" $((plain * 105 / 100 + 150000))
}
