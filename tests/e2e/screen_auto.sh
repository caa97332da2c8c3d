# rooftop --auto on a terminal: after the first run the screen opens, and the list says what results stand for.

check "the list of a whole program"
live 120x24 --auto --section Occupancy fakeapp inplace 3000
sees "the program has ended: 400 results"
press g
settle
sees "400 results"
settle
capture | grep -q "Stands for" || { wrong "there is no such column"; detail=$(capture); }

sees "3000"
golden auto_list
done_check
check "the summary weighs by it"
press O
sees "Summary"
settle
golden auto_summary
press q q q
done_check
