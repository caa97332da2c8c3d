# Typing: one editor for prompts and fields, texts that are longer than their place, what is offered and what is wrong.
report=$sample

cursor_is() { [ "$(mux display -p -t run '#{cursor_x},#{cursor_y}')" = "$1" ]; }
cursor_at() { wait_until "the cursor is at $1" cursor_is "$1"; }
row_is() { [ "$(capture | sed -n "$1p")" = "$2" ]; }
row() { wait_until "row $1 is \"$2\"" row_is "$1" "$2"; }

for prompt in ':#:' '/#/' 'f#filter: '; do
    key=${prompt%%#*} sign=${prompt#*#}
    begin=${#sign}
    check "typing behind \"$sign\": keys move and erase, characters stay whole"
    show 80x24 --apply-rules no "$report"
    sees Kernel
    press "$key" "text:one twö" Left Left DC "text:ö"
    sees "${sign}one töö"
    cursor_at "$((begin + 6)),22"
    press Home "text:ä"
    sees "${sign}äone töö"
    cursor_at "$((begin + 1)),22"
    press C-e C-w
    sees_not "töö"
    cursor_at "$((begin + 5)),22"
    press "text:three" C-a Right Right C-k
    sees_not "three"
    sees "${sign}äo"
    cursor_at "$((begin + 2)),22"
    press Left C-u End "text:x"
    sees "${sign}ox"
    press BSpace BSpace
    cursor_at "$begin,22"
    press BSpace
    sees "Enter open"
    done_check
done

check "a text that is longer than the row scrolls with the cursor"
show 80x24 --apply-rules no "$report"
sees Kernel
press : "text:$(printf '%s' {a..w}{0..3})"
row 23 ":…$(printf '%s' {a..w}{0..3} | tail -c 76)"
cursor_at 78,22
press Home
row 23 ":$(printf '%s' {a..w}{0..3} | head -c 77)…"
cursor_at 1,22
for _ in {1..60}; do press Right; done
sees ":…"
settle
capture | sed -n 23p | grep -q '…$' || { wrong "nothing tells that it is cut at the end"; detail=$(capture); }
cursor_at 40,22
done_check

check "a field of the form scrolls with the cursor, too"
live 80x24 --set basic fakeapp inplace
sees "the program has ended: 3 results"
press r "wait:Program " Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab
settle
before=$(capture)
press C-e "text:$(printf ' %s' {10..60})" C-a
settle
line=$(capture | grep 'Program ')
[[ $line == *'fakeapp inplace 10 11'*'…'* ]] || { wrong "the start is not seen"; detail=$(capture); }
press C-e
settle
line=$(capture | grep 'Program ')
[[ $line == *'…'*'59 60'* ]] || { wrong "the end is not seen"; detail=$(capture); }
press C-w C-w C-u "text:fakeapp" Space "text:inplace"
settle
[ "$(capture)" = "$before" ] || { wrong "it is not as before"; detail=$(diff <(echo "$before") <(capture)); }
press Escape q q
ends 0
done_check

check "the filter says what it takes, and what is wrong with an expression where"
show 80x24 --apply-rules no "$report"
sees Kernel
press f
sees "filter:  a text, regex:EXPR, nvtx:RANGE or tagged"
press "text:regex:(t"
sees_not "a text, regex"
sees "is not a regular expression: missing closing parenthesis at character 2"
sees "6 of 6"
press Enter "text:i"
sees "filter: regex:(ti"
press "text:)"
sees "2 of 6"
sees_not "is not a regular"
press Enter
sees "filter regex:(ti): 2 of 6"
press Escape Enter M f
sees "filter:  a text or regex:EXPR"
done_check

check "a search says that it found nothing while it is typed"
show 80x24 --apply-rules no "$report"
sees Kernel
press / text:slowx
sees "not found: slowx"
press BSpace
sees_not "not found"
press Left Left text:x
sees "not found: slxow"
done_check

check "commands that are meant are shown with their keys while they are typed, and Tab takes the best one"
show 80x24 "$report"
sees Kernel
press : text:clipboard
sees "copy y  copy-pane Y"
press C-u text:ocpy
sees "occupancy u"
press Tab
sees ":occupancy"
press Escape : text:sor
sees "sort s"
press Escape
done_check

check "sort-by offers columns before metrics, and - is no hindrance"
show 80x24 --apply-rules no "$report"
sees Kernel
press : text:sort-by Space Tab
sees " number  report  kernel  launch"
settle
capture | tail -n 1 | grep -qE '… [0-9]+ more$' || { wrong "nothing tells that there are more"; detail=$(capture); }
press Escape : text:sort-by Space text:-dur Tab
sees ":sort-by -duration"
press Enter
sees "Duration▲"
done_check

check "the offers scroll with the one that is chosen"
show 80x24 --apply-rules no "$report"
sees Kernel
press : Tab
sees " baseline  "
press BTab
sees ":zoom"
settle
capture | tail -n 1 | grep -q '^ … .*zoom' || { wrong "the last one is not seen"; detail=$(capture); }
press Tab
sees ":baseline"
settle
capture | tail -n 1 | grep -q '^ baseline .* more$' || { wrong "the first one is not seen"; detail=$(capture); }
done_check

check "wrong words get the nearest one"
show 120x24 --apply-rules no "$report"
sees Kernel
press : text:ttheme Tab
sees 'nothing begins with "ttheme"; nearest is "theme"'
press Enter
sees 'no command is called "ttheme"; nearest is "theme"'
press : text:theme Space text:drak Enter
sees 'no theme is called "drak"; nearest is "dark"; known themes are color-blind'
press : text:down Space Tab
sees "no word is known for this place"
done_check

check "the help is searched"
show 80x24 --apply-rules no "$report"
sees Kernel
press '?'
sees "Esc close"
sees "▼ "
press / text:suspend
sees "▸ ^Z"
press Enter / text:page Enter
sees "▸ PgDn"
press n
sees "▸ PgUp"
press N
sees "▸ PgDn"
press / text:nosuch Enter
sees "not found: nosuch"
press '>'
sees "text is cut off here"
settle
capture | grep -q '^  ◆ .*a finding' || { wrong "no legend"; detail=$(capture); }
press Escape
sees "Enter open"
done_check

check "the help's signs are ASCII where the screen is"
show 80x24 LC_ALL=C TERM=vt100 --apply-rules no "$report"
sees Kernel
press '?' '>'
sees "  >                the selected row"
sees "  ~                text is cut off here"
ascii_only
done_check

# Text that the terminal marks as pasted.

check "what is pasted runs no keys where nothing is typed"
show 80x24 --apply-rules no "$report"
sees Kernel
settle
before=$(capture)
for text in Quick_kernel Q $'Q\nQ\n' $'\e[<0;20;6M'; do
    pastes "$text"
    sees "pasted text does nothing here"
    alive
    press j k
    sees_not "pasted text"
done
settle
[ "$(capture)" = "$before" ] || { wrong "it is not as before"; detail=$(diff <(echo "$before") <(capture)); }
press '?'
sees "Esc close"
pastes qQ
sees "Esc close"
press Escape Enter
sees "Speed Of Light"
pastes qQ
sees "pasted text does nothing here"
alive
done_check

for prompt in ':#:' '/#/' 'f#filter: '; do
    key=${prompt%%#*} sign=${prompt#*#}
    check "what is pasted behind \"$sign\" is its text, up to the end of its first line"
    show 80x24 --apply-rules no "$report"
    sees Kernel
    press "$key" text:ab Left
    pastes $'vectör\tadd\nQ\nq'
    sees "${sign}avectör addb"
    cursor_at "$((${#sign} + 11)),22"
    press text:x BSpace BSpace
    sees "${sign}avectör adb"
    alive
    done_check
done

check "pasted into the menu and into a field of a form"
show 80x24 --apply-rules no "$report"
sees Kernel
press A
sees "Enter"
pastes $'reverse\n'
sees "reverse"
alive
press Escape
live 80x24 --set basic fakeapp inplace
sees "the program has ended: 3 results"
press r "wait:Program " Tab Tab Tab Tab Tab Tab Tab Tab Tab Tab
pastes $' one two\nthree\n'
sees "fakeapp inplace one two"
lacks three
press Escape q q
ends 0
done_check

check "a huge paste, and one that never ends"
show 80x24 --apply-rules no "$report"
sees Kernel
pastes "$(printf 'Quick_kernel%.0s' {1..20000})"
sees "pasted text does nothing here"
press / text:a
pastes "$(printf 'Quick_kernel%.0s' {1..20000})"
sees "kernelQuick"
alive
press Escape
mux send-keys -t run -l -- $'\e[200~Quick_kernel'
sees "pasted text does nothing here"
alive
press q
ends 0
done_check

check "where the terminal is none that marks pastes nothing is asked for"
show 80x24 TERM=vt100 --apply-rules no "$report"
sees Kernel
pastes j
wait_until "it is a key" eval 'capture | grep -q "^> *1 \|^▸ *1 "'
done_check
