# Much of everything, programs that do what few do, and ends in the middle: nothing hangs, what was measured is kept, and
# the program's result is right.

few="--metrics gpu__time_duration.sum"

# The growth that the program tells, in kilobytes. A sanitizer keeps freed memory.
bounded()
{
    local kilobytes
    kilobytes=$(sed -n "s/^$1 by //p" "$work/out")
    grep -q __asan_init "$rooftop" || { [ -n "$kilobytes" ] && [ "$kilobytes" -lt "$2" ]; } ||
        wrong "$1 by $kilobytes KB"
}

check "100,000 launches, of which the first 50, the last 50 and none are taken: memory is bounded"
for options in "-c 50" "-s 99950" "-k nothing"; do
    # shellcheck disable=SC2086
    run $few $options -f -o report -- many
    out_has "many ok"
    bounded grown 4096
    bounded "parent grown" 4096
    [ "$options" = "-k nothing" ] || results_are 50
done
err_has "100000 launches in all"
done_check

check "1,000 streams"
run $few -o report -- manystreams
status_is 0
out_has "manystreams ok"
results_are 1000
same "streams" "$(rows | awk -F'","' '{ print $7 }' | sort -u | wc -l)" 1000
done_check

check "64 children at once"
run $few -o report -- family
status_is 0
out_has "family ok"
results_are 193
same "processes" "$(rows | awk -F'","' '{ print $2 }' | sort -u | wc -l)" 65
done_check

check "launches from 32 threads"
run --metrics gpu__time_duration.sum,dram__bytes.sum -o report -- threads 32
status_is 0
out_has "threads ok"
results_are 320
done_check

check "modules that go after each launch"
run $few -o report -- reload
status_is 0
out_has "reload ok"
results_are 5
done_check

check "modules that go after each launch of several threads"
run $few -o report -- reload_threads 8
status_is 0
out_has "reload_threads ok"
results_are 40
done_check

check "several contexts of one device, at once and one after the other"
run $few -o report -- contexts
status_is 0
out_has "contexts ok"
results_are 5
same "contexts" "$(rows | awk -F'","' '{ print $6 }' | paste -sd' ')" "1 1 2 1 3"
done_check

check "a program that closes all descriptors: what it opens then is not written to, and the user is told"
run $few -o report -- closefiles
status_is 0
out_has "closefiles ok"
err_has "closed its connection and goes on: what it launches from now on is not measured"
results_are 2
done_check

check "a program that profiles itself from its start: it keeps CUPTI, and the user is told"
run $few -o report -- subscriber
status_is 1
out_has "subscribed: 0, calls: some"
out_has "subscriber ok"
err_count 1 "another tool in the program uses CUPTI already"
no_report
dirty=yes
done_check

check "a program that profiles itself later: CUPTI refuses it, the program is profiled"
run $few -o report -- subscriber 1
status_is 0
out_has "subscribed: 39, calls: none"
out_has "subscriber ok"
results_are 3
dirty=yes # a second subscriber
done_check

check "a handler that ends the program inside a launch: it ends, results until then are kept"
run $few -o report -- exitinside
status_is 7
err_has "ended with status 7"
err_has "was gone before its last launch"
rows | grep -q inplace || wrong "the first result is lost"
done_check

child_of_host() { cat "/proc/$host/task/$host/children"; }
program_is() { program=$(child_of_host) && [ -n "$program" ]; }
# In a pass of the second window, which takes 0.5 s for each of its three.
check "the program is killed in the middle of a replay: results until then are kept, the rest is told"
start FAKEGPU_SLOW=cuptiRangeProfilerStart=500 --metrics gpu__time_duration.sum,"$(printf 'dram__count%d.sum,' {1..17})" \
    -o report -- managed
wait_until "the first result" said err "==PROF== 1:"
program_is
sleep 0.4 # into a replay: any moment of it will do
kill -KILL "${program%% *}"
finish
status_is 137
err_has "was ended by signal 9"
err_has "was gone before its last launch could be measured (1)"
results_are 1
no_temporary
done_check

check "rooftop is killed in the middle of a replay: the program's result is right, what was measured can be opened"
start FAKEGPU_SLOW=cuptiRangeProfilerStart=500 --metrics gpu__time_duration.sum,"$(printf 'dram__count%d.sum,' {1..17})" \
    -o report -- managed
wait_until "the first result" said err "==PROF== 1:"
sleep 0.4 # into a replay: any moment of it will do
kill -KILL "$host"
finish
wait_until "the program is done" said out "managed ok"
run -i "$work"/report.ncu-rep.?????? -o report
status_is 0
results_are 1
number_is gpu__time_duration.sum 2638
rm -f "$work"/report.ncu-rep.*
# The next one removes the folder of the one that was killed, but not at once, and none that is in use or of others.
folder=$(ls -d "$TMPDIR"/rooftop-??????)
run $few -- nocuda
[ -e "$folder" ] || wrong "a new folder was removed: it may be of one that begins"
touch -d '2 minutes ago' "$folder"
mkdir "$TMPDIR/rooftop-abcdef" "$TMPDIR/rooftop-other"
touch -d '2 minutes ago' "$TMPDIR"/rooftop-abcdef "$TMPDIR"/rooftop-other
start $few -- loop
wait_until "launches" said err "==PROF== 3:"
for used in "$TMPDIR"/rooftop-??????; do
    [ "$used" != "$folder" ] && [ -e "$used/socket" ] && break
done
touch -d '2 minutes ago' "$used"
run $few -- nocuda
[ ! -e "$folder" ] || wrong "the folder of the one that was killed stays"
[ -e "$used/socket" ] || wrong "the folder of one that runs was removed"
[ -d "$TMPDIR/rooftop-abcdef" ] && [ -d "$TMPDIR/rooftop-other" ] || wrong "folders that are none of ours were removed"
rmdir "$TMPDIR/rooftop-abcdef" "$TMPDIR/rooftop-other"
kill -INT "$host"
finish
status_is 130
done_check

check "a program that is stopped for a while: it goes on, and is profiled on"
start $few -o report -- loop
wait_until "launches" said err "==PROF== 3:"
program_is
kill -STOP "${program%% *}"
sleep 0.5 # in which nothing may happen
before=$(grep -c '^==PROF== [0-9]*:' "$work/err")
kill -CONT "${program%% *}"
more() { [ "$(grep -c '^==PROF== [0-9]*:' "$work/err")" -gt $((before + 3)) ]; }
wait_until "more results" more
kill -INT "$host"
finish
status_is 130
done_check

# What waits for it has waited for no longer than the processes ran.
stop_for() # SECONDS
{
    program_is
    kill -STOP "${program%% *}"
    sleep "$1"
    kill -CONT "${program%% *}"
}

check "a program that is stopped while a launch waits for a call of another thread"
start FAKEGPU_LAUNCH_WAITS=1 $few -k inplace -o report -- long_call
wait_until "it waits" said out "long_call waits"
stop_for 2.5
finish
status_is 0
out_has "long_call ok"
results_are 1
done_check

check "a kernel that is not measured waits for a driver call of another thread: both go on, the next launch is measured"
run --metrics "$(printf 'dram__count%d.sum,' {1..17})" -k inplace -o report -- held_by_thread
status_is 0
out_has "held_by_thread ok"
results_are 1
done_check

check "a kernel that is not measured waits for what the program does next: launches until then have their time alone"
run --replay-timeout 1 --metrics "$(printf 'dram__count%d.sum,' {1..17})" -k inplace -o report -- held_by_itself
status_is 0
out_has "held_by_itself ok"
err_count 2 "has a time and no counters: a kernel that was launched before has not ended"
results_are 3
done_check

check "a program that is stopped in a replay for longer than this may take"
# Six passes of 0.2 s each, after the program's own run.
start "--metrics=$(printf 'dram__count%d.sum,' {1..48})" --replay-window 1 --replay-timeout 1 -o report -- slow 2
wait_until "a result" said err "==PROF== 1:"
sleep 0.5 # into a replay: any moment of it will do
stop_for 3.6
finish
status_is 0
out_has "slow ok"
results_are 2
err_lacks "does not end"
done_check

check "--forward-signals: what programs give a meaning of their own reaches them, and rooftop lives"
start --forward-signals $few -o report sh -c "trap 'echo got USR1' USR1; echo ready; while :; do sleep 0.05; done"
wait_until "it runs" said out ready
kill -USR1 "$host"
wait_until "the signal is there" said out "got USR1"
kill -TERM "$host"
finish
status_is 143
done_check

check "kernels of communication libraries are not replayed, unless asked for by name"
run $few -o report -- collective
status_is 0
out_has "collective ok"
err_count 1 "6 results of NCCL or NVSHMEM kernels have a time and no counters: they wait for other GPUs"
results_are 9
plain "$rooftop" -i "$report" --page raw --csv --print-units base -k "regex:nccl|nvshmem" --metrics gpu__time_duration.sum,launch__grid_size
same "times of those" "$(grep -c '"[1-9][0-9]*","[0-9.]*"$' "$work/out")" 6
run FAKEGPU_FAIL=cuptiActivityRegisterCallbacks=1 $few -f -o report -- collective # as in a program that uses them itself
status_is 0
out_has "collective ok"
err_count 1 "6 launches of NCCL or NVSHMEM kernels were not measured: they wait for other GPUs"
results_are 3
run $few -f -k regex:nccl -o report -- collective
status_is 0
err_lacks "were not measured"
results_are 3
run $few -f --kernel-id ::regex:.:2 -o report -- collective
results_are 3
run $few -f -c 2 -s 1 -o report -- collective
err_count 1 "4 results of NCCL" # those before the last result
results_are 6
done_check

check "their times are told while the program runs, behind its waits"
start "FAKEAPP_UNTIL=$work/until" $few -o report -- collective_waits
wait_until "a time is told" said err "==PROF== 1: ncclDevKernel_AllReduce_Sum_f32_RING_LL"
: >"$work/until"
finish
status_is 0
out_has "collective_waits ok"
done_check

check "they and the kernels beside them in a graph have their times"
run $few -o report -- collective_graph
status_is 0
out_has "collective_graph ok"
results_are 9
err_count 1 "graphs with a node of this type only have the times of their kernels, since it cannot run again: kernel that waits for other GPUs"
err_count 1 "3 results of NCCL or NVSHMEM kernels have a time and no counters: they wait for other GPUs"
err_count 3 "tiny(float *) (launch "
plain "$rooftop" -i "$report" --page raw --csv --print-units base --metrics gpu__time_duration.sum
same "times" "$(grep -c '"[1-9][0-9]*"$' "$work/out")" 9
done_check
