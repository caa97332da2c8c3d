# Pools that take most of the device's memory, so that there is no room for a copy of it: programs compute what they
# compute without a profiler, and what can be measured is. Each program compares its whole pool with a model of its own.

nine=gpu__time_duration.sum,dram__bytes.sum,sm__cycles_active.avg,lts__t_bytes.sum,l1tex__t_bytes.sum
nine+=,sm__inst_executed.sum,smsp__inst_executed.sum,dram__bytes_read.sum,dram__bytes_write.sum

# pool MEGABYTES_OF_THE_DEVICE PROGRAM MEGABYTES_OF_THE_POOL [OPTIONS...]
pool()
{
    run FAKEGPU_MEMORY=$(($1 << 20)) --metrics $nine "${@:4}" -f -o report -- "$2" "$3"
    status_is 0
    out_has "$2 ok"
}

# The values of the report, without what differs from run to run.
values()
{
    rows | cut -d'"' -f24-
}

check "100 GiB that were never touched: only what was written is copied"
pool 112640 emptypool 102400
results_are 24
values >"$work/values"
done_check

check "the values are those beside a small pool"
pool 112640 emptypool 100
same "values" "$(values)" "$(cat "$work/values")"
has_values=$(values | grep -c '[1-9]')
same "rows with values" "$has_values" 24
done_check

check "random bytes everywhere: launches, fills and copies in one window"
pool 430 fullpool 120
results_are 18
values >"$work/values"
pool 2000 fullpool 120
same "values" "$(values)" "$(cat "$work/values")"
done_check

check "the same where a kernel flushes the caches before each launch"
pool 558 fullpool 120 --cache-control all
results_are 18
same "values" "$(values)" "$(cat "$work/values")"
done_check

check "no device memory is left for copies: they lie on the host"
pool 376 fullpool 120
results_are 18
done_check

check "allocations of a stream beside the pool"
pool 430 asyncpool 120
results_are 18
done_check

check "what was not foreseen is measured when it comes again"
pool 430 learnpool 120
results_are 5
err_has "wrote where that was not foreseen"
done_check

check "data tell the same launch to write elsewhere: it is not run again where it must not be"
run FAKEGPU_MEMORY=$((430 << 20)) --metrics $nine -f -o report -- datapool 120
out_has "datapool ok"
err_has "wrote where that was not foreseen"
done_check

check "places that atomics give: the launch must have written the same ones twice"
run FAKEGPU_MEMORY=$((430 << 20)) --metrics $nine -f -o report -- atomicpool 120
out_has "atomicpool ok"
err_has "(launch 0) was not measured"
done_check

check "a kernel that never writes where it wrote before is never run again"
run FAKEGPU_MEMORY=$((430 << 20)) --metrics $nine -f -o report -- wanderpool 120
out_has "changed 6"
out_has "wanderpool ok"
err_has "6 of 6 launches could not be measured"
done_check

check "a range is not run again as one, and says what to do"
run FAKEGPU_MEMORY=$((430 << 20)) --metrics $nine --replay-mode range -f -o report -- fullpool 120
out_has "fullpool ok"
err_has "or use --replay-mode app-range"
done_check

check "with room for all that is not uniform, series are measured"
run FAKEGPU_MEMORY=$((110 << 30)) --metrics $nine --series grid=32 -f -o report -- emptypool 102400
out_has "emptypool ok"
results_are 48
done_check

# pair PROGRAM SIZES RESULTS: two GPUs write each other's pools; sizes are those of the windows
pair()
{
    run FAKEGPU_BOARDS=2 FAKEGPU_MEMORY=$((640 << 20)) ROOFTOP_TRACE=1 --metrics $nine -f -o report -- "$1" 200
    status_is 0
    out_has "$1 ok"
    windows_are "$2"
    results_are "$3"
    done_check
}

check "two GPUs that write each other's pools share windows"
pair pairpool "2 10 12" 24

check "the same where both pools are mapped for both GPUs"
pair pairmapped "2 10 12" 24

check "what one GPU is found to write in the other's pool is foreseen"
pair pairlearn "2 2 10 10" 20
