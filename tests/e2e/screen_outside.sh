# Other programs have the terminal for a while: what they find there, how they end, and what is there behind them.

# What a program finds: modes of the terminal, its streams, signals and open files. Ends when a line was typed.
cat >"$work/other" <<'SCRIPT'
#!/bin/sh
stty -g >"$1.stty"
found=
for stream in 0 1 2; do [ -t $stream ] && found="$found terminal $stream"; done
# By the shell itself, which blocks signals while it starts another program.
while read -r name mask; do
    case $name in SigBlk: | SigIgn:) found="$found $name $mask" ;; esac
done <"/proc/$$/status"
echo "$found" >"$1.found"
ls /proc/self/fd >"$1.open"
echo "the other program"
read -r line
echo "$line" >"$1.line"
SCRIPT
chmod +x "$work/other"
back() { sees "a key returns to rooftop"; press x; sees "Limited by"; }
modes() { mux display -p -t run '#{alternate_on} #{cursor_flag} #{keypad_cursor_flag}#{keypad_flag} #{mouse_any_flag}'; }

check "another program finds the terminal of before, and rooftop its screen of before"
shell "$report"
sees "Limited by"
press j
settle
shown=$(capture) as=$(modes)
press text::shell Space "text:$work/other $work/it" Enter
sees "the other program"
lacks "Limited by"
same "the modes of the terminal" "$(modes)" "0 1 00 0"
cmp -s "$work/before" "$work/it.stty" || wrong "the terminal's attributes are not those of before"
# Signals 32 and 33 are the C library's own.
same "what it found" "$(sed 's/Ign: 0000000180000000/Ign: 0000000000000000/' "$work/it.found")" \
    " terminal 0 terminal 1 terminal 2 SigBlk: 0000000000000000 SigIgn: 0000000000000000"
# 3: the folder that ls reads.
same "its open files" "$(tr '\n' ' ' <"$work/it.open")" "0 1 2 3 "
press text:hello Enter
wait_until "it has read a line" test -s "$work/it.line"
same "the line" "$(cat "$work/it.line")" hello
back
wait_until "it is the screen of before" shows "$shown" || detail=$(diff -u <(echo "$shown") <(capture))
same "the modes of the screen" "$(modes)" "$as"
pastes Q
sees "pasted text does nothing here"
press q
usable
done_check

while IFS='|' read -r command told; do
    check "how another program ended: $command"
    show 80x24 "$report"
    sees "Limited by"
    press text::shell Space "text:$command" Enter
    sees "$told"
    back
    press q
    ends 0
    done_check
done <<'ENDS'
exit 3|the command ended with exit status 3; a key returns
kill -KILL $$|the command was ended by signal 9 (Killed); a key returns
no-such-program|the command ended with exit status 127; a key returns
ENDS

for key in 'C-c|2 (Interrupt)' 'C-\|3 (Quit)'; do
    check "${key%|*} is for the other program"
    shell "$report"
    sees "Limited by"
    press text::shell Space "text:echo waiting; exec sleep 1000" Enter
    sees waiting
    press "${key%|*}"
    sees "was ended by signal ${key#*|}"
    # At the question it is the answer.
    press "${key%|*}"
    sees "Limited by"
    press q
    usable
    done_check
done

check "Ctrl-Z stops rooftop with the other program, fg continues both"
shell "$report"
sees "Limited by"
press text::shell Space "text:$work/other $work/it" Enter
sees "the other program"
rm -f "$work/it.line"
press C-z
sees_prompt
press text:"echo stop''ped; fg" Enter
sees stopped
press text:hello Enter
wait_until "it has read a line" test -s "$work/it.line"
back
press q
usable
done_check

check "a program that stops itself stops rooftop, too"
shell "$report"
sees "Limited by"
press text::shell Space 'text:kill -STOP $$; echo goes on' Enter
sees_prompt
press text:fg Enter
sees "goes on"
back
press q
usable
done_check

check "where no shell waits for rooftop, it goes on"
show 80x24 "$report"
sees "Limited by"
press text::shell Space 'text:kill -STOP $$; echo goes on' Enter
sees "goes on"
back
press q
ends 0
done_check

check "the terminal comes back from a shell with jobs that was killed"
show 80x24 "$report"
sees "Limited by"
# Its job is in the foreground when it ends.
press text::shell Space "text:exec bash -mc 'sh -c \"kill -9 \\\$PPID\"; true'" Enter
sees "was ended by signal 9"
back
press j Enter
sees "Speed Of Light"
press q q
ends 0
done_check

check "another size meanwhile"
show 80x24 "$report"
sees "Limited by"
press text::shell Space "text:$work/other $work/it" Enter
sees "the other program"
resize 120x40
press Enter
back
settle
shown=$(capture)
press C-l
settle
same "the screen of that size" "$(capture)" "$shown"
[ "$(wc -l <<<"$shown")" = 40 ] || wrong "not all rows"
press q
ends 0
done_check

check "a signal that ends rooftop waits for the other program"
shell "$report"
sees "Limited by"
press text::shell Space "text:$work/other $work/it" Enter
sees "the other program"
rm -f "$work/it.line"
kill -TERM "$(rooftop_pid)"
press text:still Space text:there Enter
wait_until "it has read a line" test -s "$work/it.line"
same "the line" "$(cat "$work/it.line")" "still there"
usable 143
lacks "Limited by"
done_check

for way in terminal signal; do
    check "the $way that goes away ends both programs"
    show 80x24 ASAN_OPTIONS=detect_leaks=0 "$report" # see end_rooftop
    sees "Limited by"
    press text::shell Space "text:echo \$\$ >$work/other.pid; echo here; exec sleep 1000" Enter
    sees here
    pid=$(pid) other=$(cat "$work/other.pid")
    if [ $way = terminal ]; then mux kill-session -t run; else kill -HUP "$pid"; fi
    wait_until "rooftop ends" eval '! kill -0 $pid'
    wait_until "the other program ends" eval '! kill -0 $other'
    done_check
done

check "a crash while another program has the terminal leaves it as it is"
shell "$report"
sees "Limited by"
press text::shell Space "text:$work/other $work/it" Enter
sees "the other program"
kill -SEGV "$(rooftop_pid)"
sees "The trace is in"
same "the modes of the terminal" "$(modes)" "0 1 00 0"
press Enter
usable 139
done_check

[ -n "$viewer" ] || {
    check "results come in while another program has the terminal"
    rm -f "$work/go" "$work/finished"
    live 80x24 --metrics gpu__time_duration.sum sh -c 'until [ -e "$1" ]; do sleep 0.05; done; "$0" slow 1; : >"$2"' \
        fakeapp "$work/go" "$work/finished"
    sees "no results yet"
    press text::shell Space "text:: >$work/go; until [ -e $work/finished ]; do sleep 0.05; done" Enter
    sees "a key returns to rooftop"
    press x
    sees "Limited by"
    sees "slow"
    press q q
    ends 0
    done_check
}
