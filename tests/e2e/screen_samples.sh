# A report of a real GPU, when the repository has one: long tables, many sections. What rules say of it is another matter:
# see screen_rules.sh.

samples=$root/tests/data/samples.ncu-rep
if [ ! -f "$samples" ]; then
    skip samples "tests/data/samples.ncu-rep is not there"
    return
fi
report=$samples
with=(--apply-rules no)
screen_check samples_details_all_80 80x24 Enter a
screen_check samples_details_all_120 120x40 Enter a
screen_check samples_details_200 200x60 Enter a
with=(LC_ALL=C --apply-rules no)
screen_check samples_ascii 80x24 Enter a
with=()
check "the real report in LANG=C: only ASCII"
ascii_only
done_check

check "e shows long tables in full, and cuts them again"
show 120x60 "$report"
sees Kernel
press Enter a
sees "more (e)"
press e
sees_not "more (e)"
press e
sees "more (e)"
done_check

check "a match in the cut part of a table becomes visible"
show 120x60 "$report"
sees Kernel
press Enter
sees "more (e)"
settle
short=$(capture)
press e
sees_not "more (e)"
# The label of a row that was cut off.
settle
hidden=$(capture | grep -E '^     [A-Z0-9/]+: ' | sed 's/^ *//; s/   *.*//; s/ [^A-Za-z ].*//' | while read -r label; do
    grep -qF -- "$label" <<<"$short" || { echo "$label"; break; }
done)
press e
sees "more (e)"
[ -n "$hidden" ] || wrong "no row is cut off"
press / "text:$hidden"
press Enter
settle
lacks "not found"
capture | grep -qF -- "$hidden" || { wrong "\"$hidden\" was found but is not on the screen"; detail=$(capture); }
done_check

check "every result opens, with everything unfolded"
show 120x60 "$report"
sees Kernel
press '<' Enter a e
settle
opened=
for _ in {1..12}; do
    # The header's number, and of the page its first section.
    opened="$opened $(capture | sed -nE '2s/^ ‹ ([0-9]+) .*/\1/p')"
    sees "▾ GPU Speed Of Light Throughput"
    press ']'
    settle
done
alive
same "the results that were open" "$(tr ' ' '\n' <<<"$opened" | sort -n | tr '\n' ' ')" " 0 1 2 3 4 5 6 7 8 9 10 11 "
done_check

check "the list, the summary and the details name one cause for each kernel"
mkdir -p "$work/causes"
show 120x40 "$samples"
sees "◆ 1"
settle
capture >"$work/causes/list"
press O
sees "Summary:"
settle
capture >"$work/causes/summary"
press Escape Home
for ((i = 1; i <= $(grep -cE '^[ ▸] +[0-9]+ ' "$work/causes/list"); i++)); do
    press Enter
    sees "‹"
    settle
    capture >"$work/causes/details.$i"
    press Escape Down
done
difference=$(python3 "$root/tests/e2e/one_cause.py" "$work/causes" 2>&1) || { wrong "they do not"; detail=$difference; }
done_check
