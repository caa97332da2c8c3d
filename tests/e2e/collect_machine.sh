# The machine: profilers that take turns, clocks that are put back, the doctor.

few="--metrics gpu__time_duration.sum"
ncu_lock=$TMPDIR/nsight-compute-lock
gpu_lock=$TMPDIR/rooftop-gpu-0000:00:06.lock

# Another profiler takes the file's lock; `other` is its process id.
hold()
{
    rm -f "$work/held"
    "$doubles/hold_lock" "$1" >"$work/held" &
    other=$!
    wait_until "the lock is held" grep -q held "$work/held"
}
release()
{
    kill "$other" 2>/dev/null
    wait "$other" 2>/dev/null
    return 0
}

# ---- turns ----

for file in "$ncu_lock" "$gpu_lock"; do
    check "turns: another profiler has ${file##*/}: who is said, then it goes on"
    hold "$file"
    start $few -o report -- inplace
    wait_until "it waits" said err "waiting for the GPU at 0000:00:06"
    err_has "hold_lock (process $other) is profiling on"
    err_has "Ctrl-C ends the wait"
    if [ "$file" = "$ncu_lock" ]; then err_has "Nsight Compute in hold_lock"; else err_lacks "Nsight"; fi
    [ ! -s "$FAKEGPU_LOG" ] || wrong "calls before the lock"
    said out "inplace ok" && wrong "it did not wait"
    release
    finish
    status_is 0
    out_has "inplace ok"
    err_has "s for the GPU at 0000:00:06"
    err_count 1 "waiting for"
    results_are 3
    done_check
done

check "turns: while rooftop measures, Nsight Compute waits"
start $few -o report -- loop
wait_until "it measures" said err "==PROF== 3:"
rm -f "$work/held"
"$doubles/hold_lock" "$ncu_lock" >"$work/held" &
other=$!
wait_until "it waits for the lock" grep -q -- "-> .* $other " /proc/locks
[ ! -s "$work/held" ] || wrong "both have the lock"
kill -INT "$host"
finish
wait_until "the lock is held" grep -q held "$work/held"
release
done_check

check "turns: a rooftop that is killed leaves no lock"
start $few -o report -- loop
wait_until "it measures" said err "==PROF== 3:"
kill -KILL "$host"
finish
kill_strays
rm -f "$work"/report.ncu-rep.* "$work/pid"
rm -rf "$work"/tmp/rooftop-??????
run $few -o report -- inplace
status_is 0
err_lacks "waiting for"
results_are 3
done_check

check "turns: two rooftops on one GPU, one after the other"
start $few -o first -- loop
first=$host first_runner=$runner
wait_until "the first measures" said err "==PROF== 3:"
cp "$work/err" "$work/err.first"
start $few -o report -- inplace
wait_until "the second waits" said err "waiting for the GPU at 0000:00:06"
err_has "rooftop (process $first)"
kill -TERM "$first"
wait "$first_runner" 2>/dev/null
finish
status_is 0
results_are 3
rm -f "$work"/first.ncu-rep "$work/err.first"
done_check

check "turns: rooftops on two GPUs do not wait"
start FAKEGPU_BOARDS=2 CUDA_VISIBLE_DEVICES=0 $few -o first -- loop
first=$host first_runner=$runner
wait_until "the first measures" said err "==PROF== 3:"
run FAKEGPU_BOARDS=2 CUDA_VISIBLE_DEVICES=1 $few -o report -- inplace
status_is 0
err_lacks "waiting for"
results_are 3
same "locks" "$(cd "$TMPDIR" && ls -d *lock | tr '\n' ' ')" \
    "nsight-compute-lock rooftop-gpu-0000:00:06.lock rooftop-gpu-0000:00:07.lock "
kill -TERM "$first"
wait "$first_runner" 2>/dev/null
rm -f "$work"/first.rank0.ncu-rep "$work"/report.rank1.ncu-rep
done_check

check "turns: who has a GPU does not wait for another without end: two could wait for each other"
hold "$TMPDIR/rooftop-gpu-0000:00:07.lock"
run FAKEGPU_BOARDS=2 $few -o report sh -c "CUDA_VISIBLE_DEVICES=0 '$app' loop & first=\$!
    until grep -qs '==PROF== 1:' '$work/err'; do sleep 0.05; done; CUDA_VISIBLE_DEVICES=1 '$app' inplace; kill \$first; wait"
status_is 1
out_has "inplace ok"
err_has "not profiled on the GPU at 0000:00:07: hold_lock (process $other)"
err_has "Profile one after the other"
[ -n "$(rows)" ] || wrong "no results of the other GPU"
release
done_check

check "turns: processes of one rooftop share the GPU"
run $few -o report sh -c "'$app' slow 3 & '$app' inplace; wait"
status_is 0
err_lacks "waiting for"
results_are 6
done_check

check "turns: many rooftops at once all get theirs"
for i in 1 2 3 4; do
    (cd "$work" && timeout 60 "$rooftop" --no-tui --clock-control none --cache-control none $few -o "many$i" \
        "$app" inplace </dev/null >/dev/null 2>>"$work/many.err") &
    many[i]=$!
done
for i in 1 2 3 4; do
    wait "${many[i]}" || wrong "rooftop $i ended with $?"
    [ -s "$work/many$i.ncu-rep" ] || wrong "no report of rooftop $i"
done
status=0
rm -f "$work"/many*.ncu-rep "$work/many.err"
done_check

check "turns: ranks of one job do not wait for each other"
start PMIX_NAMESPACE=job1 OMPI_COMM_WORLD_RANK=0 $few -o first -- loop
first=$host first_runner=$runner
wait_until "the first measures" said err "==PROF== rank 0: 3:"
run PMIX_NAMESPACE=job1 OMPI_COMM_WORLD_RANK=1 $few -o report -- inplace
status_is 0
err_has "rooftop (process $first), of another rank of this job"
err_has "rooftop mpirun"
mv "$work/report.rank1.ncu-rep" "$report"
results_are 3
start PMIX_NAMESPACE=job2 OMPI_COMM_WORLD_RANK=1 $few -o report -f -- inplace
wait_until "a rank of another job waits" said err "waiting for the GPU"
kill -TERM "$first"
wait "$first_runner" 2>/dev/null
finish
status_is 0
rm -f "$work"/first.ncu-rep
done_check

check "turns: SIGINT while waiting ends the wait: the program runs on unprofiled"
hold "$gpu_lock"
start $few -o report -- loop 20000
wait_until "it waits" said err "waiting for"
kill -INT "$host"
wait_until "the wait is over" said err "the wait for a GPU was ended"
finish
[ "$status" != 0 ] || wrong "exit status 0"
out_has "got SIGINT"
no_report
release
done_check

check "turns: Ctrl-C while waiting: the terminal tells the program itself"
hold "$gpu_lock"
start $few -o report -- inplace
wait_until "it waits" said err "waiting for"
kill -INT -- "-$(cut -d ' ' -f 5 "/proc/$host/stat")"
finish
status_is 130
no_report
release
done_check

if [ "$(id -u)" = 0 ] && chmod 777 "$work" && setpriv --reuid 65534 --clear-groups test -x "$rooftop" 2>/dev/null; then
    check "turns: a lock file that this user may not write: whose it is, what to do"
    : >"$gpu_lock"
    chmod 644 "$gpu_lock"
    chmod 777 "$work/tmp"
    mkdir -p "$work/cache" && chmod 777 "$work/cache" && chmod 666 "$FAKEGPU_LOG" "$FAKEGPU_FAULTS"
    take_variables
    plain setpriv --reuid 65534 --clear-groups "$rooftop" --no-tui --clock-control none $few "$app" inplace </dev/null
    status_is 1
    out_has "inplace ok"
    err_has "rooftop-gpu-0000:00:06.lock of user root cannot be opened: Permission denied"
    err_has "chmod 666"
    err_has "TMPDIR"
    done_check

    check "turns: Nsight Compute's lock of another user is honoured all the same"
    : >"$ncu_lock"
    chmod 644 "$ncu_lock"
    rm -f "$gpu_lock"
    hold "$ncu_lock"
    chmod 644 "$ncu_lock"
    (cd "$work" && timeout "$limit" setpriv --reuid 65534 --clear-groups "$rooftop" --no-tui --clock-control none $few \
        "$app" inplace </dev/null >"$work/out" 2>"$work/err") &
    runner=$!
    wait_until "it waits" said err "waiting for"
    release
    finish
    status_is 0
    out_has "inplace ok"
    done_check
else
    skip "turns: files of other users" "takes root, and a build that others can run"
fi

check "turns: a symbolic link is no lock file"
ln -s "$work/elsewhere" "$gpu_lock"
run $few -o report -- inplace
status_is 1
out_has "inplace ok"
err_has "it is a symbolic link"
[ ! -e "$work/elsewhere" ] || wrong "the link was followed"
no_report
done_check

check "turns: the folder is the first of TMPDIR, TMP, TEMP, TEMPDIR"
mkdir "$work/other"
run TMP="$work/other" $few -o report -- inplace
[ ! -e "$work/other/nsight-compute-lock" ] || wrong "TMPDIR comes first"
take_variables
plain env -u TMPDIR TEMP="$work/other" XDG_RUNTIME_DIR="$work/tmp" "$rooftop" --no-tui --clock-control none $few \
    "$app" inplace </dev/null
status_is 0
[ -e "$work/other/nsight-compute-lock" ] || wrong "no lock in TEMP"
rm -rf "$work/other"
done_check

# ---- clocks ----

clock="--metrics gpu__time_duration.sum"

check "clocks: boost locks the highest clock and resets it"
run --clock-control boost $clock -o report -- inplace
status_is 0
wait_until "the clocks are reset" grep -q "^reset 0" "$FAKEGPU_NVML_LOG"
log_is "lock 0 1980 1980;reset 0;"
done_check

check "clocks: boost: the result says that they were locked"
run --clock-control boost $clock -- vector_add
out_lacks "clocks were not fixed"
done_check

check "clocks: boost without NVML's function: said, and it goes on"
run LD_LIBRARY_PATH="$doubles/old:$doubles" --clock-control boost $clock -o report -- inplace
status_is 0
err_count 1 "clocks of the GPU at 00000000:00:06.0 are not locked"
results_are 3
log_is ""
done_check

for signal in TERM KILL; do
    check "clocks: boost: SIG$signal to rooftop"
    start --clock-control boost $clock -o report -- loop
    wait_until "the clocks are locked" grep -q "^lock 0 1980 1980" "$FAKEGPU_NVML_LOG"
    kill -$signal "$host"
    [ $signal != KILL ] || keeps_folder=yes
    wait_until "the clocks are reset" grep -q "^reset 0" "$FAKEGPU_NVML_LOG"
    [ $signal != KILL ] || kill_strays
    finish
    rm -f "$work"/report.ncu-rep.*
    done_check
done

check "clocks: a GPU in MIG mode is left alone: why, and what to do"
run FAKEGPU_MIG=1 --clock-control base $clock -o report -- inplace
status_is 0
err_count 1 "are not locked: the GPU is in MIG mode"
err_has "nvidia-smi --lock-gpu-clocks=tdp,tdp"
err_has "--clock-control none"
log_is ""
results_are 3
done_check

check "clocks: a virtual GPU whose clocks are not its own"
run FAKEGPU_VGPU=1 FAKEGPU_FAIL=nvmlDeviceSetGpuLockedClocks=3 --clock-control base $clock -o report -- inplace
status_is 0
err_has "this virtual GPU does not let its machine set them"
results_are 3
done_check

check "clocks: a virtual GPU whose clocks are its own"
run FAKEGPU_VGPU=1 --clock-control base $clock -o report -- inplace
err_lacks "not locked"
log_is "lock 0 1500 1500;reset 0;"
done_check

check "clocks: reset: all GPUs, and out"
run FAKEGPU_BOARDS=3 --clock-control reset
status_is 0
out_has "GPU 2 (NVIDIA H200): clocks are reset"
log_is "reset 0;reset 1;reset 2;"
done_check

check "clocks: reset of some GPUs"
run FAKEGPU_BOARDS=3 --clock-control reset --devices 2,0
status_is 0
log_is "reset 0;reset 2;"
run FAKEGPU_BOARDS=3 --clock-control reset --devices 3
status_is 1
err_has 'there is no GPU "3"; this machine has 3'
done_check

check "clocks: reset without permission"
run FAKEGPU_FAIL=nvmlDeviceResetGpuLockedClocks=4 --clock-control reset
status_is 1
err_has "the clocks of GPU 0 are not reset"
err_has "this needs root"
done_check

check "clocks: reset in MIG mode"
run FAKEGPU_MIG=1 FAKEGPU_FAIL=nvmlDeviceResetGpuLockedClocks=3 --clock-control reset
status_is 1
err_has "nvidia-smi --reset-gpu-clocks"
done_check

check "clocks: reset runs no program"
run --clock-control reset -- inplace
status_is 1
out_lacks "inplace ok"
err_has "--clock-control reset undoes a lock of clocks and exits"
log_is ""
done_check

# ---- the doctor ----

check "doctor: what works and what does not"
run --doctor
out_has "ok    driver      580.159, CUDA 13.0"
out_has "0: NVIDIA H200 (GH100)"
out_has "ok    MIG         off"
out_has "$doubles/libcupti.so.13, version 13."
out_lacks "libnvperf_host.so is missing"
out_has "free, in $TMPDIR"
out_has "in $XDG_CACHE_HOME/rooftop"
out_has "none: results are printed as text"
if [ -e /dev/nvidia0 ]; then status_is 0; else status_is 1; fi
left=$(find "$TMPDIR" -mindepth 1 ! -name '*.lock' ! -name '*-lock')
[ -z "$left" ] || wrong "it left $left"
done_check

check "doctor: each interface of CUPTI is tried, in the order that loses nothing"
run --doctor
out_has "ok    measuring   warp samples (PC sampling): 3505 samples"
out_has "ok                instruction counts (SASS metrics): 49152 instructions"
out_has "ok                counters over time (PM sampling): 27214 active cycles"
out_has "ok                counters (range profiler): 40821 active cycles"
log_is ""
run FAKEGPU_BOARDS=2 --doctor
out_has "GPU 1: warp samples (PC sampling): 3505 samples"
mkdir "$work/50%h"
run OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4 TMPDIR="$work/50%h" --doctor
out_has "ok    measuring   warp samples (PC sampling): 3505 samples"
run OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4 FAKEGPU_FAIL=cuptiPCSamplingEnable=7 --doctor
out_has "warn  measuring   warp samples (PC sampling): CUPTI_ERROR_INVALID_OPERATION"
rm -rf "$work/50%h"
done_check

# CALL=ERROR, and what the doctor says of it.
refused_is() {
    local fault=$1 line=$2 remedy=$3
    run "FAKEGPU_FAIL=$fault" --doctor
    out_has "$line"
    out_has "$remedy"
}

check "doctor: an interface that CUPTI refuses is named, and the others are measured"
refused_is cuptiPCSamplingEnable=35 "warn  measuring   warp samples (PC sampling): CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" \
    "NVreg_RestrictProfilingToAdminUsers=0"
out_has "ok                counters (range profiler): 40821 active cycles"
out_lacks "the counters are not affected"
refused_is cuptiSassMetricsSetConfig=43 "warn              instruction counts (SASS metrics): CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED" \
    "not in this MIG instance"
out_has "ok                counters over time (PM sampling): 27214 active cycles"
refused_is cuptiPmSamplingStart=26 "warn              counters over time (PM sampling): CUPTI_ERROR_HARDWARE_BUSY" \
    "dcgmi profile --pause"
out_has "ok    measuring   warp samples (PC sampling): 3505 samples"
refused_is cuptiPmSamplingDecodeData=7 "counters over time (PM sampling): CUPTI_ERROR_INVALID_OPERATION" \
    "driver and CUPTI should be of one CUDA release"
refused_is cuptiRangeProfilerEnable=26 "fail  measuring   nothing can be measured: the counters of device 0 cannot be enabled: CUPTI_ERROR_HARDWARE_BUSY" \
    "dcgmi profile --pause"
out_lacks "warp samples (PC"
status_is 1
refused_is cuptiRangeProfilerStart=27 "not measured: starting the counters: CUPTI_ERROR_NOT_SUPPORTED" \
    "compute capability 7.5 or later"
run FAKEGPU_SAMPLES_IN=nowhere --doctor
out_has "warn  measuring   warp samples (PC sampling): nothing came, and CUPTI gave no error"
done_check

check "doctor: the kernel that is measured cannot run"
refused_is cuModuleLoadData=2 "fail  measuring   nothing can be measured: the doctor's kernel cannot run: CUDA_ERROR_OUT_OF_MEMORY" \
    "a CUDA program must run on this GPU"
run FAKEGPU_FAIL=cuInit=100 --doctor
out_has "warn  measuring   not tried: it needs a GPU with its driver, and CUPTI"
done_check

check "doctor: no driver, no CUPTI"
if ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'; then
    skip "doctor: no driver" "this machine has one"
else
    run LD_LIBRARY_PATH= ROOFTOP_CUPTI=/nonexistent --doctor
    status_is 1
    out_has "libcuda.so.1 was not found"
    out_has "CUPTI is missing: /nonexistent"
    done_check
fi

check "doctor: an old driver"
run FAKEGPU_DRIVER=12080 --doctor
status_is 1
out_has "CUDA 12.8: CUPTI 13 needs a driver of CUDA 13"
out_has "update the driver to R580 or later"
done_check

check "doctor: no GPU"
run FAKEGPU_FAIL=cuInit=100 --doctor
status_is 1
out_has "fail  GPUs        the driver finds no GPU: CUDA_ERROR_NO_DEVICE"
out_has "CUDA_VISIBLE_DEVICES"
done_check

check "doctor: a GPU that CUPTI does not know"
run FAKEGPU_FAIL=cuptiProfilerHostInitialize=1 --doctor
status_is 1
out_has "fail  GPUs        0: NVIDIA H200 (GH100):"
done_check

check "doctor: CUPTI of another version"
run FAKEGPU_CUPTI_VERSION=120000 --doctor
status_is 1
out_has "is CUPTI 12, rooftop needs version 13"
done_check

check "doctor: MIG, a virtual GPU, an NVML that does not start"
run FAKEGPU_BOARDS=2 CUDA_VISIBLE_DEVICES=0 FAKEGPU_MIG=1 FAKEGPU_VGPU=1 --doctor
out_has "warn  MIG         GPU 0 is in MIG mode"
out_has "GPU 1 is in MIG mode"
out_has "GPU 1 is virtual"
run FAKEGPU_MIG=shared --doctor
out_has "instances: MIG 1c.3g.71gb (2/0, shares L2 and memory), MIG 2c.3g.71gb (2/1, shares L2 and memory)"
out_has "profile on a compute instance that has its GPU instance to itself"
run FAKEGPU_MIG=isolated --doctor
out_has "instances: MIG 3g.71gb (2/0, isolated)"
out_has "to lock clocks, leave MIG mode"
run FAKEGPU_FAIL=nvmlInit=999 --doctor
out_has "NVML does not start"
out_has "MIG         unknown without NVML"
done_check

check "doctor: who holds a lock"
hold "$ncu_lock"
run --doctor
out_has "nsight-compute-lock is held by hold_lock (process $other)"
release
done_check

check "doctor: a rooftop that measures"
start $few -o report -- loop
wait_until "it measures" said err "==PROF== 3:"
plain "$rooftop" --doctor
out_has "rooftop (process $host) may hold the counters"
out_has "$gpu_lock is held by rooftop (process $host)"
out_has "warn  measuring   not tried: a lock is taken"
kill -TERM "$host"
wait "$runner" 2>/dev/null
done_check

check "doctor: as JSON"
run --doctor --json
is_json out
sed -nE 's/^\.(It )?Cm //p' "$here/../../man/rooftop-json.5" | tr ' ,' '\n\n' | sort -u >"$work/described"
same "not described" "$(members "$work/out" | comm -23 - "$work/described")" ""
rm -f "$work/described"
out_has '"schema": "rooftop-doctor"'
out_has '"check": "terminal"'
out_has '"remedy": null'
done_check

check "doctor: on a terminal"
if command -v script >/dev/null; then
    variables=(TERM=xterm-256color LC_ALL=C.UTF-8)
    plain script -qec "stty cols 100 rows 30; '$rooftop' --doctor" /dev/null </dev/null
    out_has "xterm-256color: 256 colours"
    out_has "100 columns, 30 rows"
    done_check
else
    skip "doctor: on a terminal" "script is missing"
fi

check "doctor: words that it has no use for"
run --doctor -- inplace
status_is 1
err_has "--doctor runs no program"
run --doctor --csv
status_is 1
err_has "--doctor prints text or --json"
done_check

# ---- errors, each with what to do ----

busy=26 not_supported=27 # CUPTI_ERROR_HARDWARE_BUSY, ..._NOT_SUPPORTED

check "errors: counters not permitted, by the name that one searches for"
run FAKEGPU_FAIL=cuptiProfilerInitialize=35 $few -o report -- inplace
status_is 1
err_has "ERR_NVGPUCTRPERM"
no_report
done_check

check "errors: the counters are taken: DCGM is named, and how to pause it"
cp "$(command -v sleep)" "$work/nv-hostengine"
"$work/nv-hostengine" 60 &
other=$!
run FAKEGPU_FAIL=cuptiRangeProfilerEnable=$busy $few -o report -- inplace
status_is 1
out_has "inplace ok"
err_has "dcgmi profile --pause"
err_has "running here:"
err_has "nv-hostengine (process $other)"
no_report
run --doctor
out_has "nv-hostengine (process $other) may hold the counters"
release
rm -f "$work/nv-hostengine"
done_check

check "errors: a GPU or driver that cannot be profiled"
run FAKEGPU_FAIL=cuptiProfilerInitialize=$not_supported $few -o report -- inplace
status_is 1
out_has "inplace ok"
err_has "compute capability 7.5 or later"
err_has "R580"
no_report
done_check

check "errors: a metric with a character that cannot be seen"
run --metrics $'sm__cycles_active\xe2\x80\x8b.avg' -o report -- inplace
status_is 1
err_has "characters that no metric name has; without them it is \"sm__cycles_active.avg\""
no_report
done_check

check "errors: a metric without its suffix, misspelt, of no chip"
run --metrics sm__no_such.avg -o report -- inplace
status_is 1
err_has 'unknown metric "sm__no_such.avg"'
run --metrics sm__cycles_active.agv -o report -- inplace
status_is 1
err_has 'not with the suffix ".agv"; nearest is "sm__cycles_active.avg"'
no_report
done_check

check "errors: in MIG mode units are shared"
for mig in "1:it is in MIG mode, where units that instances share cannot be measured" \
    "shared:this is a compute instance that shares L2 and memory with others of its GPU instance" \
    "isolated:this is a MIG instance with a GPU instance to itself"; do
    run FAKEGPU_MIG="${mig%%:*}" --metrics sm__no_such.avg,sm__cycles_active.avg -f -o report -- inplace
    status_is 0
    err_has "${mig#*:}"
done
done_check

check "errors: a child of the program is killed while its launches are measured"
run $few -o report sh -c "'$app' gpucrash; '$app' inplace"
status_is 1
err_has "fakeapp (process"
err_has "dropped the connection while launches were measured"
err_lacks "launched no kernel"
done_check

check "errors: a child of the program is killed between launches: its results are kept"
run $few -o report sh -c "'$app' kill9; true"
status_is 0
err_has "dropped the connection: it crashed, was killed"
results_are 2
done_check

check "errors: Ctrl-C drops nothing that is worth an error"
start $few -o report sh -c "'$app' loop; true"
wait_until "it measures" said err "==PROF== 3:"
kill -INT -- "-$(cut -d ' ' -f 5 "/proc/$host/stat")"
finish
err_lacks "dropped"
done_check

check "errors: processes that end well drop nothing"
run $few -o report -- child
err_lacks "dropped"
done_check

check "errors: no CUDA call: the status of the program is a hint"
run $few -o report sh -c 'cd /nonexistent 2>/dev/null; exit 4'
status_is 4
err_has "made no CUDA call before it ended with status 4"
err_has "are its arguments and the working directory right?"
no_report
done_check

check "errors: the children do the work"
run $few --target-processes application-only -o report sh -c "'$app' inplace; true"
status_is 1
out_has "inplace ok"
err_has "1 of its children use CUDA: profile them with --target-processes all"
no_report
done_check

check "errors: the program's exit status is said and passed on"
run $few -o report -- exit3
status_is 3
err_has "ended with status 3"
results_are 2
done_check

check "errors: without a home directory profiling works"
variables=()
plain env -u HOME -u XDG_CACHE_HOME -u XDG_CONFIG_HOME "$rooftop" --no-tui --clock-control none $few -o report \
    "$app" inplace </dev/null
status_is 0
results_are 3
plain env -u HOME -u XDG_CACHE_HOME -u XDG_CONFIG_HOME "$rooftop" --doctor
out_has "no home directory"
done_check

check "errors: values outside of their logical range are explained, in every form"
run FAKEGPU_PERCENT=130 --metrics sm__throughput.avg.pct_of_peak_sustained_elapsed -o report --page details -- inplace
status_is 0
out_has "Values outside of their logical range"
out_has "sm__throughput.avg.pct_of_peak_sustained_elapsed  130.00 %"
out_has "shown as measured"
run -i report.ncu-rep --page details --markdown
out_has "Values outside of their logical range"
run FAKEGPU_PERCENT=99 --set basic -f -o report --page details -- inplace
out_lacks "logical range"
done_check

# ---- green contexts ----

check "green contexts: each result says whether it ran in one, and on how many multiprocessors"
run --section LaunchStats -o report -- green
status_is 0
out_has "green ok"
for row in 1 3; do
    number_is launch__uses_green_context 1 $row
    number_is launch__green_context_id 1 $row
    number_is launch__sm_count 24 $row
done
number_is launch__uses_green_context 0 2
text_is launch__green_context_id "" 2
number_is launch__sm_count 132 2
done_check

check "green contexts: graphs that were captured in one"
run --section LaunchStats "--metrics=$(printf 'dram__count%d.sum,' {1..17})gpu__time_duration.sum" -o report -- green 2
status_is 0
out_has "green ok"
err_lacks "no counters"
results_are 7
number_is launch__uses_green_context 1 7
done_check

check "green contexts: a driver that does not tell"
run FAKEGPU_FAIL=cuStreamGetGreenCtx=1 --section LaunchStats -o report -- green
status_is 0
not_in_report launch__uses_green_context
not_in_report launch__green_context_id
number_is launch__sm_count 132 1
done_check
