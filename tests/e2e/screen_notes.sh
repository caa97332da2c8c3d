# Comments, NVTX ranges and call stacks: panes of the details.

notes=$work/notes.ncu-rep
check "the report with notes"
"$build/unit/notes_report" "$notes" || wrong "it cannot be made: make all fakegpu BUILD=$build"
done_check
[ -s "$notes" ] || return
report=$notes
screen_check notes_folded 80x24 Enter
then_check notes_80 a
then_check notes_nvtx Tab Tab Enter z
screen_check notes_40 40x24 Enter a '>'
check "a search opens the call stack"
show 80x24 "$report"
sees Kernel
press Enter / text:_start Enter
sees "_start of /home/me/app"
done_check
check "no escape of a range or a function reaches the terminal"
press a
settle
! capture -e | LC_ALL=C grep -qaP '\x1b\[2J|\x1b\]0|\x07' || wrong "an escape came through"
done_check
check "a result without notes has no such panes"
press ']'
sees plain
lacks "Call stack"
lacks NVTX
done_check
