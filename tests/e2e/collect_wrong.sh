# Calls that fail have taken nothing away: launches behind them are measured, and compute what they compute by themselves. See
# tests/fakegpu/app_wrong.c.

several=--metrics=$(printf 'dram__count%d.sum,' {1..17})gpu__time_duration.sum

# still WHAT RESULTS MODE: measured in windows of all sizes, none of its launches only once.
still()
{
    local window
    check "$1"
    for window in 1 4 100; do
        run "$several" --replay-window $window -f -o report -- "$3"
        status_is 0
        out_has "$3 ok"
        results_are "$2"
        err_lacks "with a time and no counters"
    done
    done_check
}

still "frees of the wrong kind, and of a part" 90 wrong_frees
still "frees and an unloading while the thread captures" 60 wrong_moment
