# The timeline of a trace: rows, names, the cursor, marks, links, search; on other terminals and sizes.

trace=$work/five.rtrace
check "the trace"
"$build/unit/trace_report" "$trace" || wrong "it cannot be made: make all fakegpu BUILD=$build"
done_check
[ -s "$trace" ] || return
report=$trace
screen_check trace_80 80x24
then_check trace_zoomed j n + + +
then_check trace_call c
then_check trace_marked m '}'
then_check trace_help '?'
screen_check trace_120 120x40 j Enter
screen_check trace_40 40x12 j j j
check "a search, and the command that profiles what it found"
show 80x24 "$trace"
sees "stream 7"
press / text:second Enter
sees "second(float"
press P
sees "rooftop --kernel-name-base mangled -k _Z6secondPf --launch-skip 0 -c 5"
done_check
check "without UTF-8 and on a vt100 the rows are ASCII"
show 80x24 LC_ALL=C TERM=vt100 "$trace"
sees "stream 7"
! capture | LC_ALL=C grep -q '[^ -~]' || wrong "a byte that is no ASCII"
done_check
