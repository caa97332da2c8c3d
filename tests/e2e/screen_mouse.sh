# The mouse, as xterm tells of it: columns and rows from 1.
report=$work/sample.ncu-rep

wheel() { mux send-keys -t run -l -- $'\e'"[<$1;$2;$3M"; } # 64: up, 65: down
selected() { wait_until "row $1 is selected" eval "capture | grep -q '^▸ *$1 '"; }

check "a click selects a row, a second one opens it"
show 80x24 --apply-rules no "$report"
sees Kernel
click 20 6
selected 3
lacks "Speed Of Light"
click 20 5
selected 2
sleep 0.5 # no part of a double click
click_twice 20 5
sees "‹ 2 "
done_check
check "in the details a double click folds a section"
sleep 0.5 # no part of the double click before
click_twice 20 4
sees_not "▾ GPU Speed"
done_check
check "clicks beside everything do nothing"
show 80x24 --apply-rules no "$report"
sees Kernel
settle
before=$(capture)
for place in "20 1" "20 20" "80 24" "1 23"; do
    # shellcheck disable=SC2086
    click $place
done
settle
[ "$(capture)" = "$before" ] || { wrong "the screen changes"; detail=$(capture); }
done_check
check "buttons that mean nothing hold nothing up"
for button in 1 2 66 129; do
    show 80x24 --apply-rules no "$report"
    sees Kernel
    mux send-keys -t run -l -- $'\e'"[<$button;20;6M"
    taken
    kill -TERM "$(pid)"
    ends 143
done
show 80x24 --apply-rules no "$report"
sees Kernel
done_check
check "clicks and turns of the wheel that come together all count"
mux send-keys -t run -l -- $'\e[<0;20;3M\e[<0;20;3m\e[<65;20;10M'
selected 3
mux send-keys -t run -l -- $'\e[<64;20;10M\e[<0;20;5M\e[<0;20;5m'
selected 2
mux send-keys -t run -l -- $'\e[<64;20;10M'
selected 0
done_check
check "the wheel scrolls"
wheel 65 20 10
selected 3
wheel 64 20 10
selected 0
done_check
check "a click on a title sorts by the column, one more turns the order round"
click 20 2
sees "Kernel▲"
click 20 2
sees "Kernel▼"
click 5 2
sees "#▲"
done_check
check "a click goes to a pane, the wheel scrolls what is under it"
show 160x20 --apply-rules no "$report"
sees "▸ Results"
click 120 10
sees "▸ Details"
wheel 65 20 10
selected 3
sees "▸ Details"
click 10 2
sees "▸ Results"
selected 3
done_check
check "mouse off: nothing of it is heard, and it stays off"
press : text:mouse Space text:off Enter
mouse_is() { [ "$(mux display -p -t run '#{mouse_any_flag}')" = "$1" ]; }
wait_until "the terminal tells no more" mouse_is 0
press Q
ends 0
keep_settings=1 show 160x20 --apply-rules no "$report"
sees "▸ Results"
settle
mouse_is 0 || wrong "it is on again"
press Q
ends 0
grep -qx "mouse: off" "$work/home/.config/rooftop/config.yaml" || wrong "it is not kept"
done_check
check "it is given back at the end"
show 80x24 --apply-rules no "$report"
sees Kernel
settle
mouse_is 1 || wrong "it is never on"
press Q
ends 0
mouse_is 0 || wrong "it stays on"
done_check
