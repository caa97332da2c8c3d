# Panes: how many, the focus, zoom, splits, arrangements, the list beside the details.
report=$work/sample.ncu-rep

with=(--apply-rules no)
screen_check panes_two 160x40
then_check panes_follow j
check "Tab goes round, and keys go to the pane with the mark"
press Tab
sees "▸ Details"
press '}'
press Tab
sees "▸ Results"
press BTab
sees "▸ Details"
press Escape
sees "▸ Results"
done_check
check "Enter goes to the details beside the list, Esc back"
press Enter
sees "▸ Details"
press Escape
sees "▸ Results"
done_check
check "a view that is opened takes the place of the details until it is left"
press o
sees "▸ Output"
lacks "Details"
press Tab
sees "▸ Results"
sees "─ Output"
press o Escape
sees "─ Details"
done_check
check "Z shows one pane alone, and all of them again"
show 160x40 "${with[@]}" "$report"
sees "▸ Results"
press Z
sees_not "Details"
lacks "▸ Results"
press Enter
sees "Speed Of Light"
lacks "Results"
press Z
golden panes_zoomed_back
press Escape
golden panes_two
done_check
check "one pane has nothing to zoom"
show 80x24 "${with[@]}" "$report"
sees Kernel
press Z
sees "just one pane"
done_check

check "] in the details moves the list beside it"
show 160x40 "${with[@]}" "$report"
sees "▸ Results"
press Tab ']' ']'
settle
capture | grep -q '^▸ *2 ' || wrong "the list stays"
sees "‹ 2 "
done_check

check "borders move as far as panes stay usable"
show 160x40 "${with[@]}" "$report"
sees "▸ Results"
settle
before=$(capture)
press L
settle
[ "$(capture)" != "$before" ] || wrong "L moves nothing"
press H
settle
[ "$(capture)" = "$before" ] || wrong "H does not undo it"
press J
sees "does not go further"
for _ in {1..40}; do press H; done
sees "does not go further"
sees "Results"
sees "Details"
done_check

screen_check panes_three 200x60
screen_check panes_three_low 200x30
then_check panes_summary O
check "a wide screen that becomes narrow shows the pane that has the focus"
resize 80x24
sees "rules are off"
sees_not "Details"
resize 200x30
golden panes_summary
done_check
screen_check panes_rows 100x40 w w w
check "w and W go through arrangements that have room"
press W
sees "layout columns"
done_check
check "80x24: w makes room for two"
show 80x24 "${with[@]}" "$report"
sees Kernel
press w w
sees "layout columns: 2 panes"
golden panes_80
done_check
check "panes in ASCII, on vt100 and on the Linux console"
for variables in LC_ALL=C TERM=vt100 TERM=linux TERM=screen; do
    show 160x40 $variables "${with[@]}" "$report"
    sees Results
    settle
    [ $variables != LC_ALL=C ] || ascii_only
done
done_check

check "a program that is profiled has its output beside the results"
live 200x30 fakeapp print 1
sees "Results"
sees "Output of the program"
sees "no kernel was measured"
press Q
ends any
done_check
with=()
