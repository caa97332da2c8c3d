# Application replay: one run of the program that counts nothing, one for each pass, and what becomes of programs that
# differ from run to run.

several=--metrics=$(printf 'dram__count%d.sum,' {1..17}) # three passes
application=(--replay-mode application)

# All metrics but those of memory that kernel replay saves, and of processes.
values()
{
    "$rooftop" -i "$1" --page raw --print-units base | grep -v '^\[\|^  profiler__replayer_bytes_mem_'
}
complete() { same "results with all values" "$("$rooftop" -i "$report" --page raw |
    grep -c '^  dram__count17.sum .* [0-9]')" "$1"; }
# The program prints once, but runs several times.
runs_are()
{
    same "outputs" "$(grep -c -- "$1 ok" "$work/out")" 1
    same "runs" "$((1 + $(grep -c -- "==PROF== run [0-9]* of " "$work/err")))" "$2"
}

# alike MODE RESULTS [OPTION...]: as with kernel replay.
alike()
{
    local mode=$1 results=$2
    shift 2
    check "application replay of $mode${*:+ }$*: the values of kernel replay"
    run "${application[@]}" "$several" "$@" -o report -- "$mode"
    status_is 0
    runs_are "$mode" 4
    results_are "$results"
    number_is profiler__replayer_passes 3
    number_is profiler__replayer_bytes_mem_backed_up.sum 0
    run "$several" "$@" -f -o kernel -- "$mode"
    values "$report" >"$work/ours"
    values "$work/kernel.ncu-rep" >"$work/theirs"
    cmp -s "$work/ours" "$work/theirs" || wrong "$(diff "$work/ours" "$work/theirs" | head -n 5)"
    done_check
}

for pair in vector_add:1 twenty:20 inplace:3 bigparam:2 ex:1 coop:1 ptsz:3 kernel_handle:3 far_variable:6 managed:4 pinned:2 pool:4 \
    memops:8 strays:3 crossed:10 indirect:3 streams:6 heap:11; do
    alike "${pair%:*}" "${pair#*:}" --cache-control all
done
alike inplace 3
alike forkonly 4
alike twenty 3 -s 2 -c 3
alike memops 4 -k regex:count
alike memops 2 -k inplace -s 1 -c 2 --app-replay-buffer memory

check "launches of threads that have ended since are known as others are"
run "${application[@]}" "$several" -o report -- threads
status_is 0
runs_are threads 4
results_are 20
number_is launch__shared_mem_config_size 32768 20
done_check

check "kernels that wait for the processor, which answers once"
run "${application[@]}" "$several" -o report -- shake
status_is 0
runs_are shake 4
results_are 3
number_is gpu__time_duration.sum 1000 3
done_check

check "kernels that wait for what the program does next, or for a thread, have values"
for mode in waits_program waits_thread; do
    run "${application[@]}" "$several" -f -o report -- $mode
    status_is 0
    runs_are $mode 4
    results_are 2
    complete 2
done
done_check

check "a kernel that waits for the program's next call has values, too"
run "${application[@]}" --replay-timeout 1 "$several" -o report -- waits_call
status_is 0
runs_are waits_call 4
results_are 2
complete 2
done_check

check "a kernel that has not ended with the program: the others are told that it is not they"
run "${application[@]}" --replay-timeout 1 "$several" -o report -- endless
out_has "endless ok"
err_count 3 " was not measured: another kernel did not end"
err_count 1 "await(unsigned int *, unsigned int *) (launch 3) was not measured: it did not end"
run "${application[@]}" --replay-timeout 1 --replay-window 1 "$several" -o report -- endless
status_is 0
results_are 3
complete 3
err_count 1 " was not measured"
done_check

check "threads that launch at once"
run "${application[@]}" "$several" -o report -- threads 4
status_is 0
runs_are threads 4
results_are 40
complete 40
done_check

check "many sessions in a run, each with the pass of the run"
run "${application[@]}" "$several" --replay-window 3 -o report -- twenty
status_is 0
results_are 20
complete 20
done_check

check "a run whose launches are known has room for them at once: one range profiler does"
run FAKEGPU_FAIL=cuptiRangeProfilerEnable=999@2 "${application[@]}" "$several" --cache-control none -o report -- groups
status_is 0
results_are 144
complete 144
done_check

check "many passes"
run "${application[@]}" --metrics="$(printf 'dram__count%d.sum,' {1..57})" -o report -- inplace
runs_are inplace 9
results_are 3
complete 3
done_check

check "one pass: two runs, of which one counts"
run "${application[@]}" --metrics gpu__time_duration.sum -o report -- inplace
runs_are inplace 2
results_are 3
err_has "run 2 of 2"
number_is launch__registers_per_thread 16 3 # as it was watched
done_check

check "passes of several groups follow each other"
run "${application[@]}" --metrics pcie__read_bytes.max,dram__count1.sum -o report -- inplace
status_is 0
runs_are inplace 3
err_has "run 3 of 3"
number_is profiler__replayer_passes 2
run --metrics pcie__read_bytes.max,dram__count1.sum -f -o kernel -- inplace
same "values" "$(values "$report")" "$(values "$work/kernel.ncu-rep")"
done_check

# Each run has an injection of its own: a file makes them fail in the third only, which has the second group.
check "a group that the GPU refuses is lost alone"
cat >"$work/refuse.sh" <<END
echo >>refused
[ "\$(wc -l <refused)" -lt 3 ] || export FAKEGPU_FAIL=cuptiRangeProfilerSetConfig=2
exec '$app' inplace
END
rm -f "$work/refused"
run "${application[@]}" --metrics pcie__read_bytes.max,dram__count1.sum,gpu__time_duration.sum -o report sh refuse.sh
status_is 0
runs_are inplace 3
results_are 3
err_count 1 "the GPU refuses pcie__read_bytes and the counters of its group: setting up the counters: CUPTI_ERROR"
in_report dram__count1.sum
[ "$(column pcie__read_bytes.max)" = "no data" ] || wrong "pcie__read_bytes.max is $(column pcie__read_bytes.max)"
done_check

check "where the caches are emptied by the kernel driver"
run FAKEGPU_NVIDIACTL=1 "${application[@]}" --cache-control all "$several" -o report -- twenty
status_is 0
results_are 20
number_is gpu__time_duration.sum 2638 20
done_check

check "children, and no trace of them but the first run's"
run "${application[@]}" "$several" -o report -- child
status_is 0
runs_are child 4
results_are 2
same "processes" "$(rows | awk -F'","' '{ print $2 }' | sort -u | wc -l)" 2
same "processes in the session" "$("$rooftop" -i "$report" --page session | grep -Ec "^[0-9]+ .*fakeapp *$")" 2
done_check

check "application-only"
run "${application[@]}" --target-processes application-only "$several" -o report -- child
status_is 0
results_are 1
done_check

# script WORDS OPTION... [-- PROGRAM...]: what fakeapp launches in each run.
script()
{
    local words=$1
    shift
    rm -f "$work/runs"
    run FAKEAPP_RUNS="$work/runs" FAKEAPP_SCRIPT="$words" "${application[@]}" "$several" -o report "$@" -- script
}

# kernels "GRIDS": of the results.
kernels() { same "grids" "$("$rooftop" -i "$report" --page raw --csv --metrics launch__grid_size |
    sed -n '3,$s/.*"\([0-9]*\)"$/\1/p' | tr '\n' ' ')" "$1 "; }

for mode in balanced relaxed; do
    check "$mode: launches in another order"
    script "iIc Iic ciI" --app-replay-mode $mode
    status_is 0
    kernels "64 32 1"
    complete 3
    number_is gpu__time_duration.sum 1819 2
    done_check
done

check "strict: launches in another order"
script "iIc iIc Iic" --app-replay-mode strict
status_is 1
err_has "run 3 differs from the first: process 1, device 0: inplace(float *, float, int) (grid 32x1x1, "
err_has "came in place of inplace(float *, float, int) (grid 64x1x1, "
err_count 1 "differs from the first"
no_report
done_check

check "strict: what the filters leave out counts, too"
script "ciic ciic cici" --app-replay-mode strict -k regex:count
status_is 0 # kernels of other names are not looked at
script "ciic ciic cici" --app-replay-mode strict -s 2 -c 1 -f
status_is 1
err_has "came in place of"
done_check

for mode in strict balanced; do
    check "$mode: a launch that does not come"
    script "iIc iI" --app-replay-mode $mode
    status_is 1
    err_has "run 2 differs from the first: process 1, device 0: count(unsigned int *) (grid 1x1x1, "
    err_has "is missing"
    no_report
    done_check

    check "$mode: one more"
    script "iIc iIcc" --app-replay-mode $mode
    status_is 1
    err_has "count(unsigned int *) (grid 1x1x1, block 64x1x1, context 1, stream 13) is an extra launch"
    no_report
    done_check
done

check "relaxed: one warning that counts"
script "iIc ic iIcc ic" --app-replay-mode relaxed
status_is 0
kernels "64 1"
complete 2
err_has "the runs differ, and launches that are not in all of them have no results: 1 of the first run are missing in a later run, 1 of "
err_count 1 "have no results"
done_check

check "grid is the default key, name looks at less"
script "iI iI ii"
status_is 1
err_has "run 3 differs"
script "iI iI ii" --app-replay-match name -f
status_is 0
complete 2
done_check

check "all looks at streams"
script "iS iS ii" --app-replay-match grid
status_is 0
script "iS iS ii" --app-replay-match all -f
status_is 1
err_has "run 3 differs"
done_check

check "filters choose in the first run"
script "ciii icii iicI" -s 1 -c 1
status_is 0
kernels 64
complete 1
done_check

check "what comes after the last result that was asked for may differ"
script "iic iiIII ii" -c 2
status_is 0
complete 2
done_check

check "several devices"
run FAKEGPU_BOARDS=2 FAKEAPP_SCRIPT=iI "${application[@]}" "$several" -o report \
    sh -c "'$app' script 1 && FAKEAPP_SCRIPT=cci '$app' script"
status_is 0
kernels "64 32 1 1 64"
complete 5
same "devices" "$("$rooftop" -i "$report" --page raw --csv --metrics launch__grid_size |
    tail -n +3 | awk -F'","' '{ printf "%s ", $10 }')" "1 1 0 0 0 "
done_check

check "processes of other programs and ranks may change places"
cp "$app" "$work/other"
cat >"$work/swap.sh" <<END
one() { FAKEAPP_SCRIPT=ii '$app' script; }
two() { LD_LIBRARY_PATH='$doubles' FAKEAPP_SCRIPT=ccI '$work/other' script; }
ranks() { for rank in \$1; do FAKEAPP_SCRIPT=i\$(printf 'c%.0s' \$(seq \$rank)) OMPI_COMM_WORLD_RANK=\$rank '$app' script; done; }
torch() { for rank in \$1; do FAKEAPP_SCRIPT=i\$(printf 'c%.0s' \$(seq \$rank)) RANK=\$rank LOCAL_RANK=0 WORLD_SIZE=6 '$app' script; done; }
if [ -e seen ]; then two; one; torch "5 4"; ranks "3 2 1"; else touch seen; one; two; ranks "1 2 3"; torch "4 5"; fi
END
run "${application[@]}" "$several" --app-replay-mode strict -o report bash swap.sh
rm -f "$work/seen" "$work/other"
status_is 0
kernels "64 64 1 1 32 64 1 64 1 1 64 1 1 1 64 1 1 1 1 64 1 1 1 1 1"
complete 25
done_check

check "the program fails: the series ends"
script "ic ic ice ic"
status_is 5
same "runs" "$(cat "$work/runs")" 3
results_are 2
complete 0
in_report launch__grid_size
err_has "the series ended in run 3 of 4: metrics whose passes are missing have no value in 2 results (--check-exit-code no"
err_has "ended with status 5"
done_check

check "the program fails in the run that counts nothing"
script "ice ic"
status_is 5
same "runs" "$(cat "$work/runs")" 1
results_are 2
complete 0
in_report launch__grid_size
number_is launch__registers_per_thread 16 2
err_has "the series ended in run 1 of 4: metrics whose passes are missing have no value in 2 results"
done_check

check "--check-exit-code no: it goes on"
script "ice icsk ice" --check-exit-code no # killed, once what it launched was measured
status_is 5
same "runs" "$(cat "$work/runs")" 4
complete 2
done_check

check "a crash before a launch: what was complete stays"
rm -f "$work/runs"
run FAKEAPP_RUNS="$work/runs" FAKEAPP_SCRIPT="ic ic iskc" "${application[@]}" --metrics pcie__read_bytes.max,dram__count1.sum \
    -o report -- script
status_is 137
err_has "signal 9"
err_has "have no value in 1 result"
results_are 2
number_is pcie__read_bytes.max "$(column pcie__read_bytes.max 1)" 1
[ -n "$(column pcie__read_bytes.max 1)" ] && [ -n "$(column dram__count1.sum 2)" ] || wrong "values are missing"
done_check

check "--kill ends each run"
script "ciiw" -k inplace -c 2 --kill yes
status_is 0
same "runs" "$(cat "$work/runs")" 4
complete 2
done_check

for end in INT:130 TERM:143; do
    signal=${end%:*}
    check "SIG$signal in the third run: the series ends, results keep what was complete"
    rm -f "$work/runs"
    start FAKEAPP_RUNS="$work/runs" FAKEAPP_SCRIPT="ii iip iiw" "${application[@]}" "$several" -o report -- script
    wait_until "it waits" eval '[ "$(cat "$work/runs")" = 3 ]'
    sleep 0.3 # into its wait: any moment of it will do
    kill -$signal "$host"
    finish
    status_is "${end#*:}"
    results_are 2
    err_lacks "check-exit-code"
    done_check
done

check "nothing that fits the filters: one run"
script "ii" -k nothing
status_is 0
same "runs" "$(cat "$work/runs")" 1
err_has "no kernel passed the filters"
no_report
done_check

check "a launch that one run cannot measure has no result, the others have"
run FAKEGPU_FAIL=cuptiRangeProfilerDecodeData=2@2 "${application[@]}" --replay-window 1 "$several" -o report -- inplace
results_are 1
err_count 2 "was not measured: run 2: reading the counters: CUPTI_ERROR"
complete 1
done_check

for call in SetConfig Start Stop DecodeData; do
    check "cuptiRangeProfiler$call fails always: no results, the program's own is right"
    [ $call != Stop ] || dirty=yes
    run FAKEGPU_FAIL=cuptiRangeProfiler$call=2 "${application[@]}" "$several" -o report -- inplace
    [ "$status" != 0 ] || wrong "exit status 0 without a result"
    runs_are inplace 2
    err_count 3 "was not measured: run 2: "
    no_report
    done_check
done

# The program's output of each run is kept in a file, too: only that of the first run comes through.
whole_app=$app
app=$work/keeps
printf '#!/bin/sh\n"%s" "$@" | tee -a "%s"\n' "$whole_app" "$work/seen" >"$app"
chmod +x "$app"
runs_saw()
{
    cat "$work/once" "$work/once" "$work/once" "$work/once" | cmp -s - "$work/seen" || wrong "not each run got the input"
    cmp -s "$work/once" "$work/out" || wrong "the output differs"
    rm -f "$work/seen"
}

check "standard input from a pipe: each run gets all of it, in the program's time"
(echo one; sleep 0.2; seq 30000; echo last) >"$work/input"
run_with_input "${application[@]}" "$several" -o report -- stdin < <(cat "$work/input"; sleep 0.3; echo late)
status_is 0
results_are 1
{ cat "$work/input"; echo late; echo "stdin ok"; } >"$work/once"
runs_saw
done_check

check "standard input from a file, from where it stands"
run_with_input "${application[@]}" "$several" -o report -- stdin < <(:)
status_is 0
rm -f "$work/seen"
(read -r _; run_with_input "${application[@]}" --app-replay-buffer memory "$several" -f -o report -- stdin) <"$work/input"
{ tail -n +2 "$work/input"; echo "stdin ok"; } >"$work/once"
runs_saw
done_check

check "a later run that fails says what it printed last"
printf '#!/bin/sh\n"%s" "$@"\n[ ! -e ran ] || { seq 3000; echo "what \033 it lacks" >&2; exit 3; }\ntouch ran\n' \
    "$whole_app" >"$app"
run "${application[@]}" "$several" -o report -- inplace
rm -f "$work/ran"
err_has "ended with status 3"
same "the last line" "$(tail -n 3 "$work/err" | grep -c "what   it lacks")" 1
err_has 3000
err_lacks 2996
out_lacks 3000
done_check
app=$whole_app

check "standard input that never ends, and is not read"
run_with_input "${application[@]}" "$several" -o report -- inplace < <(exec sleep 30)
kill $!
status_is 0
results_are 3
done_check

check "disk full: an error that says what to do"
library=$(($(stat -c %s "$build/librooftop-inject.so") / 1024))
take_variables
plain bash -c 'trap "" XFSZ; ulimit -f $1; shift; exec "$@"' - $((library + 40)) "$rooftop" --no-tui --clock-control none \
    "${application[@]}" "$several" -o report "$app" twenty 12000 </dev/null
[ "$status" = 1 ] || wrong "exit status $status"
out_has "twenty ok"
runs_are twenty 2
err_has "counter data cannot be kept for the next run: File too large"
err_count 1 "counter data cannot be kept"
no_report
done_check

check "values of the options"
run --replay-mode=appliance -- inplace
status_is 1
err_has "appliance"
done_check

if command -v script >/dev/null && command script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    check "terminal: the progress says which run it is, and goes away"
    plain script -qec "stty cols 100 rows 24; '$rooftop' --no-tui --clock-control none ${application[*]} $several \
        -o report '$app' inplace" /dev/null </dev/null
    status_is 0
    out_has "run 2/4"
    out_has "profiling inplace(float *, float, int) 3 of 3"
    ! tr -d '\a' <"$work/out" | sed 's/\r$//; s/.*\r\x1b\[K//' | grep -q profiling || wrong "the line stays"
    done_check
fi
