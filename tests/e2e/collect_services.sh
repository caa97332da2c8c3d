# Kernels that call the driver on the device: what cannot be undone between passes is not done twice.

few="--metrics gpu__time_duration.sum"
# Three passes.
several=--metrics=$(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do printf 'dram__count%d.sum,' $i; done)

for caches in none all; do
    check "heap: what kernels allocate is put back between passes, caches $caches"
    run --disable-extra-suffixes --cache-control $caches "$several" -o report -- heap
    status_is 0
    out_has "heap ok"
    results_are 11
    for row in 1 2 3 4 5 6 7 8 9 10 11; do
        number_is gpu__time_duration.sum 1000 $row
        number_is profiler__replayer_passes 3 $row
    done
    err_lacks "malloc"
    done_check
done

check "heap: filters do not hide its use"
run --disable-extra-suffixes "$several" -k regex:touch_up -o report -- heap
status_is 0
out_has "heap ok"
results_are 2
done_check

# Without a checkpoint: from the first kernel that allocates on, nothing is replayed.
without() # WHY NAME=VALUE...
{
    local why_none=$1
    shift
    run "$@" --disable-extra-suffixes "$several" -o report -- heap
    status_is 0
    out_has "heap ok"
    results_are 11
    for row in 1 2; do
        number_is gpu__time_duration.sum 1000 $row
        number_is profiler__replayer_passes 3 $row
    done
    for row in 3 4 5 6 7 8 9 10 11; do
        text_is gpu__time_duration.sum "no data" $row
        number_is profiler__replayer_passes 0 $row
        number_is launch__block_size 1 $row
        number_is launch__shared_mem_config_size 32768 $row
    done
    for kernel in build tear touch touch_up; do
        err_count 1 "==WARNING== $kernel(unsigned int **, unsigned int): kernels of this program call malloc or free on"
    done
    err_has "without counters ($why_none)"
}

check "heap: a checkpoint that is refused"
without CUPTI_ERROR_OUT_OF_MEMORY FAKEGPU_FAIL=cuptiCheckpointSave=8
done_check

check "heap: no library for checkpoints"
mkdir -p "$work/cupti"
cp "$doubles/libcupti.so.13" "$work/cupti"
without "libcheckpoint.so, which comes with CUPTI, cannot be loaded" \
    ROOFTOP_CUPTI="$work/cupti/libcupti.so.13"
done_check

check "heap: pages have no value for what was not measured"
run FAKEGPU_FAIL=cuptiCheckpointSave=8 -o report -- heap
plain "$rooftop" -i "$report" --no-tui
status_is 0
out_has "build(unsigned int **, unsigned int)"
done_check

check "heap: a checkpoint that cannot be put back"
run FAKEGPU_FAIL=cuptiCheckpointRestore=8 "$several" -k build -o report -- heap
status_is 1
out_has "heap ok"
err_has "build(unsigned int **, unsigned int) (launch 2) was not measured: the memory of malloc on the device"
dirty=1
done_check

check "starts: a graph whose kernel launches graphs is only watched, what is beside it is measured"
run --disable-extra-suffixes "$several" -o report -- starts
status_is 0
out_has "starts ok"
results_are 9
for row in 1 4 7; do
    number_is profiler__replayer_passes 3 $row
done
for row in 2 3 5 6 8 9; do
    number_is profiler__replayer_passes 0 $row
done
number_is gpu__time_duration.sum 1001 2
err_count 1 "only have the times of their kernels: kernel that launches graphs; --graph-profiling graph"
done_check

check "starts: as a whole it is measured"
run --disable-extra-suffixes "$several" --graph-profiling graph -o report -- starts
status_is 0
out_has "starts ok"
results_are 6
for row in 1 2 3 4 5 6; do
    number_is profiler__replayer_passes 3 $row
done
done_check

check "starts: a kernel that the driver refuses outside of its graph is not tried again"
run --disable-extra-suffixes --replay-window 3 "$several" -o report -- starts 1
status_is 0
out_has "starts ok"
results_are 6
number_is profiler__replayer_passes 0 2
number_is profiler__replayer_passes 3 4
err_has "was not measured: the driver launches one of the kernels that were measured together only as part of a graph"
done_check

for caches in none all; do
    check "talk: lines of printf appear once for each pass and stand together, caches $caches"
    run --disable-extra-suffixes --cache-control $caches "$several" -o report -- talk 3
    status_is 0
    out_has "talk ok"
    results_are 6
    number_is profiler__replayer_passes 3 1
    # The program's own run and three passes; a warm-up would make it seven.
    same "what is printed" "$(grep '^talk [0-9]' "$work/out" | uniq -c | awk '{ print $1 "x" $3 }' | paste -sd ' ')" \
        "4x0 4x1 4x2"
    err_count 1 "==WARNING== talk(unsigned int): it calls printf on the device: its lines appear once for each pass"
    err_lacks "tiny(float *): "
    done_check
done
