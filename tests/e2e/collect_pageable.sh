# Memory that the driver did not allocate, on a GPU that reaches it: launches that are given some run once, and what they
# computed stays. See tests/fakegpu/app_pageable.c.

several=--metrics=$(printf 'dram__count%d.sum,' {1..17})gpu__time_duration.sum
given="it is given memory that no call of the driver allocated"

# used "WHAT" RESULTS ONCE MODE [N]: ONCE launches have a time and no counters.
reaches=1
used()
{
    local what=$1 results=$2 once=$3 lacking
    shift 3
    check "$what"
    run FAKEGPU_PAGEABLE=$reaches "$several" -o report -- "$@"
    status_is 0
    out_has "$1 ok"
    results_are "$results"
    plain "$rooftop" -i "$report" --page raw --csv --print-units base --metrics gpu__time_duration.sum,dram__count1.sum
    lacking=$(grep -c '"no data","[1-9][0-9.]*"$' "$work/out")
    same "launches with a time and no counters" "$lacking" "$once"
    done_check
}

used "kernels count in memory of malloc(), the stack and variables" 34 24 pageable
used "kernels read memory that is gone after the launch" 12 6 pageable_read
used "kernels of a graph" 18 12 pageable_graph
used "in a structure, once a kernel was given some" 13 7 pageable_inside
used "in a structure, once there was advice for some" 12 6 pageable_inside 1
used "in a structure, once some was prefetched" 12 6 pageable_inside 2
used "addresses in a structure that no kernel reads cost nothing" 12 0 pageable_numbers

reaches=0
used "on any GPU, kernels write what a library got behind the driver's calls" 20 6 untold

check "a message for each of the first launches, and one for the rest"
run FAKEGPU_PAGEABLE=1 "$several" -o report -- pageable
err_count 3 ") has a time and no counters: $given"
err_has "21 more of count(unsigned int *) with a time and no counters: $given"
done_check

check "in one pass they are measured where they are made"
run FAKEGPU_PAGEABLE=1 --metrics gpu__time_duration.sum -o report -- pageable
status_is 0
out_has "pageable ok"
results_are 34
err_lacks "$given"
done_check

check "application replay measures them"
run FAKEGPU_PAGEABLE=1 --replay-mode application "$several" -o report -- pageable
status_is 0
out_has "pageable ok"
results_are 34
err_lacks "$given"
done_check

check "ranges that run again are given up, and others are measured"
run FAKEGPU_PAGEABLE=1 --replay-mode range "$several" -o report -- pageable_ranges
out_has "pageable_ranges ok"
err_has "a kernel in it is given memory that no call of the driver allocated"
results_are 2
run FAKEGPU_PAGEABLE=1 --replay-mode app-range "$several" -f -o report -- pageable_ranges
status_is 0
out_has "pageable_ranges ok"
results_are 3
done_check

check "graphs as a whole, too"
run FAKEGPU_PAGEABLE=1 --graph-profiling graph "$several" -o report -- pageable_graph
out_has "pageable_graph ok"
err_has "was not measured: $given"
results_are 6
done_check
