# The occupancy what-if: inputs, what comes of them, what is refused, curves.

report=$root/tests/data/samples.ncu-rep
with=(--apply-rules no)
screen_check occupancy_80 80x24 u
then_check occupancy_registers_80 j Right Right Right
screen_check occupancy_200 200x60 u text:4 text:8 text:0 Enter
with=(LC_ALL=C --apply-rules no)
screen_check occupancy_ascii 80x24 u : text:occupancy Space text:chip Space text:8.6 Enter
with=()
check "the what-if in LANG=C: only ASCII"
ascii_only
done_check

check "occupancy: what is beyond the chip is refused with the limit, and = puts all back"
show 80x24 --apply-rules no "$report"
sees Kernel
press u text:2048 Enter
sees "at most 1024 threads of a block on 9.0, not 2048"
press j text:4 text:0 Enter
sees "registers 40 -> 32: 75 % -> 100 %"
press '='
sees "nothing raises it"
lacks "75 %"
press j Left
sees "Static shared memory: there is nothing below"
press text:48K Enter
sees "49,152 B"
press u
sees_not "what if"
done_check

check "occupancy: a command opens it, another result begins anew"
press : text:occupancy Space text:block Space text:96 Enter
sees "what if"
sees "The grid keeps"
press Escape j u
sees "what if"
sees_not "The grid keeps"
press : text:occupancy Space text:warps Space text:3 Enter
sees "is not an input; there are block,"
alive
done_check

check "occupancy: it is exported with launch and what-if"
press text:64 Enter : text:export Space "text:$work/occupancy.csv" Enter
sees "written: "
grep -q '^"block","[0-9]*","64"' "$work/occupancy.csv" || wrong "not the inputs: $(head -n 3 "$work/occupancy.csv")"
done_check

check "occupancy: exports carry the times that are expected and the bounds for the compiler"
show 80x24 --apply-rules no "$report"
sees Kernel
press j j u j text:24 Enter
sees "Expected"
for form in md html; do
    press : text:export Space "text:$work/what_if.$form" Enter
    sees "written: $work/what_if.$form"
    wait_until "the $form is there" grep -q "Little's law" "$work/what_if.$form"
    grep -q "registers 32 -.* 24: occupancy 100 % -" "$work/what_if.$form" || wrong "$form: not what was asked"
    grep -q "Expected 417 us, as now" "$work/what_if.$form" || wrong "$form: no time"
done
press j Right
sees "‹ 2 sgemm_naive"
done_check

check "occupancy: what is no launch says so"
"$build/unit/notes_report" "$work/without.ncu-rep" || wrong "the report cannot be made"
show 80x24 --apply-rules no "$work/without.ncu-rep"
sees Kernel
press u
sees "says too little about its launch"
press Right '=' text:7 Enter
sees "says too little about its launch"
alive
done_check
report=$work/sample.ncu-rep
