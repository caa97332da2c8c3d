# Progress on a terminal: one line that is rewritten and goes away.

# More than one pass: after the last one the line is gone already.
few="--set basic"

if ! command -v script >/dev/null || ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    skip "progress on a terminal" "no script(1)"
    return
fi

# on_terminal COMMAND: runs it on a terminal of 80 columns; what was written comes back in $work/out.
on_terminal()
{
    plain script -qec "stty cols 80 rows 24; $1" /dev/null </dev/null
}

# What a terminal shows in the end: on each line only what follows the last clearing of it.
screen() { tr -d '\a' <"$work/out" | sed 's/\r$//; s/.*\r\x1b\[K//'; }

command="'$rooftop' --no-tui --clock-control none --cache-control none $few -o report '$app'"

check "terminal: the line is rewritten, and nothing of it stays"
on_terminal "$command inplace >program.out"
status_is 0
out_has "profiling inplace(float *, float"
out_has " launches 1 to 3 "
out_has "pass 1/3"
same "lines" "$(grep -c 'profiling' "$work/out")" 1
! screen | grep -q profiling || wrong "the line stays: $(screen | grep profiling | cat -v)"
screen | grep -qF "report report.ncu-rep, 3 results" || wrong "the last message is gone"
results_are 3
done_check

check "terminal: how many there will be, and the time left"
on_terminal "$command -h >/dev/null; ${command/-o report/-c 3 -o report} slow 4 >program.out"
out_has "3 of 3"
done_check

check "terminal: the line is never wider than the screen"
on_terminal "stty cols 40; $command bigparam >program.out"
tr '\r' '\n' <"$work/out" | sed 's/\x1b\[K//' | awk '/profiling/ && length($0) > 41 { exit 1 }' ||
    wrong "$(tr '\r' '\n' <"$work/out" | grep profiling | head -n 2)"
done_check

check "terminal: the program's output does not stick to the progress line"
on_terminal "$command memops"
! screen | grep -q 'profiling.*memops ok' || wrong "$(screen | grep profiling | cat -v)"
done_check

check "terminal: Ctrl-C ends the program once, and the results are kept"
(cd "$work" && exec env LD_LIBRARY_PATH="$LD_LIBRARY_PATH" timeout -k 2 "$limit" \
    script -qec "$command loop" /dev/null) < <(
    wait_until "it profiles behind the first results" grep -aqE 'launches ([2-9]|[1-9][0-9]+) to' "$work/out"
    printf '\003'
    wait_until "the program has got it" said out "got SIGINT"
) >"$work/out" 2>"$work/err"
status=$?
status_is 130
out_has "got SIGINT"
[ -n "$(rows)" ] || wrong "no results"
done_check
