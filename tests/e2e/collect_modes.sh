# Every mode of fakeapp keeps its result under replay, and each of its launches becomes a result.

few="--metrics gpu__time_duration.sum"
# Three passes: enough for a replay to be seen.
several=--metrics=$(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do printf 'dram__count%d.sum,' $i; done)

# mode MODE RESULTS [N]
mode()
{
    local caches
    for caches in none all; do
        check "mode $1${3:+ $3}, caches $caches"
        run --disable-extra-suffixes --cache-control "$caches" "$several" -o report -- "$1" ${3:-}
        status_is 0
        out_has "$1 ok"
        results_are "$2"
        [ "$2" = 0 ] || number_is profiler__replayer_passes 3
        done_check
    done
}

for pair in vector_add:1 twenty:20 inplace:3 count:2 template:1 tiny:1 slow:1 bigparam:2 ex:1 coop:1 \
    ptsz:3 kernel_handle:3 far_variable:6 global:2 managed:4 pinned:2 registered:2 aliases:2 unmapped:2 pool:4 vmm:2 array:2 \
    many_allocs:3 memops:8 strays:3 uploads:8 crossed:10 idle_pinned:3 indirect:3 threads:20 streams:6 bad_launch:1 child:2 forkonly:4 escape:1; do
    mode "${pair%:*}" "${pair#*:}"
done
mode threads 80 8
mode many_allocs 3 3000

# The kernel driver's file, through which caches are emptied, and the socket: a forked child keeps neither.
for files in 1:none 2:all; do
    check "forkfiles: ${files%:*} descriptors of ours, none in a child"
    run FAKEGPU_NVIDIACTL=1 --cache-control ${files#*:} "$several" -o report -- forkfiles ${files%:*}
    status_is 0
    out_has "forkfiles ok"
    results_are 2
    done_check
done

check "caches are emptied by the kernel driver"
run FAKEGPU_NVIDIACTL=1 --disable-extra-suffixes --cache-control all "$several" -o report -- twenty
status_is 0
out_has "twenty ok"
results_are 20
number_is gpu__time_duration.sum 2638 20
done_check

# calls WANTED [VARIABLE...]: of 100 launches in a window, and the warm-up, three passes.
calls()
{
    local wanted=$1
    shift
    rm -f "$work/calls"
    run FAKEGPU_NVIDIACTL=1 FAKEGPU_MONITORS="$work/calls" "$@" --cache-control all "$several" -f -o report -- twenty 100
    status_is 0
    out_has "twenty ok"
    results_are 100
    "$rooftop" -i "$report" --page raw | grep -v '^\[' >"$work/page.$wanted"
    same "calls for registers" "$(sed '/^0$/d' "$work/calls")" "$wanted"
}
check "the counters stay on between the launches of a pass: the values are the same"
calls 10
calls 606 ROOFTOP_COUNTER_GATE=each
cmp -s "$work/page.10" "$work/page.606" || wrong "$(diff "$work/page.10" "$work/page.606" | head -n 5)"
done_check

# One thread launches while the copies of the others are under way: the first copy takes 20 ms, the others 100; the
# replay would take longer than these.
check "threads: what another thread copies meanwhile stays"
run FAKEGPU_SLOW=cuMemcpyHtoD=100@2,cuMemcpyHtoD=20,cuptiRangeProfilerStart=200 --metrics gpu__time_duration.sum \
    -o report -- threads 3
status_is 0
out_has "threads ok"
results_are 30
done_check

check "the default sections, caches flushed"
run --cache-control all -o report -- memops
status_is 0
out_has "memops ok"
results_are 8
in_report sm__throughput.avg.pct_of_peak_sustained_elapsed
in_report launch__waves_per_multiprocessor
done_check

for bytes in 70000 100000 400000; do
    check "device of $bytes bytes: the backup goes to the host"
    run FAKEGPU_MEMORY=$bytes "$several" -o report -- inplace
    status_is 0
    out_has "inplace ok"
    results_are 3
    done_check
done

check "device too small for the program itself: its own failure shows"
run FAKEGPU_MEMORY=50000 $few -o report -- inplace 1
status_is 139
out_has "cuMemAlloc(&pointer, sizeof x) returned 2"
err_has "was ended by signal 11"
err_lacks "no kernel passed the filters"
no_report
done_check

check "bad_launch: the refused launch is named, its error reaches the program"
run $few -o report -- bad_launch
err_has "tiny(float *) (launch 0) was not measured: CUDA_ERROR_INVALID_VALUE"
done_check

check "child: results of both processes"
run $few -o report -- child
same "processes" "$(rows | awk -F'","' '{ print $2 }' | sort -u | wc -l)" 2
done_check

check "child, application-only: results of the parent"
run $few --target-processes application-only -o report -- child
status_is 0
out_has "vector_add ok"
out_has "child ok"
results_are 1
done_check

check "the program's own status goes through"
run $few -o report -- exit3
status_is 3
results_are 2
err_has "ended with status 3"
done_check

check "--check-exit-code no keeps quiet about it"
run $few --check-exit-code no -o report -- exit3
err_lacks "ended with status"
done_check
