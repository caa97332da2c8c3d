# shellcheck shell=bash
# Wall time of tiny20 under rooftop and under ncu, three runs of each in turn. The judged
# ratio is of whole runs; what a launch adds is (20 launches - 1 launch) / 19.

stage_timing() {
    local run ours theirs ours_one theirs_one ratio
    TIMING_FAILURES=0
    : >timing/walls.txt
    for run in 1 2 3; do
        time_one "plain$run" plain 20
        time_one "rooftop$run" with_rooftop 20
        time_one "ncu$run" with_ncu 20 --set basic
        time_one "rooftop-one$run" with_rooftop 1
        time_one "ncu-one$run" with_ncu 1 --set basic
    done
    ours=$(median rooftop)
    theirs=$(median ncu)
    ours_one=$(median rooftop-one)
    theirs_one=$(median ncu-one)
    ratio=$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.3f", (b > 0 ? a / b : 99) }')
    {
        echo "| tiny20, median of 3 runs | rooftop | ncu | ratio |"
        echo "| --- | ---: | ---: | ---: |"
        timing_row "whole run, ms" "$ours" "$theirs" 1
        timing_row "whole run, ms per launch" "$ours" "$theirs" 20
        timing_row "run with one launch, ms" "$ours_one" "$theirs_one" 1
        timing_row "each further launch, ms" $((ours - ours_one)) $((theirs - theirs_one)) 19
        echo
        echo "The program takes $(milliseconds "$(median plain)") ms without a profiler."
    } >timing/table.md
    if [ "$TIMING_FAILURES" != 0 ]; then
        fail timing "$TIMING_FAILURES runs were no good: see timing/failures.txt"
        return
    fi
    check timing "tiny20 $(milliseconds $((ours / 20))) ms per launch, ncu\
 $(milliseconds $((theirs / 20))) ms, ratio $ratio (at most $RATIO_LIMIT)" \
        at_most "$ratio" "$RATIO_LIMIT"
}

plain() { # BASE PROGRAM...
    local base=$1
    shift
    launch "$base.log" "$@"
}

time_one() { # LABEL HOW LAUNCHES [OPTION...]
    local label=$1 how=$2 launches=$3
    shift 3
    "$how" "timing/$label" "$@" ./samples tiny "$launches"
    echo "$label $WALL_US" >>timing/walls.txt
    if [ "$STATUS" != 0 ] || ! grep -q '^tiny ok' "timing/$label.log" ||
        ! timed_report_is_full "$label" "$how" "$launches"; then
        TIMING_FAILURES=$((TIMING_FAILURES + 1))
        echo "$label: status $STATUS, or not $launches results" >>timing/failures.txt
    fi
}

timed_report_is_full() { # LABEL HOW LAUNCHES
    local base=timing/$1 reader=$ROOFTOP
    case $2 in
    plain) return 0 ;;
    with_ncu) reader=$NCU ;;
    esac
    raw_page "$reader" "$base.ncu-rep" "$base.csv"
    [ "$(results "$base.csv")" = "$3" ]
}

median() { # LABEL: of its three wall times, in microseconds
    sed -n "s/^$1[1-3] //p" timing/walls.txt | sort -n | sed -n 2p
}

timing_row() { # TITLE OURS_US THEIRS_US DIVISOR
    awk -v title="$1" -v a="$2" -v b="$3" -v n="$4" 'BEGIN {
        ratio = b > 0 ? sprintf("%.3f", a / b) : "-"
        printf "| %s | %.1f | %.1f | %s |\n", title, a / n / 1000, b / n / 1000, ratio }'
}
