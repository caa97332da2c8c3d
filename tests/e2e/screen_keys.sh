# Keys by the bytes that terminals send for them, whatever TERM says they are.

# sends BYTES: as one piece.
sends() { mux send-keys -t run -l -- "$1"; }
on_row() { wait_until "row $1 is selected${2:+ after $2}" eval "capture | grep -qE '^[▸>] +$1 '"; }

known=('[B' 'OB' '[A' 'OA' '[F' 'OF' '[4~' '[8~' '[H' 'OH' '[1~' '[7~' '[6~' '[5~')
unknown=('[1;5C' '[1;5D' '[1;2A' 'O5C' 'Oc' '[c' '[3;5~' '[5;3~' '[201~' '[<35;12;7M' '[M !"' '[I' '[O' '[1;5R' '[27;5;106~'
    '[97;5u' '[34~')

for term in xterm-256color xterm screen tmux linux vt100; do
    infocmp $term >/dev/null 2>&1 || continue
    check "TERM=$term: arrows, Home, End, pages in both forms"
    show 80x24 TERM=$term --apply-rules no "$report"
    sees Kernel
    on_row 0
    for sequence in "${known[@]}"; do
        case $sequence in
        ?A) sends '<j'; on_row 1; at=0 ;;
        ?B) sends '<'; on_row 0; at=1 ;;
        ?H | '[1~' | '[7~' | '[5~') sends '>'; on_row 5; at=0 ;;
        *) sends '<'; on_row 0; at=5 ;;
        esac
        sends $'\e'"$sequence"
        on_row $at "ESC $sequence"
    done
    sends $'\e[C'
    sees "Speed Of Light"
    sends $'\eOD'
    sees_not "Speed Of Light"
    sends $'\eOC'
    sees "Speed Of Light"
    sends $'\e[D'
    sees_not "Speed Of Light"
    done_check

    check "TERM=$term: Shift-Tab"
    sends $'\r'
    sees "Speed Of Light"
    settle
    before=$(capture -e)
    sends $'\t'
    wait_until "Tab goes on" eval '[ "$(capture -e)" != "$before" ]'
    sends $'\e[Z'
    wait_until "Shift-Tab goes back" eval '[ "$(capture -e)" = "$before" ]'
    before=$(capture)
    done_check

    check "TERM=$term: what is no key does nothing"
    for sequence in "${unknown[@]}"; do
        sends $'\e'"$sequence"
        settle
        [ "$(capture)" = "$before" ] || { wrong "ESC $sequence changes the screen"; detail=$(capture); break; }
    done
    done_check

    check "TERM=$term: a key in pieces is that key"
    for pieces in '[ 6~' 'O B' '[1 ~' '[ 4 ~'; do
        sends $'\e'"${pieces%% *}"
        for piece in ${pieces#* }; do
            sleep 0.35 # the pause is what is tested
            sends "$piece"
        done
        settle
        on_screen "Speed Of Light" || { wrong "ESC $pieces leaves the view"; detail=$(capture); break; }
    done
    done_check

    check "TERM=$term: Esc is Esc, and Esc with a key that is nothing more is both"
    sends $'\e'
    sees_not "Speed Of Light"
    sees "Occ Limited by"
    sends $'\eO'
    sees_not "Occ Limited by"
    done_check
done

check "a mouse that is off"
show 80x24 --apply-rules no "$report"
sees Kernel
press text:":mouse off" Enter
settle
before=$(capture)
click 20 6
settle
[ "$(capture)" = "$before" ] || { wrong "it changes the screen"; detail=$(capture); }
done_check

# Esc and what follows 0.3 s later are one key for who waits longer.
check "ESCDELAY: an arrow that is split behind its Esc"
show 80x24 ESCDELAY=1000 --apply-rules no "$report"
sees Kernel
press Enter
sees "Speed Of Light"
sends $'\e'
sleep 0.3 # the pause is what is tested
sends '[B'
settle
on_screen "Speed Of Light" || { wrong "it leaves the view"; detail=$(capture); }
done_check
check "ESCDELAY that is no number: the usual time"
show 80x24 ESCDELAY=abc --apply-rules no "$report"
sees Kernel
press Enter
sees "Speed Of Light"
sends $'\e'
sleep 0.3 # the pause is what is tested
sends 'j'
sees_not "Speed Of Light"
on_row 1
done_check
