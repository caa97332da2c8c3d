# Kernels that call the driver on the device: what cannot be undone between passes is not done twice.

few="--metrics gpu__time_duration.sum"
# Three passes.
several=--metrics=$(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17; do printf 'dram__count%d.sum,' $i; done)

check "heap: kernels that use malloc and free run once, the others are measured"
run --disable-extra-suffixes "$several" -o report -- heap
status_is 0
out_has "heap ok"
results_are 8
for row in 1 2 6 8; do
    number_is gpu__time_duration.sum 1000 $row
    number_is profiler__replayer_passes 3 $row
done
for row in 3 4 5 7; do
    text_is gpu__time_duration.sum "no data" $row
    number_is profiler__replayer_passes 0 $row
    number_is launch__block_size 1 $row
    number_is launch__shared_mem_config_size 32768 $row
done
err_count 1 "warning: build(unsigned int **, unsigned int): it calls malloc or free on the device"
err_count 1 "warning: tear(unsigned int **, unsigned int): it calls malloc or free on the device"
err_count 1 "warning: touch(unsigned int **, unsigned int): another kernel of its module calls malloc"
err_lacks "heap_state(unsigned int *): "
done_check

check "heap: its pages and its list have no value for what was not measured"
run $few -o report -- heap
plain "$rooftop" -i "$report" --no-tui
status_is 0
out_has "build(unsigned int **, unsigned int)"
done_check

check "heap: a launch that the filters leave out counts as well"
run --disable-extra-suffixes "$several" -k touch -o report -- heap
status_is 0
out_has "heap ok"
results_are 3
number_is gpu__time_duration.sum 1000 1
text_is gpu__time_duration.sum "no data" 2
text_is gpu__time_duration.sum "no data" 3
done_check

check "heap: nothing is said of it when no such launch is measured"
run $few -k heap_state -o report -- heap
status_is 0
out_has "heap ok"
results_are 3
err_lacks "malloc"
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
    err_count 1 "warning: talk(unsigned int): it calls printf on the device: its lines appear once for each pass"
    err_lacks "tiny(float *): "
    done_check
done
