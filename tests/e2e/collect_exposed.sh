# Memory that other processes, GPUs and engines can write: nothing of what they write is lost while launches run again, and
# launches that can get at it run once. The program compares all of its memory with a model, see tests/fakegpu/app_exposed.c.

several=--metrics=$(printf 'dram__count%d.sum,' {1..17})
once="it can reach memory that other processes, GPUs or engines write"

# beside MODE RESULTS [OPTION...]: own work beside others that write, at the moments that several seeds choose.
beside()
{
    local mode=$1 results=$2 seed
    shift 2
    check "$mode: what others write stays${2:+, ${*:2}}"
    for seed in 1 2 3; do
        run FAKEGPU_PEER=$seed -f -o report "$@" -- "$mode"
        status_is 0
        out_has "$mode ok"
        results_are "$results"
    done
    err_lacks "$once"
    done_check
}

for mode in exports exports_pool exports_handle exports_early imports imports_handle; do
    beside $mode 36 "$several"
done
beside shares_host 18 "$several"
beside exports_handle 36 "$several" --cache-control all
beside imports_handle 36 "$several" --replay-window 1
beside exports 36 --metrics gpu__time_duration.sum
beside imports_handle 24 "$several" -k regex:inplace

# watched LAUNCHES KERNEL: these have a time and no counters.
watched()
{
    plain "$rooftop" -i "$report" --page raw --csv --print-units base -k "regex:$2" --metrics gpu__time_duration.sum,dram__count1.sum
    same "times of $2 without counters" "$(grep -c '"no data","[1-9][0-9.]*"$' "$work/out")" "$1"
}

check "launches that can get at exported memory run once, and have their time: the others are measured"
for seed in 1 2 3; do
    run FAKEGPU_PEER=$seed "$several,gpu__time_duration.sum" -f -o report -- exported_sum
    status_is 0
    out_has "exported_sum ok"
    results_are 36
done
err_count 6 ") has a time and no counters: $once"
err_has "3 more of count(unsigned int *) with a time and no counters: $once"
err_has "3 more of count_at(unsigned int **) with a time and no counters: $once"
watched 12 '^count'
done_check

check "launches that can get at registers of a device run once, and at once"
for seed in 1 2 3; do
    run FAKEGPU_PEER=$seed "$several,gpu__time_duration.sum" -f -o report -- registers
    status_is 0
    out_has "registers ok"
    results_are 36
done
watched 12 '^count'
done_check

check "launches with a surface on an array of graphics run once"
for window in 1 100; do
    run "$several,gpu__time_duration.sum" --replay-window $window -f -o report -- graphics
    status_is 0
    out_has "graphics ok"
    results_are 30
done
watched 6 surf
done_check

check "two GPUs: pointers to exported memory in the memory of the other one"
for seed in 1 2 3; do
    run FAKEGPU_BOARDS=2 FAKEGPU_PEER=$seed "$several,gpu__time_duration.sum" -f -o report -- exported_far
    status_is 0
    out_has "exported_far ok"
    results_are 36
done
err_has "3 more of count(unsigned int *) with a time and no counters: $once"
err_has "3 more of count_at(unsigned int **) with a time and no counters: $once"
done_check

check "a graph that can get at exported memory runs once, and its kernels have their time"
for seed in 1 2 3; do
    run FAKEGPU_PEER=$seed "$several,gpu__time_duration.sum" -f -o report -- exported_graph
    status_is 0
    out_has "exported_graph ok"
    results_are 42
done
err_count 6 ") has a time and no counters: $once"
err_has "9 more of count(unsigned int *) with a time and no counters: $once"
err_has "3 more of inplace(float *, float, int) with a time and no counters: $once"
watched 12 '^count'
watched 6 '^inplace'
done_check

check "where the program uses activity records itself, they have no time"
run FAKEGPU_PEER=1 FAKEGPU_FAIL=cuptiActivityRegisterCallbacks=1 "$several" -f -o report -- exported_sum
status_is 0
out_has "exported_sum ok"
results_are 24
err_count 6 ") was not measured: $once"
err_has "3 more of count(unsigned int *) not measured: $once"
done_check

check "in one pass they are measured where they are made"
run FAKEGPU_PEER=1 --metrics gpu__time_duration.sum -o report -- exported_sum
status_is 0
out_has "exported_sum ok"
results_are 36
err_lacks "$once"
done_check

check "a pointer to exported memory that comes while launches are collected"
run "$several" -o report -- exported_later
out_has "exported_later ok"
results_are 14
err_count 2 ") has a time and no counters: $once"
done_check

check "application replay measures all of them"
run FAKEGPU_PEER=1 --replay-mode application "$several" -o report -- exported_sum
status_is 0
out_has "exported_sum ok"
results_are 36
done_check

# By a pointer in device memory; on from the piece of mapped memory that it has a pointer to.
for mode in strays_at:19 strays_on:23; do
    check "${mode%:*}: a kernel that writes elsewhere each time is not taken for somebody else"
    run "$several" -o report -- "${mode%:*}"
    status_is 0
    out_has "${mode%:*} ok"
    results_are "${mode#*:}"
    err_lacks "no launch can reach"
    done_check
done

check "a pointer to memory beside which exported memory is mapped"
run "$several" -o report -- exports_behind
out_has "exports_behind ok"
results_are 19
err_count 1 "(launch 0) has a time and no counters: $once"
done_check

# Before rooftop is at work nobody looks, so that it is not found out at each moment.
check "what somebody writes of whom no call tells stays, and ends profiling"
found=0
for moment in 1 12 20 28 36 44 52 60 68 76; do
    run "$several" --replay-window 6 -f -o report -- stranger $moment
    out_has "stranger ok"
    case $status in
    0) err_lacks "no launch can reach" ;;
    *)
        status_is 1
        err_has "device memory that no launch can reach was written while launches ran again"
        found=$((found + 1))
        ;;
    esac
done
[ $found -ge 7 ] || wrong "it was found out at $found of 10 moments"
done_check
