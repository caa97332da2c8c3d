# What goes wrong around us, each with its sentence; the program's result stays right.

few="--metrics gpu__time_duration.sum"
# Three passes.
several=--metrics=$(printf 'dram__count%d.sum,' {1..17})
privileges=35 subscribers=39 # CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, ..._MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED

check "no CUDA driver"
if ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'; then
    skip "no CUDA driver" "this machine has one"
else
    run LD_LIBRARY_PATH= $few -o report true
    status_is 1
    err_has "no CUDA driver on this machine: libcuda.so.1 was not found"
    no_report
    done_check
fi

check "no GPU"
run FAKEGPU_FAIL=cuInit=100 $few -o report -- noinit_launch
status_is 1
err_has "no GPU: the CUDA driver finds no device"
err_has "nvidia-smi"
no_report
done_check

check "a driver that does not start"
run FAKEGPU_FAIL=cuInit=999 $few -o report -- noinit_launch
status_is 1
err_has "error 999 of cuInit"
done_check

for call in cuptiProfilerInitialize cuptiRangeProfilerEnable cuptiProfilerGetCounterAvailability; do
    check "counters not permitted ($call)"
    run FAKEGPU_FAIL=$call=$privileges $few -o report -- inplace
    status_is 1
    out_has "inplace ok"
    err_count 1 "may not read GPU performance counters"
    err_has "NVreg_RestrictProfilingToAdminUsers=0"
    err_has "--cap-add=SYS_ADMIN"
    no_report
    done_check
done

check "another tool holds CUPTI"
run FAKEGPU_FAIL=cuptiSubscribe=$subscribers $few -o report -- inplace
status_is 1
out_has "inplace ok"
err_has "another tool in the program uses CUPTI already"
no_report
done_check

check "the program made no CUDA call"
run $few -o report true
status_is 1
err_has "true made no CUDA call"
no_report
done_check

check "the program used CUDA, but launched nothing"
run $few -o report -- noinit_launch
status_is 1
err_has "launched no kernel"
no_report
done_check

check "CUPTI is missing"
run ROOFTOP_CUPTI=/nonexistent $few -o report -- inplace
status_is 1
err_has "CUPTI is missing: /nonexistent"
out_lacks "inplace ok"
no_report
done_check

check "CUPTI of another version"
run FAKEGPU_CUPTI_VERSION=120000 $few -o report -- inplace
status_is 1
err_has "is CUPTI 12, rooftop needs version 13"
out_lacks "inplace ok"
no_report
done_check

check "a library that is no CUPTI"
run ROOFTOP_CUPTI="$doubles/libcuda.so.1" $few -o report -- inplace
status_is 1
err_has "it is not CUPTI 13"
done_check

check "activity API taken: results without the shared memory configuration"
run FAKEGPU_FAIL=cuptiActivityRegisterCallbacks=1 --section LaunchStats -o report -- inplace
status_is 0
out_has "inplace ok"
results_are 3
in_report launch__grid_size
not_in_report launch__shared_mem_config_size
done_check

check "activity API free: with it"
run --section LaunchStats -o report -- inplace
in_report launch__shared_mem_config_size
done_check

# A range call fails at its second use and from then on: the first launch is measured, the others are not.
for call in SetConfig Start Stop DecodeData; do
    check "cuptiRangeProfiler$call fails from the second launch on"
    [ $call != Stop ] || dirty=yes
    run FAKEGPU_FAIL=cuptiRangeProfiler$call=2@2 $few --replay-window 1 -o report -- managed
    out_has "managed ok"
    results_are 1
    err_count 3 " the counters: CUPTI_ERROR"
    err_has "(launch 1) was not measured"
    done_check

    check "cuptiRangeProfiler$call fails always: no talk of filters"
    [ $call != Stop ] || dirty=yes
    run FAKEGPU_FAIL=cuptiRangeProfiler$call=2 $few -o report -- inplace
    out_has "inplace ok"
    [ "$status" != 0 ] || wrong "exit status 0 without a result"
    err_lacks "no kernel passed the filters"
    no_report
    done_check
done

for use in Enable@2 Disable@1; do
    call=${use%@*}
    check "cuptiRangeProfiler$call fails between two schedules: the second one is lost, the first has its values"
    [ $call != Disable ] || dirty=yes
    run FAKEGPU_FAIL="cuptiRangeProfiler$call=2@${use#*@}" \
        --metrics pcie__read_bytes.max,smsp__inst_executed.sum --clock-control none -o report -- inplace
    out_has "inplace ok"
    fault_made cuptiRangeProfiler$call
    status_is 0
    err_count 1 "the GPU refuses pcie__read_bytes and the counters of its group: setting up the counters: CUPTI_ERROR"
    results_are 3
    in_report smsp__inst_executed.sum
    text_is pcie__read_bytes.max "no data"
    done_check
done

for call in GetCounterDataSize CounterDataImageInitialize; do
    check "cuptiRangeProfiler$call fails"
    run FAKEGPU_FAIL=cuptiRangeProfiler$call=2 $few -o report -- inplace
    status_is 1
    out_has "inplace ok"
    err_has "the counters of device 0 cannot be enabled: CUPTI_ERROR_INVALID_DEVICE"
    no_report
    done_check
done

for call in Initialize ConfigAddMetrics GetConfigImageSize GetConfigImage GetNumOfPasses EvaluateToGpuValues; do
    check "cuptiProfilerHost$call fails"
    rm -rf "$XDG_CACHE_HOME"
    run FAKEGPU_FAIL=cuptiProfilerHost$call=1 $few -o report -- inplace
    status_is 1
    out_has "inplace ok"
    err_has "==ERROR=="
    no_report
    done_check
done

check "what was scheduled once is not scheduled again"
run $few -o report -- inplace
status_is 0
run FAKEGPU_FAIL=cuptiProfilerHostConfigAddMetrics=1 $few -o again -- inplace
status_is 0
err_has "again.ncu-rep, 3 results"
run FAKEGPU_FAIL=cuptiProfilerHostConfigAddMetrics=1 --metrics sm__cycles_active.max -o other -- inplace
status_is 1
done_check

check "out of memory: the cache flush gets none: said, and the rest goes on"
run FAKEGPU_FAIL=cuMemAlloc=2@2 --cache-control all $few -o report -- inplace
out_has "inplace ok"
err_has "caches are not flushed"
results_are 3
done_check

check "out of memory: the backup gets none on the device"
run FAKEGPU_FAIL=cuMemAlloc=2@2 $few -o report -- inplace
status_is 0
out_has "inplace ok"
results_are 3
done_check

# ---- host memory: the device puts the changed pages back, the processor where that is refused ----

# Memory of the device that is always to stay free. What looks for pointers into host memory takes a few kilobytes of it: that
# is the first allocation here, and the first copy in each direction.
reserve=$((256 << 20))

for mode in pinned_pointer registered_pointer; do
    check "$mode: no device memory for the changed pages"
    run FAKEGPU_FAIL=cuMemAlloc=2@2 "$several" -o report -- $mode
    status_is 0
    out_has ok
    results_are 2
    fault_made cuMemAlloc
    done_check

    check "$mode: only what is to stay free of device memory is left"
    run FAKEGPU_MEMORY=$reserve FAKEGPU_FAIL=cuMemAlloc=2@2 "$several" -o report -- $mode
    status_is 0
    out_has ok
    results_are 2
    no_fault cuMemAlloc
    done_check

    check "$mode: the changed pages cannot be copied to the device"
    run FAKEGPU_FAIL=cuMemcpyHtoDAsync=1@2,cuMemcpyDtoHAsync=1@2 "$several" -o report -- $mode
    status_is 0
    out_has ok
    results_are 2
    fault_made cuMemcpyHtoDAsync
    done_check

    # Eight ranges of pages change: none can be copied, some, all but the first time; and pointers cannot be found.
    for from in 1 2 5 10; do
        check "$mode: the device cannot write host memory from the copy $from on"
        run FAKEGPU_FAIL=cuMemcpyDtoHAsync=1@$from "$several" -o report -- $mode
        status_is 0
        out_has ok
        results_are 2
        fault_made cuMemcpyDtoHAsync
        done_check
    done
done

check "no device memory for what launches find in host memory: they are measured with the memory itself"
run FAKEGPU_FAIL=cuMemAlloc=2@2 "$several" -o report -- pinned 4
status_is 0
out_has "pinned ok"
results_are 4
fault_made cuMemAlloc
done_check

check "no host memory for a shadow: said, and the program's result stays right"
run FAKEGPU_FAIL=cuMemAllocHost=2 "$several" -o report -- pinned
out_has "pinned ok"
err_count 2 "was not measured: out of memory"
fault_made cuMemAllocHost
no_report
done_check

# The first launch is alone; the copies are those to the shadow in each pass.
for from in 1 3 8; do
    check "what host memory held cannot be copied to its shadow, from the copy $from on"
    run FAKEGPU_FAIL=cuMemcpyDtoHAsync=1@$from "$several" -o report -- pinned 4
    out_has "pinned ok"
    fault_made cuMemcpyDtoHAsync
    dirty=yes # a pass ends early
    done_check
done

check "pages of the host that processes share, and memory that cannot be searched for pointers: nothing runs again"
run FAKEGPU_FAIL=cuMemcpyDtoHAsync=1 "$several" -o report -- aliases 1
out_has "aliases ok"
err_count 2 "was not measured: memory could not be searched for pointers to what other processes write"
no_report
done_check

check "a pass fails: the program's result stays right"
run FAKEGPU_FAIL=cuptiRangeProfilerStop=2@3 --set basic -o report -- inplace
dirty=yes
out_has "inplace ok"
err_has "was not measured"
done_check

check "counters that fail in one of two processes"
run FAKEGPU_FAIL=cuptiRangeProfilerStart=2@2 $few -o report -- child
status_is 0
out_has "child ok"
results_are 2
done_check

check "host variables of a profiler around us do not disturb"
run CUDA_INJECTION64_PATH=/nonexistent.so NVTX_INJECTION64_PATH=/nonexistent.so $few -o report -- inplace
status_is 0
results_are 3
done_check
