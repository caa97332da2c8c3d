# The terminal is as before, whatever ends rooftop. dash does not mend it as bash would.

check "restored after q"
shell "$report"
sees "Limited by"
[ "$(mux display -p -t run '#{cursor_flag}')" = 0 ] || wrong "the cursor shows on the screen"
press q
usable
lacks "Limited by"
done_check

check "restored after q in a search and in help"
shell "$report"
sees "Limited by"
press / text:q
sees "/q"
press Escape Q
usable
done_check

# The exit status of what this signal has ended.
by() { echo $((128 + $(kill -l "$1"))); }

for term in linux vt100; do
    for way in q TERM SEGV; do
        check "TERM=$term has no other screen to go back to: the prompt stands alone after $way"
        shell "$report" TERM=$term
        sees "Limited by"
        status=0
        [ $way = q ] || status=$(by $way)
        if [ $way = q ]; then press q; else kill -$way "$(rooftop_pid)"; fi
        sees_prompt
        usable "$status"
        done_check
    done
done

for signal in HUP SEGV; do
    for keys in "r Tab Tab text:a" "Enter u text:1" "w x : text:t"; do
        check "restored after SIG$signal behind $keys"
        shell "$report"
        sees "Limited by"
        # shellcheck disable=SC2086
        press $keys
        settle
        kill -$signal "$(rooftop_pid)"
        usable "$(by $signal)"
        done_check
    done
done

# All whose default ends a process, of the real-time ones some.
for signal in HUP INT QUIT ILL TRAP ABRT BUS FPE USR1 SEGV USR2 ALRM TERM STKFLT XCPU VTALRM PROF IO PWR SYS RTMIN RTMIN+1 \
    RTMAX-1 RTMAX; do
    check "restored after SIG$signal, which the shell is told of"
    shell "$report"
    sees "Limited by"
    press Enter
    sees "Speed Of Light"
    kill -$signal "$(rooftop_pid)"
    usable "$(by $signal)"
    done_check
done

check "signals that end no process, or whose reason is seen elsewhere, do not end the screen"
shell "$report"
sees "Limited by"
for signal in CHLD CONT URG WINCH PIPE XFSZ; do
    kill -$signal "$(rooftop_pid)"
    press Enter
    sees "Speed Of Light"
    press Escape
    sees "Limited by"
done
press q
usable
done_check

for signal in SEGV ABRT BUS SYS TRAP; do
    check "the trace of a crash, SIG$signal, is kept and named"
    shell "$report"
    sees "Limited by"
    crashed=$(rooftop_pid)
    trace=$work/home/.local/state/rooftop/crash-$crashed.txt
    kill -$signal "$crashed"
    usable "$(by $signal)"
    sees "The trace is in"
    [ "$(stat -c %a "$trace")" = 600 ] || wrong "not for the user alone"
    grep -q "^rooftop .* was ended by SIG$signal from process" "$trace" && [ "$(grep -cE 'rooftop(\(.*\+|\[)0x' "$trace")" -gt 2 ] ||
        { wrong "no trace"; detail=$(cat "$trace"); }
    rm -f "$trace"
    done_check
done

check "where no trace can be kept it is among the temporary files"
mkdir -p "$work/home/.local/state" && rm -rf "$work/home/.local/state/rooftop" && echo >"$work/home/.local/state/rooftop"
shell "$report"
sees "Limited by"
crashed=$(rooftop_pid)
kill -SEGV "$crashed"
usable 139
grep -q "was ended by SIGSEGV" "$work/tmp/rooftop-crash-$crashed.txt" || wrong "no trace"
rm -f "$work/home/.local/state/rooftop" "$work/tmp/rooftop-crash-$crashed.txt"
done_check

check "Ctrl-C leaves a report"
shell "$report"
sees "Limited by"
press C-c
usable 130
done_check

check "Ctrl-Z stops, fg continues"
shell "$report"
sees "Limited by"
press j
# The terminal forgets what was typed and not yet read when it stops a program.
sees '▸     1 ns::tile'
press C-z
sees_prompt
pastes "stty -g >$work/after; echo stop''ped"
press Enter
sees stopped
cmp -s "$work/before" "$work/after" || wrong "stty differs while it is stopped"
rm -f "$work/after"
press text:fg Enter
sees "Limited by"
settle
capture | grep '^▸' | grep -q tile || { wrong "another selection after fg"; detail=$(capture); }
pastes Q
sees "pasted text does nothing here"
press q
usable
done_check

# With Ctrl-S the terminal takes nothing more, so drawing waits for it until Ctrl-Z lets it go on. The screens of reports, of
# traces and of the CPU have a loop each.
"$build/unit/trace_report" "$work/five.rtrace"
while read -r what first words; do
    check "Ctrl-Z while it draws, fg: $what"
    shell "$words"
    sees "$first"
    settle
    press C-s Down
    taken
    press C-z
    sees_prompt
    rm -f "$work/after"
    pastes "stty -g >$work/after; echo stop''ped"
    press Enter
    sees stopped
    cmp -s "$work/before" "$work/after" || wrong "stty differs while it is stopped"
    press text:fg Enter
    sees_not stopped
    sees "$first"
    press q
    usable
    done_check
done <<END
list Limited $report
trace Tab $work/five.rtrace
cpu socket cpu -i $root/tests/data/cpu/superchip.csv
END

# What is open stays open, and looks as it did; meanwhile the terminal is the shell's.
while read -r what keys; do
    check "Ctrl-Z and fg: $what"
    shell "$report"
    sees "Limited by"
    # shellcheck disable=SC2086
    press $keys
    # The passes of the form are counted by a process of their own.
    case $what in *form) sees "(GH100)" ;; esac
    settle
    shown=$(capture)
    cursor=$(mux display -p -t run '#{cursor_flag} #{cursor_x} #{cursor_y} #{mouse_any_flag}')
    press C-z
    sees_prompt
    rm -f "$work/after"
    press text:"stty -g >$work/after; echo stop''ped" Enter
    sees stopped
    cmp -s "$work/before" "$work/after" || wrong "stty differs while it is stopped"
    [ "$(mux display -p -t run '#{alternate_on}#{cursor_flag}#{mouse_any_flag}')" = 010 ] ||
        wrong "screen, cursor or mouse are not the shell's"
    rm -f "$work/after"
    press text:fg Enter
    sees_not stopped
    wait_until "it is the screen of before" shows "$shown" || detail=$(diff -u <(echo "$shown") <(capture))
    now=$(mux display -p -t run '#{cursor_flag} #{cursor_x} #{cursor_y} #{mouse_any_flag}')
    [ "${cursor%% *}" = 0 ] && [ "$now" != "${now#0}" ] && [ "${now##* }" = "${cursor##* }" ] ||
        same "cursor and mouse after fg" "$now" "$cursor"
    same "the keypad modes after fg" "$(mux display -p -t run '#{keypad_cursor_flag}#{keypad_flag}')" 11
    kill -TERM "$(rooftop_pid)"
    usable 143
    done_check
done <<'VIEWS'
details Enter
a-number Enter a .
a-form r
a-field-of-the-form r Tab Tab Tab text:abc
a-search / text:vec
a-command : text:the Tab
help ?
occupancy Enter u text:12
source x
all-metrics M
panes w w
VIEWS

check "Ctrl-Z, another size, fg: the screen has the size"
shell "$report"
sees "Limited by"
press r
sees "Rerun"
# The passes are counted by a process of their own, which stops as well; then nothing goes on.
sees "(GH100)"
settle
press C-z
sees_prompt
resize 120x40
press text:fg Enter
sees "Rerun"
settle
shown=$(capture)
press Escape
settle
press C-l
settle
press r
sees "Rerun"
settle
[ "$(capture)" = "$shown" ] || { wrong "another screen than one of that size"; detail=$(diff -u <(echo "$shown") <(capture)); }
kill -TERM "$(rooftop_pid)"
usable 143
done_check

check "restored when the program has crashed"
shell "--clock-control none --cache-control none --metrics gpu__time_duration.sum $app crash"
sees "Limited by"
settle
press q wait:"not saved" q
usable 139
done_check

for keys in "" r "Enter u text:1" "x" "/ text:a"; do
    check "the terminal that goes away ends rooftop${keys:+ behind $keys}"
    show 80x24 ASAN_OPTIONS=detect_leaks=0 "$report" # see end_rooftop
    sees Kernel
    # shellcheck disable=SC2086
    [ -z "$keys" ] || press $keys
    settle
    pid=$(pid)
    mux kill-session -t run
    wait_until "rooftop ends" eval '! kill -0 $pid'
    done_check
done
