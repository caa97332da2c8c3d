# The details: panes, folds, names, search. What rules say there is another matter: see screen_rules.sh.

with=(--apply-rules no)
screen_check details_80 80x24 Enter
then_check details_tab Tab
then_check details_fold Enter
check "Enter again folds it back"
press Enter
golden details_tab
done_check
then_check details_backtab BTab BTab
then_check details_digit 2
check "a digit without a pane says so"
press 9
golden details_digit
press 0
sees "0 does nothing here"
press C-l
golden details_digit
done_check
then_check details_only z
then_check details_all a
then_check details_end '>'
then_check details_start '<'
then_check details_none a a a
then_check details_page Space
screen_check details_all_page 80x24 Enter a Space
then_check details_all_page_2 Space
then_check details_all_back PPage

screen_check details_120 120x40 Enter
then_check details_metrics_120 m
check "m again shows the labels"
press m
golden details_120
done_check
then_check details_description_120 d
check "d again hides the description"
press d
golden details_120
done_check
then_check details_next ']'
check "[ goes back"
press '['
golden details_120
done_check
check "folds stay from one result to the next"
press 1 3 ']'
golden details_folds_stay
done_check
check "] and [ stop at the ends, and the list's selection follows"
press ']' ']' ']' ']' ']' ']' ']' ']'
settle
last=$(capture)
press ']'
settle
[ "$(capture)" = "$last" ] || wrong "] goes on behind the last"
press Escape
settle
capture | grep '^▸' | grep -q ' 5 slow' || { wrong "the list has another selection"; detail=$(capture | grep '^▸'); }
done_check

screen_check details_metrics_80 80x24 Enter m
screen_check details_description_80 80x24 Enter d
screen_check details_200 200x60 Enter a

check "e opens and closes nothing but long tables"
show 120x40 "${with[@]}" "$report"
sees Kernel
press Enter e
golden details_120
done_check

screen_check details_search 80x24 Enter / text:waves
then_check details_search_kept Enter
then_check details_search_next n

check "a search finds metric names when they are shown"
show 120x40 "$report"
sees Kernel
press Enter m / text:launch__waves Enter
settle
lacks "not found"
sees launch__waves
done_check

check "details: what is not found is said"
show 80x24 "$report"
sees Kernel
press Enter / text:nowhere Enter
sees "not found: nowhere"
done_check

for key in Escape h Left q; do
    check "$key goes back to the results"
    show 80x24 "$report"
    sees Kernel
    press j Enter
    sees "tile<16>"
    sees "Speed Of Light"
    press $key
    sees "Limited by"
    settle
    alive
    capture | grep '^▸' | grep -q tile || wrong "another row is selected"
    done_check
done
for key in l Right Enter; do
    check "$key opens the details"
    show 80x24 "$report"
    sees Kernel
    press $key
    sees "Speed Of Light"
    done_check
done
check "Q leaves from the details"
press Q
ends 0
done_check

check "^L draws the screen anew"
show 80x24 "$report"
sees Kernel
mux send-keys -t run -R
press C-l
golden list_80
done_check
with=()
check "what was selected is on the screen when the details open again"
show 80x24 --apply-rules no "$report"
press Enter End
settle
last=$(capture | tail -n 4 | head -n 1)
press Escape wait:"Enter open" Enter wait:"Enter fold"
settle
[ "$(capture | tail -n 4 | head -n 1)" = "$last" ] || { wrong "another place is shown"; detail=$(capture); }
done_check
check "a result without any of the sections takes every key of the details"
show 120x40 --section Nvlink_Tables "$root/tests/data/samples.ncu-rep"
sees Kernel
press Enter
sees "this result has none of the requested sections"
for key in z Space a m e 1 9 J K n . ',' + - f l h Tab '{' '}' y Y i PageDown PageUp Home End Down Up z; do
    press Escape Enter "$key"
    alive
done
click 20 12
press Escape Escape
sees Kernel
alive
done_check
