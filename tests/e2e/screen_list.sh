# The results list: columns, moving, sorting, searching.

order= launches=$report
with=(--apply-rules no)
report=$root/tests/data/samples.ncu-rep
for size in 80x24 120x40 200x60; do
    screen_check "order_${size%x*}" $size
done
then_check order_launches : text:sort-by Space text:number Enter
check "the usual order is no setting; keep-list makes another one a setting, also for programs that are measured"
press Q
ends 0
keep_settings=1 show 80x24 --apply-rules no "$report"
sees "#▲"
press : text:sort-by Space text:duration Enter
sees "Duration▼"
press : text:keep-list Enter
sees "all reports have this order"
press Q
ends 0
keep_settings=1 live 80x24 fakeapp vector_add 3
sees "Duration▼"
done_check
check "live results come in the order of launches"
live 80x24 fakeapp vector_add 3
sees "#▲"
done_check
with=() report=$launches
unset order

screen_check list_80 80x24
check "a key that means nothing changes nothing"
press V 5 Tab
sees "Tab does nothing here; ? shows the keys"
press Down Up
golden list_80
done_check
then_check list_down j Down
then_check list_up k Up
then_check list_end '>'
then_check list_page_up PPage
then_check list_page_down NPage
then_check list_start '<'

check "moving over the ends stays at the ends"
press k k Up PPage
golden list_start
press '>' j j Down Space C-f
golden list_end
done_check

check "Home and End"
show 80x24 TERM=screen-256color "$report"
sees Kernel
press End
golden list_end
press Home
golden list_start
done_check

screen_check list_120 120x40
for column in kernel launch duration compute memory occupancy limit number; do
    then_check "list_sort_$column" s
done
then_check list_reverse S

check "sorting keeps the selected result, in every column and direction"
press '<' text:/tile Enter
for _ in 1 2 3 4 5 6 7 8; do
    press s
    settle
    [[ $(capture | grep '^▸') == *tile* ]] || { wrong "the selection moved"; detail=$(capture); }
    press S
    settle
    [[ $(capture | grep '^▸') == *tile* ]] || { wrong "the selection moved"; detail=$(capture); }
done
done_check

screen_check list_200 200x60

screen_check search_first 80x24 / text:t
then_check search_typed text:ile
then_check search_kept Enter
screen_check search_vec 80x24 / text:vec Enter
check "n and N go round"
show 80x24 "$report"
sees Kernel
press / text:float Enter
press n
golden search_next
press n n
golden search_next_3
press N
golden search_previous
press N N N N
settle
[ "$(capture | grep -c '^▸')" = 1 ] || wrong "no selection, or two"
done_check

check "capitals matter only where the search has some"
show 80x24 "$report"
sees Kernel
press / text:BIG Enter n
sees "not found: BIG"
press '<'
press / text:Big Enter
sees big_param
settle
[[ $(capture | grep '^▸') == *big_param* ]] || wrong "Big did not find big_param(Big"
press '<' / text:big Enter
settle
[[ $(capture | grep '^▸') == *big_param* ]] || wrong "big did not find big_param"
done_check

check "what is not found is said, also when the search is kept"
show 80x24 "$report"
sees Kernel
press / text:nowhere
settle
press Enter
sees "not found: nowhere"
press j
sees_not "not found"
press n
sees "not found: nowhere"
done_check

check "Backspace takes back a character, Esc drops the search"
show 80x24 "$report"
sees Kernel
press / text:tilx BSpace
sees "/til"
press Escape
sees_not "/til"
done_check

check "Esc after a search puts the selection back"
settle
[[ $(capture | grep '^▸') == *" 0 "* ]] || { wrong "the selection stays where the search was"; detail=$(capture | grep '^▸'); }
done_check

check "what a search has found is marked where it was typed, until Esc; n goes on"
# marks N: lines with the colours of what is found.
marks() { [ "$(capture -e | grep -c $'\e\\[30m\e\\[43m')" = "$1" ]; }
show 80x24 TERM=xterm-256color --apply-rules no "$report"
sees Kernel
press / text:float Enter
sees "vec_add"
wait_until "others that are found are marked" marks 3
press Enter
sees "‹ "
press Escape
sees "Limited by"
wait_until "nothing is marked any more" marks 0
press n
wait_until "others are marked again" marks 3
done_check

check "a very long search does no harm"
show 80x24 "$report"
sees Kernel
press / "text:$(printf 'x%.0s' {1..500})"
settle
alive
press Enter n
settle
alive
press Escape q
done_check

check "a search of characters that are no ASCII"
show 80x24 "$report"
sees Kernel
press / text:Größe
sees "/Größe"
press BSpace BSpace BSpace
sees "/Gr"
lacks "/Grö"
press Enter
alive
done_check

check "q leaves with status 0"
show 80x24 "$report"
sees Kernel
press q
ends 0
done_check

check "a search that was nowhere is somewhere again when it is another"
show 80x24 --apply-rules no "$report"
sees Kernel
press / text:tinxq
sees "/tinxq"
press BSpace BSpace text:y
wait_until "the row of tiny is selected" eval "capture | grep -q '^▸.* tiny'"
press text:q Enter
sees "not found: tinyq"
done_check
