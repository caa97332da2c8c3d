# Kernel replay in a single pass: launches are measured where the program makes them.

few=--metrics=gpu__time_duration.sum
several=--metrics=gpu__time_duration.sum,$(printf 'dram__count%d.sum,' {1..17}) # three passes: windows

# What is the same in one pass and in several.
common() { "$rooftop" -i "$1" --page raw --print-units base | grep '^  gpu__time_duration.sum\|^  launch__\|(.*) Context'; }

# alike "MODE [N]" RESULTS [OPTION...]: as replayed.
alike()
{
    local mode results=$2
    read -ra mode <<<"$1"
    shift 2
    check "a single pass of ${mode[*]}${*:+ }$*: what windows tell of it"
    run "$few" "$@" -o report -- "${mode[@]}"
    status_is 0
    results_are "$results"
    number_is profiler__replayer_passes 1
    run "$several" "$@" -f -o replayed -- "${mode[@]}"
    common "$report" >"$work/ours"
    common "$work/replayed.ncu-rep" >"$work/theirs"
    [ -s "$work/ours" ] || wrong "no values"
    cmp -s "$work/ours" "$work/theirs" || wrong "$(diff "$work/ours" "$work/theirs" | head -n 5)"
    done_check
}

for caches in none all; do
    for pair in "twenty 300:300" groups:144 memops:8 looks:11 left:6 crossed:10 streams:6 ex:1 coop:1 ptsz:3 kernel_handle:3 far_variable:6 \
        settings:3 contexts:5 manystreams:1000 graph_among:11; do
        alike "${pair%:*}" "${pair##*:}" --cache-control $caches
    done
done
alike "twenty 300" 100 -s 150 -c 100
alike memops 4 -k regex:count
alike groups 144 --replay-window 3

# sessions "WHAT" "SIZES" ARGUMENTS...
sessions()
{
    local what=$1 sizes=$2
    shift 2
    check "$what"
    run ROOFTOP_TRACE=1 "$few" -o report "$@"
    status_is 0
    windows_are "$sizes"
    done_check
}

sessions "the first launch of its kind runs again, the others do not" "1 10" -- looks
sessions "what is open at the end of the program is measured" "1 5" -- left
sessions "a session that was full makes the next one larger" "1 64 79" -- groups
sessions "--replay-window bounds sessions" "1 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 3" --replay-window 7 -- groups

check "nothing runs again that talks to the processor, and nothing is saved"
run "$few" -o report -- shake
status_is 0
out_has "shake ok"
results_are 3
number_is gpu__time_duration.sum 1000 3
number_is profiler__replayer_bytes_mem_backed_up.sum 0 3
done_check

for mode in waits_program waits_thread waits_call; do
    check "a kernel of $mode has values, and the next one"
    run --replay-timeout 1 "$few" -o report -- "$mode"
    status_is 0
    out_has "$mode ok"
    results_are 2
    done_check
done

check "a kernel that still ran in a pause of the program: what is launched next waits for its end"
run --metrics gpu__time_duration.sum -o report -- late_end
status_is 0
out_has "late_end ok"
results_are 2
done_check

check "a kernel that still ran when another had to run again: that one is told, this has values"
run --replay-timeout 1 --metrics gpu__time_duration.sum,dram__count1.sum -o report -- late_end 200
status_is 0
out_has "late_end ok"
err_has "(launch 1) was not measured: a kernel that was launched before has not ended"
results_are 1
done_check

check "a kernel that ran on in a pause is not waited for without need: it may wait for the program"
run --replay-timeout 0 --metrics gpu__time_duration.sum -o report -- late_flag
status_is 0
out_has "late_flag ok"
results_are 3
done_check

check "a launch that the counters hold up is named, with what to do"
run FAKEGPU_LAUNCH_WAITS=1500 --replay-timeout 1 "$few" -o report -- waits_thread
status_is 0
out_has "waits_thread ok"
results_are 2
err_count 1 "): its launch does not return: "
done_check

check "lines of printf appear once"
run "$few" -o report -- talk 3
status_is 0
same "lines" "$(grep '^talk [0-9]' "$work/out" | uniq -c | awk '{ print $1 "x" $3 }' | paste -sd ' ')" "1x0 1x1 1x2"
err_lacks printf
done_check

check "kernels that use the heap are measured without a way to it"
run FAKEGPU_FAIL=cuptiCheckpointSave=8 "$few" -k build -o report -- heap
status_is 0
out_has "heap ok"
results_are 1
in_report gpu__time_duration.sum
done_check

check "a program that pauses: what it launched is measured meanwhile, and kept when it is killed"
rm -f "$work/runs"
run FAKEAPP_RUNS="$work/runs" FAKEAPP_SCRIPT=isiiIsiik ROOFTOP_TRACE=1 "$few" -o report -- script
status_is 137
results_are 4
err_count 1 "ended by: a pause of the program"
done_check

check "launches that fail"
run "$few" -f -o report -- bad_launch
status_is 0
out_has "bad_launch ok"
done_check

for call in Stop DecodeData; do
    check "cuptiRangeProfiler$call fails in a session: its launches are told, the program is right"
    [ $call != Stop ] || dirty=yes
    run FAKEGPU_FAIL=cuptiRangeProfiler$call=2@2 "$few" -o report -- looks
    out_has "looks ok"
    results_are 1
    err_count 3 ") was not measured: "
    err_count 1 "7 more of "
    done_check
done
