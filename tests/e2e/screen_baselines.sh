# Results beside their baseline: one of the list, or another report.
report=$work/sample.ncu-rep
with=(--apply-rules no)

screen_check baseline_list_80 80x24 j b
then_check baseline_details_80 j Enter
then_check baseline_folded_80 1
then_check baseline_hidden_80 c
check "c shows the changes again"
press c '<'
golden baseline_folded_80
done_check
then_check baseline_itself_80 '['
then_check baseline_dropped_80 B
with=()

check "the mark of the order stays beside the changes"
show 80x24 --apply-rules no "$report"
sees Kernel
press b
sees "± Duration"
press : text:sort-by Space text:compute Enter
sees "Compu…▼"
done_check

check "a larger grid is neither better nor worse, and the details say so"
show 120x40 --apply-rules no "$report"
sees Kernel
press j b
sees "is the baseline"
press k Enter
sees "2.63× slower, but with 512 times the threads"
done_check

check "c hides changes inside of every view that shows them"
show 120x40 ROOFTOP_CUPTI=/nowhere --apply-rules no "$report"
sees Kernel
press b j Enter . i
sees "In result"
sees "❶ 0 "
press c
sees "changes are hidden"
sees_not "❶ 0 "
press c
sees "❶ 0 "
done_check

check "several baselines are numbered; :baseline next takes another"
show 120x24 --apply-rules no "$report"
sees Kernel
press b
sees "is the baseline: open another to compare; b removes it"
press j b
sees "is baseline 2 and now in use"
press : "text:baseline next" Enter
sees "baseline 1 of 2: 0 "
press : "text:baseline previous" Enter
sees "baseline 2 of 2: 1 "
settle
capture | grep -q '❶ .* 0 ' && capture | grep -q '❷ .* 1 ' || { wrong "no marks"; detail=$(capture); }
press b
sees "is no longer a baseline"
press B
sees "1 baseline dropped"
press c
sees "nothing to compare with"
lacks "±"
done_check

# The same results again: each is its own partner.
cp "$report" "$work/before.ncu-rep"
check "another report: each result has its partner"
show 120x40 --apply-rules no --baseline "$work/before.ncu-rep" "$report"
sees "baseline 1 of 1: before.ncu-rep; "
settle
count=$(capture | sed -n 's/.*; \([0-9]*\) of \([0-9]*\) results have.*/\1 \2/p')
[ -n "$count" ] && [ "${count% *}" = "${count#* }" ] || wrong "partners: $count"
press j Enter
sees "as fast  vs ❶ before.ncu-rep: 1 "
settle
capture | grep -q '[✓✗]' && { wrong "a change against itself"; detail=$(capture); }
done_check

check ":baseline of what is no report, and of nothing"
show 80x24 --apply-rules no "$report"
sees Kernel
press : "text:baseline /dev/null" Enter
sees "/dev/null"
lacks "±"
press : "text:baseline next" Enter
sees "there is no baseline"
done_check

check "details are exported with their changes, the list too"
show 120x24 --apply-rules no "$report"
sees Kernel
press b : "text:export $work/changes.csv" Enter
sees "written: "
head -n 1 "$work/changes.csv" | grep -q '"baseline","duration_change_pct"' || wrong "the list has no changes"
[ "$(sed -n 2p "$work/changes.csv" | grep -o '""' | wc -l)" -ge 5 ] || wrong "the baseline changed itself"
press j Enter
sees " vs ❶ 0 "
for form in txt csv json md; do
    press : "text:export $work/details.$form" Enter
    sees "written: $work/details.$form"
    grep -q worse "$work/details.$form" || grep -q better "$work/details.$form" || wrong "no verdict in $form"
done
press c : "text:export $work/plain.csv" Enter
sees "written: $work/plain.csv"
grep -qi worse "$work/plain.csv" && wrong "hidden changes are exported"
rm -f "$work"/{changes,plain}.csv "$work"/details.*
done_check

check "the baseline stays while sections are read again and the list is left and entered"
show 120x40 --apply-rules no "$report"
sees Kernel
press b j Enter R Escape j Enter ']' '[' Escape
alive
press Enter
sees " vs ❶ 0 "
done_check

check "--baseline without a screen is refused"
env -i "${base[@]}" LC_ALL=C.UTF-8 "$rooftop" --baseline "$report" "$report" >"$work/out" 2>&1 && wrong "no failure"
grep -q "for the screen" "$work/out" || wrong "$(cat "$work/out")"
done_check

check "results of a program that runs are compared as they come"
live 100x24 --apply-rules no --baseline "$report" fakeapp vector_add 2
sees "results are compared as they come"
sees "2 results"
sees "± Duration"
settle
rows=$(capture | grep -c 'vec_add.*[=~✓✗]$')
[ "$rows" = 1 ] || { wrong "$rows of 2 launches have a partner, instead of the one that was measured before"; detail=$(capture); }
done_check

# The blocks of a small report again and again, and such ones without their results.
notes=$work/notes.ncu-rep many=$work/many.ncu-rep
check "a report of many results becomes the baseline between keys"
[ -s "$notes" ] || "$build/unit/notes_report" "$notes" || wrong "it cannot be made: make all fakegpu BUILD=$build"
head=$((8 + $(od -An -tu4 -j4 -N4 "$notes")))
tail -c +$((head + 1)) "$notes" >"$work/blocks"
for _ in {1..12}; do cat "$work/blocks" "$work/blocks" >"$work/twice" && mv "$work/twice" "$work/blocks"; done
cat <(head -c $head "$notes") "$work/blocks" >"$many"
cat <(head -c $head "$notes") <(head -c 4096 /dev/zero) >"$work/empty.ncu-rep"
cp "$many" "$work/before.ncu-rep"
show 120x24 --apply-rules no "$many"
sees Kernel
# All of it comes before the first frame after it.
press "text::baseline $work/before.ncu-rep"$'\r'":export $work/changes.csv"$'\r'
sees "written: "
[ "$(grep -c 'before.ncu-rep: [0-9]' "$work/changes.csv")" = 8192 ] || wrong "not all results have a partner in the file: $(sed -n 1,3p "$work/changes.csv")"
press "text:B:baseline $work/before.ncu-rep"$'\r'":baseline $work/before.ncu-rep"$'\r'
sees "baseline 2 of 2: before.ncu-rep; 8192 of 8192 results have a partner there"
press "text::baseline previous"$'\r'
sees "baseline 1 of 2: before.ncu-rep; 8192 of 8192 results have a partner there"
press "text:B:baseline $work/before.ncu-rep"$'\r'"B"
sees "1 baseline dropped"
lacks "±"
press Enter "text::baseline $work/before.ncu-rep"$'\r'":export $work/changes.txt"$'\r'
sees "written: "
grep -q "^Nothing differs: 1 launch" "$work/changes.txt" || wrong "the details have no changes: $(head -n 5 "$work/changes.txt")"
press "text:B:baseline $work/empty.ncu-rep"$'\r'
sees "empty.ncu-rep has no results to compare with"
lacks "±"
press "text::baseline $work/before.ncu-rep"$'\r'"qq"
ends
rm -f "$many" "$work"/{before,empty}.ncu-rep "$work"/{blocks,changes.csv,changes.txt}
done_check
