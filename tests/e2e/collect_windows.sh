# What is measured together, and that it makes no difference.

several=--metrics=$(printf 'dram__count%d.sum,' {1..17})

# windows_are "SIZES": the launches of each window, in their order.
windows_are()
{
    local sizes
    sizes=$(sed -n 's/.*window of \([0-9]*\):.*/\1/p' "$work/err" | tr '\n' ' ')
    same "windows of" "$sizes" "$1 "
}

# window "WHAT" "SIZES" RESULTS ARGUMENTS...
window()
{
    local what=$1 sizes=$2 results=$3
    shift 3
    check "$what"
    run ROOFTOP_TRACE=1 --disable-extra-suffixes --cache-control none "$several" -o report "$@"
    status_is 0
    out_has ok
    results_are "$results"
    windows_are "$sizes"
    done_check
}

window "launches without calls between them are one window" 20 20 -- twenty
window "fills and copies on the device keep a window open" 8 8 -- memops
window "copies from the host, too" 8 8 -- uploads
window "so do events and streams that wait for them" 10 10 -- crossed
window "waiting, copies to the host and new memory keep a window open, but the first" "1 10" 11 -- looks
window "what is open at the end of the program is measured" "1 5" 6 -- left
window "memory of another context that launches may write is saved, too" "3 2" 5 -- peers
window "windows that grow and shrink" "1 40 3 100" 144 -- groups
window "--replay-window bounds it" "7 7 6" 20 --replay-window 7 -- twenty
window "--replay-window 1: each by itself" "1 1 1 1 1 1 1 1" 8 --replay-window 1 -- memops
window "launches that the filter leaves out are in the window" 4 4 -k regex:count -- memops
window "few that are wanted among many that are not" 3 3 -s 4 -c 3 -- twenty
window "a setting of a function ends the window of its launches, if it is another" "1 2" 3 -- settings
window "managed memory: windows of one" "1 1 1 1" 4 -- managed

check "what kernels write differs in each run: the program keeps what its own wrote, also on a full device"
run FAKEGPU_MEMORY=4000000 "$several" -o report -- strays
status_is 0
out_has "strays ok"
results_are 3
done_check

window "pinned memory out of reach does not matter" 3 3 -- idle_pinned
window "pinned memory that device memory points to: windows of one" "1 1 1" 3 -- indirect
window "pinned memory among the arguments: windows of one" "1 1" 2 -- pinned

check "windows of 1 and of many have the same values"
run --metrics "dram__count1.sum,gpu__time_duration.sum" --replay-window 1 -o one -- twenty
run --metrics "dram__count1.sum,gpu__time_duration.sum" --replay-window auto -o many -- twenty
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
err_has "await(unsigned int *, unsigned int *) (launch 0) was not measured: it has not ended in the time of --replay-timeout"
results_are 1
done_check

check "a kernel that waits for another thread ends in its replay when it is let go, the program goes on"
run --replay-timeout 1 "$several" -o report -- waits_thread
status_is 0
out_has "waits_thread ok"
err_has "await(unsigned int *, unsigned int *)"
err_has "it does not end when it runs again"
results_are 1
done_check
