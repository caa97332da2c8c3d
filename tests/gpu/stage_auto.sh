# shellcheck shell=bash
# rooftop --auto beside a report that has every launch: the ranking of kernels, totals, intervals, and what it takes. Also
# by itself: STAGES=auto bash tests/gpu/run.sh ROOFTOP OUT
#
# AUTO_LOOPS: loops of python/torch_loops.py with their steps and the seconds of the budget; AUTO_LONG: a loop of about 100,000
# launches (empty: none); AUTO_LIMIT: seconds for one command. The same metrics in both: the section WholeProgram. Before that a
# CUDA program (programs/wave.cu) of which one kernel goes through memory along the wrong axis, with the full set (AUTO_WAVE,
# empty: not that).

AUTO_LOOPS=${AUTO_LOOPS:-float32:12:4 generate:100:4 convolutions:16:4}
AUTO_LONG=${AUTO_LONG-float32:330}
AUTO_LIMIT=${AUTO_LIMIT:-100}

stage_auto() {
    local loop
    mkdir -p auto && cd auto || return
    [ -z "${AUTO_WAVE-1}" ] || auto_wave
    python3 -c 'import torch' 2>/dev/null || { skip auto "no PyTorch"; cd ..; return; }
    for loop in $AUTO_LOOPS; do
        IFS=: read -r name steps budget <<<"$loop"
        auto_beside_all "$name" "$steps" "$budget"
    done
    [ -z "$AUTO_LONG" ] || auto_long "${AUTO_LONG%%:*}" "${AUTO_LONG##*:}"
    cd ..
}

# Sets WALL: seconds of the command, whose output goes to LOG.
auto_timed() { # LOG COMMAND...
    local log=$1 start
    shift
    start=$(now_us)
    timeout -k 5 "$AUTO_LIMIT" "$@" >"$log" 2>&1 </dev/null
    WALL=$(awk -v us=$(($(now_us) - start)) 'BEGIN { printf "%.1f", us / 1e6 }')
}

auto_wave() {
    local plain
    "${NVCC:-nvcc}" -arch="${ARCH:-native}" -std=c++17 -O2 -lineinfo -o wave "$HERE/programs/wave.cu" >wave.build.txt 2>&1 ||
        { fail auto-wave "see auto/wave.build.txt"; return; }
    auto_timed wave.plain.log ./wave
    plain=$WALL
    auto_timed wave.auto.log "$ROOFTOP" --auto --import-source yes --clock-control none -f -o wave ./wave
    say info auto-wave-time "plain $plain s, --auto $WALL s"
    # Each run says the same line: the traced one and the measured one.
    check auto-wave-output "all runs computed $(grep -a '^wave ' wave.plain.log)" \
        [ "$(grep -ah '^wave ' wave.plain.log wave.auto.log | sort -u | wc -l)" = 1 ]
    "$ROOFTOP" -i wave.ncu-rep --page summary >wave.summary.txt 2>&1
    check auto-wave-first "the summary begins with $(grep -om 1 'absorb\|advance' wave.summary.txt)" \
        [ "$(grep -om 1 'absorb\|advance' wave.summary.txt)" = absorb ]
}

# Seconds that went into windows, and how many launches they had: from messages of --verbose.
auto_windows() {
    sed -n 's/.* \([0-9]*\) launche\{0,1\}s\{0,1\} measured together in \([0-9.]*\) s.*/\1 \2/p' "$1" |
        awk '{ n += $1; s += $2; w++ } END { printf "%d launches in %d windows, %.1f s", n, w, s }'
}

auto_beside_all() { # LOOP STEPS BUDGET
    local program="python3 $HERE/python/torch_loops.py $1 $2" plain auto full
    # shellcheck disable=SC2086
    auto_timed "$1.plain.log" $program
    plain=$WALL
    # shellcheck disable=SC2086
    auto_timed "$1.auto.log" "$ROOFTOP" --auto --auto-budget "$3" --section WholeProgram --verbose -f -o "$1.auto" $program
    auto=$WALL
    # shellcheck disable=SC2086
    auto_timed "$1.all.log" "$ROOFTOP" --section WholeProgram --verbose -f -o "$1.all" $program
    full=$WALL
    python3 "$HERE/python/auto_totals.py" "$ROOFTOP" "$1.auto.ncu-rep" "$1.all.ncu-rep" >"$1.txt" 2>&1
    say info "auto-$1" "$(tr '\n' ';' <"$1.txt")"
    say info "auto-$1-time" "plain $plain s, --auto $auto s ($(auto_windows "$1.auto.log")), all $full s ($(auto_windows "$1.all.log"))"
    # shellcheck disable=SC2016
    check "auto-$1-totals" "$(tail -n 1 "$1.txt")" awk '/^worst/ { good = $2 <= 1 && $8 == "same" && $4 >= 0.95 * $6 } END { exit !good }' "$1.txt"
    # A window costs about 22 ms and 2 ms for each launch, so a tenth needs many launches.
    [ "$(awk '/^launches/ { print ($2 >= 10000) }' "$1.txt")" != 1 ] || check "auto-$1-tenth" "measuring took at most a tenth: $(auto_windows "$1.auto.log") of $(auto_windows "$1.all.log")" \
        test "$(awk -v a="$(auto_windows "$1.auto.log" | sed 's/.*, //; s/ s//')" -v b="$(auto_windows "$1.all.log" | sed 's/.*, //; s/ s//')" 'BEGIN { print (a <= b / 10) }')" = 1
    # What the program and rooftop say may share a line.
    local said
    said=$(awk -v name="$1" '$1 == name { print }' "$1.plain.log")
    check "auto-$1-output" "four runs of the program said $said" \
        test "$(cat "$1.plain.log" "$1.auto.log" "$1.all.log" | grep -oF -- "$said" | wc -l)" = 4
}

# Everything that --auto collects by default, in a program of 100,000 launches.
auto_long() { # LOOP STEPS
    local program="python3 $HERE/python/torch_loops.py $1 $2" plain auto
    # shellcheck disable=SC2086
    auto_timed long.plain.log $program
    plain=$WALL
    # shellcheck disable=SC2086
    auto_timed long.log "$ROOFTOP" --auto --verbose -f -o long $program
    auto=$WALL
    "$ROOFTOP" long.ncu-rep --page auto >long.auto 2>&1
    "$ROOFTOP" long.ncu-rep --page summary >long.summary 2>&1
    say info auto-long-time "plain $plain s, --auto $auto s, $(auto_windows long.log)"
    say info auto-long "$(sed -n '5p;12p' long.auto | tr -s ' ' | tr '\n' ';')"
    check auto-long-minute "beyond two runs of the program it took at most 70 s" \
        awk -v a="$auto" -v p="$plain" 'BEGIN { exit !(a > 0 && a <= 2 * p + 70) }'
}
