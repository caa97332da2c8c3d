# Clock control against the NVML double: what is locked is reset on every way out.

few="--clock-control base --metrics gpu__time_duration.sum"

locked() { grep -q '^lock 0 1500 1500$' "$FAKEGPU_NVML_LOG"; }
was_reset() { [ "$(tail -n 1 "$FAKEGPU_NVML_LOG")" = "reset 0" ]; }
lock_and_reset()
{
    wait_until "the clocks are reset" was_reset
    log_is "lock 0 1500 1500;reset 0;"
}

# clocks NAME STATUS MODE...
clocks()
{
    check "clocks: $1"
    local expected=$2
    shift 2
    run $few -o report -- "$@"
    status_is "$expected"
    lock_and_reset
    done_check
}
clocks "a normal end" 0 inplace
clocks "the program crashes" 139 crash
clocks "the program is killed" 137 kill9
clocks "the program fails" 3 exit3

check "clocks: two processes: reset after the last"
run $few -o report -- child
status_is 0
results_are 2
wait_until "the clocks are reset" was_reset
same "locks and resets" "$(grep -c lock "$FAKEGPU_NVML_LOG")" "$(grep -c reset "$FAKEGPU_NVML_LOG")"
same "the end" "$(uniq "$FAKEGPU_NVML_LOG" | tr '\n' ';')" "lock 0 1500 1500;reset 0;"
done_check

check "clocks: without an option they are locked"
take_variables
plain "$rooftop" --no-tui --metrics gpu__time_duration.sum -o report "$app" inplace </dev/null
status_is 0
lock_and_reset
done_check

check "clocks: no warning on the page when they were locked, one when not"
run $few -- vector_add
out_lacks "clocks were not fixed"
run --metrics gpu__time_duration.sum -- vector_add
out_has "clocks were not fixed"
lock_and_reset
done_check

check "clocks: none never locks"
run --metrics gpu__time_duration.sum -o report -- inplace
status_is 0
log_is ""
done_check

for words in "no-such-program-anywhere:1" "$app nocuda:1"; do
    check "clocks: ${words##*/} nothing is locked"
    run $few ${words%:*}
    status_is "${words##*:}"
    log_is ""
    done_check
done

check "clocks: --kill"
run $few -c 1 --kill yes -o report -- loop
status_is 0
lock_and_reset
done_check

for signal in INT TERM HUP KILL; do
    check "clocks: SIG$signal to rooftop"
    start $few -o report -- loop
    wait_until "the clocks are locked" locked
    kill -$signal "$host"
    [ $signal != KILL ] || keeps_folder=yes
    lock_and_reset
    [ $signal != KILL ] || kill_strays
    finish
    rm -f "$work"/report.ncu-rep.*
    done_check
done

check "clocks: Ctrl-C reaches the whole group, the guard is not in it"
start $few -o report -- loop
wait_until "the clocks are locked" locked
kill -INT -- "-$(cut -d ' ' -f 5 "/proc/$host/stat")"
finish
status_is 130
lock_and_reset
done_check

check "clocks: the whole group is killed"
start $few -o report -- loop
wait_until "the clocks are locked" locked
group=$(cut -d ' ' -f 5 "/proc/$host/stat")
kill -KILL -- "-$group"
finish
lock_and_reset
keeps_folder=yes
done_check

check "clocks: no permission: a warning with a way out, and it goes on"
run FAKEGPU_FAIL=nvmlDeviceSetGpuLockedClocks=4 $few -o report -- inplace
status_is 0
err_count 1 "clocks of the GPU at 00000000:00:06.0 are not locked"
err_has "this needs root"
err_has "--clock-control none"
log_is ""
results_are 3
done_check

for fault in nvmlInit=999 nvmlDeviceGetHandleByPciBusId=6 nvmlDeviceGetDefaultApplicationsClock=3; do
    check "clocks: $fault: a warning, and it goes on"
    run FAKEGPU_FAIL=$fault $few -o report -- inplace
    status_is 0
    err_count 1 "are not locked"
    results_are 3
    done_check
done

check "clocks: no NVML: a warning, and it goes on"
mkdir "$work/drivers"
ln -s "$doubles/libcuda.so.1" "$doubles/libcupti.so.13" "$work/drivers"
if ldconfig -p 2>/dev/null | grep -q libnvidia-ml; then
    why=
    skip "clocks: no NVML" "this machine has one"
else
    run LD_LIBRARY_PATH="$work/drivers" $few -o report -- inplace
    status_is 0
    err_count 1 "libnvidia-ml.so.1"
    results_are 3
    done_check
fi
rm -rf "$work/drivers"
