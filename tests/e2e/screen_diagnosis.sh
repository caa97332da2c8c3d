# The diagnosis of a result: what limits it, where, and what to change.

samples=$root/tests/data/samples.ncu-rep
if [ ! -f "$samples" ]; then
    skip diagnosis "tests/data/samples.ncu-rep is not there"
    return
fi
report=$samples
screen_check diagnosis_80 80x24 / text:histogram Enter D
then_check diagnosis_80_end G
screen_check diagnosis_120 120x40 / text:histogram Enter D
screen_check diagnosis_200 200x60 / text:sgemm_naive Enter D
with=(LC_ALL=C)
screen_check diagnosis_ascii_80 80x24 / text:histogram Enter D
ascii_only
screen_check diagnosis_ascii_120 120x40 / text:histogram Enter D
with=()

check "the diagnosis follows the result, D and Esc lead back, and it is found in the menu"
show 120x40 "$report"
sees "◆ 1"
press / text:histogram Enter D
sees "Global Atomics, which could save"
press "]"
sees_not "Global Atomics, which could save"
sees "What limits it"
press [
sees "Global Atomics, which could save"
press D
sees "Limited by"
press Enter A text:diag Enter
sees "What to change"
press Escape
sees "GPU Speed Of Light Throughput"
done_check

check "the diagnosis is exported as its page"
show 120x40 "$report"
sees "◆ 1"
press / text:histogram Enter D
sees "What to change"
press : "text:export $work/diagnosis.md" Enter
sees "written"
"$rooftop" --page diagnosis --markdown --kernel-id ::histogram: "$report" >"$work/page.md" 2>&1
cmp -s "$work/diagnosis.md" "$work/page.md" || { wrong "it is another text"; detail=$(diff "$work/diagnosis.md" "$work/page.md"); }
grep -q '^#### What to change' "$work/page.md" || wrong "no title"
done_check

check "--apply-rules no: what was measured is told, and that no rule finds anything"
show 80x24 --apply-rules no "$report"
sees Kernel
press Enter D
sees "What it does"
press G
sees "no rule finds time that a change could save"
done_check
