# shellcheck shell=bash
# Every sample, plain and under rooftop: it must find its own result right both times, and the
# report must hold one result for each launch.

stage_samples() {
    local name launches
    ./samples list >samples.txt
    while read -r name launches; do
        launch "runs/$name.plain.log" ./samples "$name"
        check "plain $name" "status $STATUS" self_check_passed "$name" "runs/$name.plain.log"
        sample_under_rooftop "$name" "$launches"
    done <samples.txt
    all_in_one_process
}

# The sample's own word for it, in a log, and a status of 0.
self_check_passed() { # NAME LOG
    [ "$STATUS" = 0 ] && grep -Eq "^$1 ok" "$2"
}

sample_under_rooftop() { # NAME LAUNCHES
    local name=$1 launches=$2 base=runs/$1 found
    with_rooftop "$base" ./samples "$name"
    # Launches captured into graphs are not profiled: the program's result is right, and rooftop says that it has none.
    if [ "$name" = graph_capture ]; then
        grep -Eq "^$name ok" "$base.log" && grep -q 'only inside CUDA graphs' "$base.log" && [ "$STATUS" = 1 ]
        check "rooftop $name" "status $STATUS, nothing outside of graphs to profile" [ $? = 0 ]
        return
    fi
    if ! self_check_passed "$name" "$base.log"; then
        fail "rooftop $name" "status $STATUS: $(grep -E "^$name |rror" "$base.log" | head -n 1)"
        return
    fi
    grep -q "^$name ok (skipped" "$base.log" && launches=0
    raw_page "$ROOFTOP" "$base.ncu-rep" "$base.csv"
    found=$(results "$base.csv")
    check "rooftop $name" "$found results for $launches launches, $(milliseconds "$WALL_US") ms" \
        [ "$found" = "$launches" ]
}

# One process with every kind of launch, so that what one leaves behind meets the next. The sample marked ends with
# cudaProfilerStop.
all_in_one_process() {
    local total found
    with_rooftop runs/all --disable-profiler-start-stop ./samples all
    total=$(awk 'NR == FNR { launches[$1] = $2; next }
        $2 == "ok" && $3 != "(skipped:" && $1 != "graph_capture" { n += launches[$1] } END { print n + 0 }' \
        samples.txt runs/all.log)
    raw_page "$ROOFTOP" runs/all.ncu-rep runs/all.csv
    found=$(results runs/all.csv)
    if [ "$STATUS" = 0 ] && ! grep -q FAILED runs/all.log && [ "$found" = "$total" ]; then
        ok "rooftop all" "$found results for $total launches, $(milliseconds "$WALL_US") ms"
    else
        fail "rooftop all" "status $STATUS, $found results for $total launches," \
            "$(grep -c FAILED runs/all.log) samples FAILED"
    fi
}
