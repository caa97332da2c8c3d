# A program that is profiled on the screen.

quick=(--metrics gpu__time_duration.sum)
program_runs() { strays | while read -r pid; do tr '\0' ' ' <"/proc/$pid/cmdline"; echo; done 2>/dev/null | grep -q '^[^ ]*fakeapp '; }
program_gone() { ! program_runs; }

check "live: rows appear while the program runs, with progress"
gpu+=(FAKEGPU_SLOW=cuptiRangeProfilerStop=60)
live 100x24 --set basic fakeapp slow 5
seen_progress=
five_rows()
{
    look
    ! grep -qE "^ profiling slow\(float \*\) (launches 1 to )?[1-5] · pass [0-9]+/[0-9]+" <<<"$screen" || seen_progress=1
    [ "$(grep -cE '[0-9] slow\(float' <<<"$screen")" = 5 ]
}
wait_until "the five rows are there" five_rows
sees "the program has ended: 5 results"
golden live_ended
unset "gpu[-1]"
done_check
check "live: the progress line was there"
[ -n "$seen_progress" ] || wrong "no \"profiling slow\" was seen"
done_check
check "live: the cursor follows the newest row"
capture | grep '^▸' | grep -q ' 4 slow' || { wrong "it does not"; detail=$(capture); }
done_check
check "live: a warning hides progress for a while, without a key; a line that is too long loses the kernel's name"
gpu+=(FAKEGPU_SLOW=cuptiRangeProfilerStop=700)
live 80x24 --set full fakeapp template 5
sees "does not offer"
sees "1 message, E shows it"
wait_until "progress is beside it" eval "capture | grep -qE '^ profiling .* [1-5] · pass [0-9]+/[0-9]+( · about [0-9]+ [a-z]+ left)? 1 message, E shows it'"
press q q
ends any
unset "gpu[-1]"
done_check
check "live: Q asks while there is no result yet, and then ends the program"
live 80x24 "${quick[@]}" sh -c 'echo begun; sleep 60'
sees begun
press Q
sees "the program still runs: q again ends it"
alive
press j
sees_not "q again"
press Q
sees "the program still runs: q again ends it"
press Q
ends any
done_check
check "live: Q asks while the program runs, whether results are there or go into a file"
live 80x24 "${quick[@]}" sh -c 'fakeapp tiny 1; sleep 60'
sees " 1 result "
press Q
sees "the program still runs, 1 result is not saved: q again ends it"
alive
press Q
ends any
live 80x24 -o "$work/asked.ncu-rep" "${quick[@]}" sh -c 'fakeapp tiny 1; sleep 60'
sees " 1 result "
press q
sees "the program still runs: q again ends it"
alive
press q
ends any
[ -s "$work/asked.ncu-rep" ] || wrong "the report was not written"
done_check
check "live: the filter holds for rows that come"
live 100x24 "${quick[@]}" sh -c 'sleep 1; for mode in vector_add slow tiny slow; do fakeapp $mode 1; done'
sees "q quit"
press f text:slow Enter
sees "the program has ended: 4 results"
sees "filter slow: 2 of 4"
settle
[ "$(capture | grep -c ' slow(')" = 2 ] || { wrong "not the two rows"; detail=$(capture); }
lacks tiny
press Escape
sees tiny
press q q
ends 0
done_check

check "live: the program's output is in the output view"
live 100x24 --section Occupancy fakeapp slow 5
sees "the program has ended"
press o
sees "slow ok"
press o q q
ends 0
done_check

check "live: application replay is one run with the output of the first"
live 100x24 --replay-mode application --set basic fakeapp slow 2
sees "the program has ended: 2 results"
settle
[ "$(capture | grep -cE '[0-9] slow\(float')" = 2 ] || { wrong "not two rows"; detail=$(capture); }
press o
sees "slow ok"
settle
[ "$(capture | grep -c 'slow ok')" = 1 ] || { wrong "the output is not that of one run"; detail=$(capture); }
press o q q
ends 0
done_check

check "live: q in a later run of application replay ends it"
rm -f "$work/runs"
gpu+=(FAKEAPP_RUNS="$work/runs" FAKEAPP_SCRIPT="ii iiw")
live 100x24 --replay-mode application --set basic fakeapp script
sees "profiling inplace(float *, float, int) 2 of 2 · run 2/4"
press q q
ends 0
wait_until "the program is gone" program_gone
unset "gpu[-1]" "gpu[-1]"
done_check

check "live: escapes in the output are harmless"
live 80x24 "${quick[@]}" fakeapp escape
sees "the program has ended"
press o
sees "escape ok"
golden live_escape
[ "$(mux display -p -t run '#{pane_title}')" != title ] || wrong "the title was set"
! capture -e | grep -q $'\e''\[31m.*red' || wrong "the colour is obeyed"
press q Q Q
ends 0
done_check

check "live: a question without a newline is shown while the program waits"
live 80x24 "${quick[@]}" sh -c 'printf "first\nPassword: "; sleep 2; exec "$0" slow 1' fakeapp
press o
sees first
sees "Password:"
lacks "slow ok"
done_check

check "live: the last words without a newline are shown too"
live 80x24 "${quick[@]}" sh -c '"$0" slow 1; printf "first\nthe last words"' fakeapp
sees "the program has ended"
press o
sees first
sees "the last words"
done_check

check "live: what usual programs write about colours and boxes leaves no junk"
live 80x24 "${quick[@]}" sh -c 'printf "\033(B\033[mplain\033(B end\n\033[38;5;1mred\033[0m\n\033[?25lhidden\033[?25h\n"; exec "$0" slow 1' fakeapp
sees "the program has ended"
press o
sees hidden
sees "plain end"
lacks Bplain
done_check

check "live: a search before the first result does no harm"
rm -f "$work/go"
live 80x24 "${quick[@]}" sh -c 'until [ -e "$1" ]; do sleep 0.05; done; exec "$0" slow 1' fakeapp "$work/go"
sees "no results yet"
press / text:x
settle
alive
press Enter
settle
alive
press n Escape Enter s S j k '>' '<'
settle
alive
touch "$work/go"
sees "slow(float"
press E
sees "the program has ended: 1 result"
press Escape q q
ends 0
done_check

check "live: a search in the output before there is any"
rm -f "$work/go"
live 80x24 "${quick[@]}" sh -c 'until [ -e "$1" ]; do sleep 0.05; done; exec "$0" slow 1' fakeapp "$work/go"
sees "no results yet"
press o / text:x Enter n N
settle
alive
press Q Q
ends
done_check

check "live: Ctrl-C goes to the program"
live 80x24 "${quick[@]}" fakeapp loop
loop_has_results
press C-c
wait_until "the program ends" program_gone
alive
press o
sees "got SIGINT"
press o q q
ends 130
done_check

check "live: q ends the program"
live 80x24 "${quick[@]}" fakeapp loop
loop_has_results
press q q
ends any
wait_until "the program ends" program_gone
done_check

check "live: SIGTERM ends the program too, and the report is written"
live 80x24 "${quick[@]}" -f -o "$work/ended.ncu-rep" fakeapp loop
loop_has_results
kill -TERM "$(pid)"
ends 143
wait_until "the program ends" program_gone
says "ended.ncu-rep"
[ -s "$work/ended.ncu-rep" ] || wrong "no report"
done_check

for signal in USR1 XCPU; do
    check "live: so does SIG$signal, which a batch system may send"
    live 80x24 "${quick[@]}" -f -o "$work/$signal.ncu-rep" fakeapp loop
    loop_has_results
    kill -$signal "$(pid)"
    ends $((128 + $(kill -l $signal)))
    wait_until "the program ends" program_gone
    says "$signal.ncu-rep"
    [ -s "$work/$signal.ncu-rep" ] || wrong "no report"
    done_check
done

check "live: with --forward-signals SIGUSR1 is the program's, and the screen stays"
live 80x24 "${quick[@]}" --forward-signals fakeapp loop
loop_has_results
kill -USR1 "$(pid)"
sees "was ended by signal 10"
alive
press q q
ends 138
done_check

check "live: messages are printed after the screen"
live 80x24 "${quick[@]}" fakeapp exit3
sees "status 3"
settle
press q q
ends 3
says "ended with status 3"
lacks "Limited by"
done_check

check "live: a program that crashes"
live 80x24 "${quick[@]}" fakeapp crash
sees "signal"
settle
press q q
ends any
says "rooftop:"
says "Segmentation fault"
done_check

check "live: a program that is not there"
live 80x24 "$work/nosuch"
wait_until "rooftop ends or says it" eval 'dead || on_screen nosuch'
dead || press q
ends any
says nosuch
done_check

check "live: a program without CUDA"
live 80x24 true
sees "made no CUDA call"
sees "E shows all"
sees "through sudo, env -i or a container hides it"
sees "r runs the program again with other options"
press q q
ends any
says "made no CUDA call"
done_check

check "live: the program has a terminal of the size of the screen"
live 100x30 "${quick[@]}" sh -c 'stty size <&1; "$0" slow 1' fakeapp
sees "the program has ended"
press o
sees "30 100"
done_check

check "live: resizing while it runs"
live 80x24 "${quick[@]}" fakeapp loop
loop_has_results
mux resize-window -t run -x 120 -y 30
sees Launch
mux resize-window -t run -x 60 -y 10
sees_not Launch
alive
press q q
ends any
wait_until "the program ends" program_gone
done_check

check "live: a flood of output does not stop the keys"
live 80x24 "${quick[@]}" sh -c 'yes flood | head -n 200000; "$0" slow 1' fakeapp
press o
sees "flood"
press o
sees " 1 result"
press E
sees "the program has ended"
press Escape q q
ends 0
done_check

check "live: a list that stays empty tells the cause and what came of it, of the last run alone"
gpu+=(FAKEGPU_FAIL=cuptiRangeProfilerEnable=999)
live 80x24 --metrics sm__cycles_active.avg fakeapp twenty
sees "no kernel was measured"
sees "  1 of 1 launches could not be measured"
press r wait:"Metrics   sm__cycles" Tab Tab C-u text:bar Enter
sees '--metrics: unknown metric "bar"'
unset "gpu[-1]"
press Escape q
ends 1
done_check
