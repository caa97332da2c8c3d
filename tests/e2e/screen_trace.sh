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
then_check trace_help_end PageDown
check "Esc leaves the help, the mark, a search and each level of zooming, and not the program"
press Escape
sees "from the mark: "
press / x Escape
lacks "/x"
press Escape
sees_not "from the mark: "
press Escape Escape Escape
sees "busy of the trace"
press Escape
sees "there is nothing to go back to; q quits"
alive
done_check
check "X says that it does nothing"
press X
sees " X does nothing here; ? shows the keys"
done_check
check "Q ends it"
press Q
ends 0
done_check
screen_check trace_gap 80x24 '}'
screen_check trace_120 120x40 j Enter
# The tables below: findings lead to the page that has their evidence, and rows of pages to the timeline.
screen_check trace_tables_80 80x24 Tab
then_check trace_evidence Enter
then_check trace_evidence_end l l l l
check "a row leads to its place on the timeline, and Esc goes back to it"
press : k e r n Enter j Enter
sees "second(float *)  200.000 us"
press Escape
press Escape
sees "busy of the trace"
done_check
screen_check trace_tables_200 200x60 t Tab s s
# Rows and tables of what few programs record.
check "the trace with rare records"
"$build/unit/trace_report" "$work/rare.rtrace" 5 rare || wrong "it cannot be made: make all fakegpu BUILD=$build"
done_check
report=$work/rare.rtrace
screen_check trace_rare 120x40 : e n v Enter
then_check trace_rare_lowered Escape j j j j n n n n n n n
then_check trace_rare_jit : j i t Enter Enter
# Kernels that have results in a report beside the trace are marked: on the timeline, in tables and at its foot.
with=("$root/tests/data/samples.ncu-rep")
screen_check trace_marks_80 80x24 : k e r n Enter
then_check trace_marks_foot Escape / text:histo Enter + +
check "marks are ASCII where the terminal is"
show 80x24 LC_ALL=C TERM=vt100 "${with[@]}" "$report"
sees "stream 7"
press : k e r n Enter
sees " ohistogram("
done_check
with=()
report=$trace
screen_check trace_40 40x12 j j j
check "a search, and the form that profiles what it found"
show 80x24 "$trace"
sees "stream 7"
press / text:second Enter
sees "second(float"
press P
sees "Run /home/user/train"
sees "Kernels   _Z6secondPf"
press Escape
sees "second(float"
done_check
check "what is pasted is text of the search, and nothing elsewhere"
show 80x24 "$trace"
sees "stream 7"
pastes q
sees "pasted text does nothing here"
press /
pastes $'second\nq'
press Enter P
sees "Run /home/user/train"
sees "Kernels   _Z6secondPf"
press Escape
sees "second(float"
done_check
check "without UTF-8 and on a vt100 the rows are ASCII"
show 80x24 LC_ALL=C TERM=vt100 "$trace"
sees "stream 7"
settle
! capture | LC_ALL=C grep -q '[^ -~]' || wrong "a byte that is no ASCII"
done_check

# traced SIZE ARGUMENT...: "rooftop trace" on a terminal.
traced() { local size=$1; shift; live "$size" trace "$@"; }

check "the timeline fills while the program runs"
traced 100x24 fakeapp loop
sees "runs, "
sees ": loop ready"
sees "  stream 13"
kernels() { capture | sed -n 's/.* \([0-9]*\) kernels.*/\1/p'; }
launches() { capture | sed -n 's/.*inplace(float \*, float, int)  *[0-9.]* %  *[0-9.]* [mun]*s  *\([0-9,]*\) .*/\1/p' | tr -d ,; }
# begins and goes on with WHAT: a number that is on the screen, in `first` and now.
begins() { first=$($1); [ -n "$first" ]; }
goes_on() { local now; now=$($1); [ "${now:-0}" -gt "$first" ]; }
wait_until "kernels are counted" begins kernels
wait_until "more kernels come" goes_on kernels
press Tab t
wait_until "launches are in the table" begins launches
wait_until "more launches are in the table" goes_on launches
press q
sees "the program still runs: q again ends it"
alive
press q
ends any
sees "Kernels Shorter than Their Launch"
done_check
check "a signal ends the timeline without a question, and the program with it"
traced 100x24 -f -o "$work/ended" fakeapp loop
sees "runs, "
sees "  stream 13"
kill -USR2 "$(pid)"
ends 140
sees "ended.rtrace"
[ -s "$work/ended.rtrace" ] || wrong "there is no file"
done_check
check "with --forward-signals it is the program's"
traced 100x24 --forward-signals fakeapp loop
sees "runs, "
sees "  stream 13"
kill -USR2 "$(pid)"
sees "has ended"
alive
press q
ends any
done_check
check "a program that has ended stays on the screen"
traced 100x60 fakeapp streams 5
sees "has ended: streams ok"
sees "10 kernels"
press j + + 0
alive
press q
ends 0
sees "NVIDIA H200, busy"
done_check
check "P profiles the kernel of a row: a form, then its results; o opens them again"
mkdir "$work/traced"
live 100x30 --no-tui trace -o "$work/traced/run" fakeapp inplace 3
ends 0
live 100x30 "$work/traced/run.rtrace"
sees "  stream 13"
press Tab t
sees "inplace(float *, float, int)"
press o
sees "no report beside this trace has results of this kernel; P profiles it"
press P
sees "Run fakeapp inplace 3"
sees "Kernels   _Z7inplacePffi"
sees "skip 0"
sees "Report    $work/traced/run.inplace.ncu-rep"
press Enter
sees "1 result "
sees "16% "
wait_until "the run is over" test -s "$work/traced/run.inplace.ncu-rep"
press q
sees "kernels 1"
sees "◇inplace(float *, float, int)"
press o
sees "GPU Speed Of Light Throughput"
press Q
sees "kernels 1"
press Enter Escape n P
sees "skip 1"
sees "Report    $work/traced/run.inplace-2.ncu-rep"
press Escape
sees "kernels 1"
press q
ends 0
done_check
check "reports that are given beside a trace are what o opens"
live 100x30 "$work/traced/run.rtrace" "$work/traced/run.inplace.ncu-rep"
sees "  stream 13"
press Tab t
sees "inplace(float *, float, int)"
press o
sees "GPU Speed Of Light Throughput"
press Q
sees "kernels 1"
press q
ends 0
done_check
check "pages are not printed of both"
show 100x30 --no-tui "$work/traced/run.rtrace" "$work/traced/run.inplace.ncu-rep"
ends 1
sees "reports beside a trace are for the screen"
done_check
check "P waits until the program has ended"
traced 100x30 fakeapp loop
sees "  stream 13"
press Tab t
sees "inplace(float *, float, int)"
press P
sees "the program still runs: P profiles its kernels when it has ended"
press q
sees "q again ends it"
press q
ends any
done_check
check "with -o the trace is kept and no tables are printed"
traced 100x24 -f -o "$work/kept" fakeapp streams 5
sees "has ended"
press q
ends 0
sees "80 records"
[ -s "$work/kept.rtrace" ] || wrong "there is no file"
done_check

check "screen and pages agree on how busy the GPU is"
show 80x60 --no-tui --page summary,overlap,streams --csv "$trace"
ends any
for line in '"GPU 0","NVIDIA H200, busy 51.0 % of the span"' '"GPU 0","NVIDIA H200","4900000","51.020' \
    '"GPU 0","4711","1","7","51.020'; do
    has_printed "$line" || wrong "no $line"
done
show 80x24 "$trace"
sees "GPU 0            51 %"
done_check
check "tables of a trace are not wider than the terminal where texts can give way"
show 80x60 --no-tui --page summary "$trace"
ends any
settle
capture | grep -q "^GPU Waits for the Host" || wrong "no findings"
[ "$(capture | grep -A 1 '^Finding  ' | tail -n 1 | wc -L)" -le 80 ] || wrong "a line is longer"
capture | grep -q '^-* ------- ------- -*$' || wrong "the rules wrap"
done_check
