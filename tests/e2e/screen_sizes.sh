# Small terminals, and terminals that change.

screen_check list_40x10 40x10
then_check details_40x10 Enter
screen_check list_20x5 20x5
then_check details_20x5 Enter
for size in 40x10 20x5 10x3 5x2 3x1 1x1 300x3 8x80; do
    check "$size: every key, and nothing breaks"
    show $size "$report"
    settle
    press j k Space PPage s S '>' '<' / text:vec Enter n N Enter Tab 1 2 9 a z m d e w w H J K L Z W Z ']' '[' Space Space PPage '>' '<' \
        / text:Cycles Enter n N '?' j j k '?' o Space j k / text:x Enter o Escape y Y
    settle
    alive
    # It still knows what it shows, and has room for it again.
    resize 80x24
    sees " 6 results · "
    sees "Enter "
    press Q
    ends 0
    done_check
done

check "a list that is resized looks as if it had always had the size, and keeps its selection"
show 80x24 "$report"
sees Kernel
press j j
settle
small=$(capture)
resize 120x40
settle
large=$(capture)
show 120x40 "$report"
sees Kernel
press j j
settle
[ "$(capture)" = "$large" ] || { wrong "120x40 differs"; detail=$(diff <(echo "$large") <(capture)); }
resize 80x24
settle
[ "$(capture)" = "$small" ] || { wrong "80x24 differs"; detail=$(diff <(echo "$small") <(capture)); }
done_check

check "details that are resized keep the pane"
show 80x24 "$report"
sees Kernel
press Enter a '}' '}'
settle
resize 200x60
settle
sees "▾ Occupancy"
resize 40x10
settle
alive
sees Occupancy
done_check

check "many resizes at once"
show 80x24 "$report"
sees Kernel
press j j j
for size in 20x5 150x50 1x1 60x20 200x60 3x3 90x12 80x24; do
    mux resize-window -t run -x "${size%x*}" -y "${size#*x}"
done
# The last of them has been drawn.
sees "Enter open"
golden list_resized
alive
press q
ends 0
done_check

check "the selection stays visible when the screen gets lower"
show 80x24 "$report"
sees Kernel
press '>'
settle
resize 80x8
settle
capture | grep -q '^▸.*slow' || { wrong "it is not on the screen"; detail=$(capture); }
done_check
