# Several reports as one list.

two=("$work/first.ncu-rep" "$work/second-with-a-long-name.ncu-rep")
cp "$report" "${two[0]}"
cp "$report" "${two[1]}"

# And, after them, the one that every check opens.
with=("${two[@]}")
screen_check reports_list_80 80x24
screen_check reports_list_120 120x40
screen_check reports_list_200 200x60
screen_check reports_sorted 120x40 s S
screen_check reports_details_80 80x24 '>' Enter
screen_check reports_details_120 120x40 j j j j j j j Enter
with=()

check "] goes on into the next report"
show 80x24 "${two[@]}"
sees "2 reports"
press j j j j j Enter
sees "rooftop  first.ncu-rep"
press ']'
sees "rooftop  second-with-a-long-name.ncu-rep"
sees "‹ 0 vec_add"
done_check

samples=$root/tests/data/samples.ncu-rep
mkdir "$work/ranks"
for rank in 0 1 2 10; do
    cp "$samples" "$work/ranks/rank$rank.ncu-rep"
done

check "ranks of a folder, in their order"
show 80x24 -i "$work/ranks"
sees "4 reports"
press s
settle
[ "$(capture | sed -n 's/.* \(rank [0-9]*\) @.*/\1/p' | uniq | head -n 2 | paste -sd,)" = "rank 0,rank 1" ] ||
    { wrong "not in order of ranks"; detail=$(capture); }
press S '<'
settle
capture | grep -v '^ ◆' | sed -n 3p | grep -q 'rank 10 @' || { wrong "rank 10 is not the last"; detail=$(capture); }
press Enter
sees "rooftop  rank10.ncu-rep  rank 10 @"
press Escape q
ends 0
done_check

check "what is no report among several: the others are shown, and it is said"
printf 'no report\n' >"$work/other.ncu-rep"
show 100x24 "${two[0]}" "$work/other.ncu-rep"
sees "other.ncu-rep: not an .ncu-rep report"
sees vec_add
lacks Report
press q
ends 1
says "warning: $work/other.ncu-rep: not an .ncu-rep report"
done_check

check "a folder without reports"
mkdir "$work/none"
show 100x24 -i "$work/none"
ends 1
says "$work/none: no .ncu-rep file in this folder"
done_check

check "a report that is cut short before its first result: not its program is blamed for having none"
head -c 100000 "$samples" >"$work/short.ncu-rep"
show 80x24 "$work/short.ncu-rep"
sees "short.ncu-rep is damaged before its first result: a"
wait_until "all of it can be read" eval "capture | tr -s ' \n' ' ' | grep -qF 'first result: a result is cut short at byte 47839 '"
lacks "launched no kernel"
press q
ends 1
done_check
