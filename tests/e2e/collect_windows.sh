# What is measured together, and that it makes no difference.

several=--metrics=$(printf 'dram__count%d.sum,' {1..17})

# window "WHAT" "SIZES" RESULTS ARGUMENTS...
window()
{
    local what=$1 sizes=$2 results=$3
    shift 3
    check "$what"
    run ROOFTOP_TRACE=1 --disable-extra-suffixes --cache-control none "$several" -o report "$@"
    status_is 0
    out_has ok
    out_lacks instead # of what a kernel found the first time
    results_are "$results"
    windows_are "$sizes"
    done_check
}

window "launches without calls between them are one window" 20 20 -- twenty
window "fills and copies on the device keep a window open" 8 8 -- memops
window "copies from the host, too" 8 8 -- uploads
window "rows that are copied from the host, filled, copied on the device and to the host, too" 10 10 -- rows
window "batches of copies, too" 15 15 -- batches
window "but not one from the own memory of the host" "2 3 3 3 3 1" 15 -- batches 1
window "fills of variables of modules, and copies to and from them" 10 10 -- symbols
window "so do events and streams that wait for them" 10 10 -- crossed
window "waiting, copies to the host and new memory keep a window open" 11 11 -- looks
window "but the first, if the program is killed when all is measured" "1 10" 11 --kill yes -c 12 -- looks
window "what is open at the end of the program is measured" 6 6 -- left
window "memory of another context that launches may write is saved, too" 5 5 -- peers
window "windows that grow and shrink" "1 40 3 100" 144 -- groups
window "memory that comes and goes between launches, and is looked at when it is gone" "6 6" 12 -- comes_and_goes
window "the same in the order of a stream" "6 6" 12 -- comes_in_order
window "modules that come and go keep a window open" 10 10 -- unloads
window "streams that come and go, too" 160 160 -- streams_go
window "but not those of launches that may have to be let go" "1 1 1" 3 -- streams_reach
window "asking how much memory is free does, too" 5 5 -- asks_room
window "--replay-window bounds it" "7 7 6" 20 --replay-window 7 -- twenty
window "--replay-window 1: each by itself" "1 1 1 1 1 1 1 1" 8 --replay-window 1 -- memops
window "launches that the filter leaves out are in the window" 4 4 -k regex:count -- memops
window "few that are wanted among many that are not" 3 3 -s 4 -c 3 -- twenty
window "a setting of a function ends the window of its launches, if it is another" "1 2" 3 -- settings
window "a limit of shared memory does not, also below what launches have" 6 6 -- limits
window "managed variables: windows of one" "1 1 1 1" 4 -- managed

check "what kernels write differs in each run: the program keeps what its own wrote, also on a full device"
run FAKEGPU_MEMORY=4000000 "$several" -o report -- strays
status_is 0
out_has "strays ok"
results_are 3
done_check

check "where that has no room nothing runs again, and the program keeps it all the same"
run FAKEGPU_MEMORY=4000000 ROOFTOP_HOST_SHARE=0 "$several" -o report -- strays
out_has "strays ok"
err_has "there is no room to keep what it computed, so it was not run again"
done_check

window "pinned memory out of reach does not matter" 3 3 -- idle_pinned
window "pinned memory that device memory points to" 3 3 -- indirect
window "a stale pointer to it changes nothing" 6 6 -- stale
window "pinned memory among the arguments" "5" 5 -- pinned 5
FAKEGPU_CALLS=1 window "the first launch is alone if the code of its kernel does not show that it waits for nobody" "1 4" 5 -- pinned 5
FAKEGPU_CALLS=1 window "what is known of it stays when another library goes" "1 1 2 2" 6 -- libraries_go
window "registered memory among the arguments, too" "5" 5 -- registered 5
window "the processor changes pinned memory right after a launch" "6" 6 -- rewritten
FAKEGPU_CALLS=1 window "the processor changes pinned memory right after a launch; the first launch is alone" "1 5" 6 -- rewritten
window "two streams, and the processor changes pinned memory between their launches" "6" 6 -- in_turn
window "pinned memory that is given back and made anew" "6" 6 -- anew
window "what kernels write to pinned memory is the program's, and what its threads write beside it" "12" 12 -- answers
FAKEGPU_CALLS=1 window "what kernels write to pinned memory is the program's, and what its threads write beside it; the first launch is alone" "1 11" 12 -- answers
window "fills of pinned memory and copies from there; a kernel that holds a stream back" "24" 24 -- tuned
window "device memory that goes through pinned memory to other device memory" 18 18 -- bounced
window "pinned memory that a kernel wrote goes on to device memory" 12 12 -- handed_on
window "each kernel finds the memory that it found the first time, also when it warms up" 9 9 -- in_order
window "functions of the program that are queued between launches" "18" 18 -- host_functions
FAKEGPU_CALLS=1 window "functions of the program that are queued between launches; the first launch is alone" "2 1 15" 18 -- host_functions
window "copies from the host that hold pointers to pinned memory" 6 6 -- pointed
window "pinned memory with pointers to more of it: windows of one" "1 1 1" 3 -- nested
window "more pinned memory than is kept for a launch: windows of one" "1 1 1" 3 -- wide
window "managed memory that the processor changes right after a launch" 6 6 -- managed_rewritten
window "two streams, and the processor changes managed memory between their launches" 6 6 -- managed_in_turn
window "managed memory that is given back and made anew" 6 6 -- managed_anew
window "what kernels write to managed memory is the program's, and what its threads write beside it" 12 12 -- managed_answers
window "managed memory with pointers to more of it: windows of one" "1 1 1" 3 -- managed_nested
check "more of it, while a thread of the program writes other pages of it, or other pinned memory: it is not put back"
for mode in wide_beside wide_pages; do
    run --cache-control none "$several" -f -o report -- $mode
    status_is 0
    out_has "$mode ok"
    err_has "which other processes or threads may write"
    results_are 3
done
done_check

check "a thread writes memory that kernels could reach, and do not: pinned, managed, never, when it is woken after a launch, and from time to time"
for writes in 1 2 3 4 5; do
    for options in "$several" --metrics=gpu__time_duration.sum "--replay-mode application $several"; do
        # shellcheck disable=SC2086
        run --cache-control none $options -f -o report -- host_writes $writes
        status_is 0
        out_has "host_writes ok"
        results_are 20
        [ "$writes $options" != "2 $several" ] || err_has "which other processes or threads may write"
        [ $writes != 1 ] && [ $writes != 3 ] || err_lacks "no counters"
    done
done
done_check

check "the same in a program whose name begins as that of the dynamic linker"
real_app=$app
cp "$app" "$work/ld-solver"
app=$work/ld-solver
run --cache-control none "$several" -f -o report -- host_writes 5
app=$real_app
status_is 0
out_has "host_writes ok"
results_are 20
done_check

window "device memory with pointers to managed memory: windows of one" "1 1 1 1 1 1" 6 -- managed_pointed
window "more managed memory than other memory that is shared" 3 3 -- managed_wide

check "managed memory gets pointers while a window is open: its launches are lost, later ones are alone"
run ROOFTOP_TRACE=1 --disable-extra-suffixes --cache-control none "$several" -o report -- managed_nested_later
out_has "managed_nested_later ok"
err_has "holds pointers to more of it"
windows_are "4 1 1"
done_check

check "windows of 1 and of many have the same values"
run "$several,gpu__time_duration.sum" --replay-window 1 -o one -- twenty
run "$several,gpu__time_duration.sum" --replay-window auto -o many -- twenty
for file in one many; do
    "$rooftop" -i "$work/$file.ncu-rep" --page raw --csv | sed 's/^"\([0-9]*\)","[0-9]*"/"\1"/' >"$work/$file.csv"
done
cmp -s "$work/one.csv" "$work/many.csv" || wrong "$(diff "$work/one.csv" "$work/many.csv" | head -5)"
[ -s "$work/one.csv" ] || wrong "no values"
done_check

check "counter data of large windows goes to the host as a file in memory"
run ROOFTOP_TRACE=1 --disable-extra-suffixes "$several" -o report -- twenty 700
status_is 0
results_are 700
number_is dram__count1.sum "$("$rooftop" -i "$work/one.ncu-rep" --page raw --csv --metrics dram__count1.sum |
    tail -n 1 | sed 's/"$//; s/.*"//; s/,//g')" 600
done_check

check "where files may not be so long, it is sent"
run --disable-extra-suffixes "$several" -o report sh -c 'ulimit -f 8; exec "$0" twenty 700' "$app"
status_is 0
results_are 700
done_check

# Values are computed by threads; the double is slow at it, so that they overlap. Thirty windows and more.
evaluate=cuptiProfilerHostEvaluateToGpuValues
counted()
{
    run FAKEGPU_SLOW=$evaluate=2 ROOFTOP_EVALUATORS="$1" --disable-extra-suffixes --replay-window 3 "$several" -f -o "$2" \
        "${@:3}"
}
csv_of() { "$rooftop" -i "$work/$1.ncu-rep" --page raw --csv | sed 's/^"\([0-9]*\)","[0-9]*"/"\1"/' >"$work/$1.csv"; }

check "values and their order are the same, however many threads compute them"
counted 0 alone -- twenty 100
csv_of alone
for threads in 1 4 8; do
    counted "$threads" together -- twenty 100
    status_is 0
    err_count 100 "vec_add"
    csv_of together
    cmp -s "$work/alone.csv" "$work/together.csv" || wrong "$threads: $(diff "$work/alone.csv" "$work/together.csv" | head -5)"
done
same "lines" "$(wc -l <"$work/alone.csv")" 102
run FAKEGPU_SLOW=$evaluate=2 ROOFTOP_EVALUATORS=4 "$several" --replay-mode application -c 9 -f -o together -- twenty
status_is 0
same "results of application replay" "$("$rooftop" -i "$work/together.ncu-rep" --page raw --csv | wc -l)" 11
done_check

check "launches whose values cannot be computed are told, the others are there"
run FAKEGPU_SLOW=$evaluate=2 FAKEGPU_FAIL=$evaluate=7@31 ROOFTOP_EVALUATORS=4 --disable-extra-suffixes "$several" \
    -f -o report -- twenty 60
status_is 1
out_has ok
fault_made $evaluate
err_count 30 "the counters cannot be evaluated for GH100"
results_are 30
done_check

check "modules that come on one thread while another one launches"
run FAKEGPU_LOAD_MS=4 --metrics gpu__time_duration.sum -o report -- loads
status_is 0
out_has "loads ok"
results_are 60
done_check

check "threads that get no objects of CUPTI leave the values to the others"
run FAKEGPU_FAIL=cuptiProfilerHostInitialize=7@4 ROOFTOP_EVALUATORS=4 --disable-extra-suffixes "$several" -o report -- \
    twenty 60
status_is 0
fault_made cuptiProfilerHostInitialize
results_are 60
err_lacks error
done_check

check "--kill with launches that threads have begun"
counted 4 report --kill on -c 10 -- twenty 100
status_is 0
results_are 10
done_check

check "rooftop is interrupted while threads compute values: what was measured is kept"
start FAKEGPU_SLOW=$evaluate=20 ROOFTOP_EVALUATORS=4 --disable-extra-suffixes "$several" -o report -- loop
wait_until "the first results" said err "==PROF== 3:"
kill -INT "$host"
finish
status_is 130
results_are "$(grep -c '^==PROF== [0-9]*:' "$work/err")"
no_temporary
done_check

check "rooftop is killed while threads compute values: the results until then can be opened, in their order"
start FAKEGPU_SLOW=$evaluate=20 ROOFTOP_EVALUATORS=4 --disable-extra-suffixes "$several" -o report -- twenty 200
wait_until "the first results" said err "==PROF== 20:"
kill -KILL "$host"
finish
wait_until "the program is done" no_strays
run -i "$work"/report.ncu-rep.?????? -o report
status_is 0
same "ids" "$(rows | awk -F'","' 'NR <= 20 { print substr($1, 2) }' | paste -sd' ')" "$(seq 0 19 | paste -sd' ')"
[ "$(rows | wc -l)" -lt 200 ] || wrong "it was killed too late"
rm -rf "$work"/report.ncu-rep.* "$TMPDIR"/rooftop-??????
done_check

for wrong in 0 -3 many; do
    check "--replay-window $wrong is an error"
    run --replay-window=$wrong -- twenty
    status_is 1
    err_has "--replay-window takes auto or a number from 1 on, not \"$wrong\""
    done_check
done

check "a kernel that waits for what the program does next is given up, the program goes on"
run --replay-timeout 1 "$several" -o report -- waits_program
status_is 0
out_has "waits_program ok"
err_has "await(unsigned int *, unsigned int *) (launch 0) was not measured: it did not end within --replay-timeout"
results_are 1
done_check

check "one that cannot be let go soon ends its replay when its time is over, and the program goes on"
run --replay-timeout 3 "$several" -o report -- waits_twice
status_is 0
out_has "waits_twice ok"
err_has "await(unsigned int *, unsigned int *)"
err_has "it does not end when it runs again"
results_are 1
done_check

check "a kernel that waited for another thread is let go in its replay, and measured"
run --replay-timeout 1 "$several" -o report -- waits_thread
status_is 0
out_has "waits_thread ok"
err_lacks "it does not end when it runs again"
results_are 2
done_check
