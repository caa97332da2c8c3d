# Names from a report are shown, never obeyed.

hostile=$work/hostile.ncu-rep
# As many bytes as "tiny(float *)": a window title, the clearing of the screen, C1 and DEL.
LC_ALL=C sed 's/tiny(float \*)/ty\x1b]0;x\x07\x9b2J\x7f\n/g; s/slow(float \*)/\xe2\x80\xaew\x1b[31m\x1b[2J/g' \
    "$report" >"$hostile"

check "the hostile report differs, and has the same size"
! cmp -s "$report" "$hostile" || wrong "nothing was replaced"
[ "$(stat -c %s "$report")" = "$(stat -c %s "$hostile")" ] || wrong "another size"
done_check

# Everything a pty got: no title, no C1, no DEL, no escape that the names hold.
# raw KEYS: of C and of UTF-8.
raw()
{
    local locale
    for locale in C C.UTF-8; do
        raw_bytes $locale "$hostile" "$@"
        LC_ALL=C grep -qa 'Limited by' "$work/raw" || wrong "$locale: rooftop drew nothing"
        ! LC_ALL=C grep -qaP '\x1b\]|\x07|\x7f' "$work/raw" || wrong "$locale: a control byte of the name reached the terminal"
        ! LC_ALL=C grep -qaP '\x1b\[31m\x1b\[2J|\x1b\]0' "$work/raw" || wrong "$locale: an escape of the name reached the terminal"
        if [ $locale = C ]; then
            ! LC_ALL=C grep -qaP '[\x80-\xff]' "$work/raw" || wrong "C: bytes outside ASCII"
        else
            iconv -f UTF-8 -t UTF-8 "$work/raw" >/dev/null 2>&1 || wrong "UTF-8: invalid bytes"
            ! LC_ALL=C grep -qaP '\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]' "$work/raw" ||
                wrong "UTF-8: C1 or direction marks"
        fi
    done
}

check "hostile names: nothing raw in the list"
raw j j j S S q
done_check
check "hostile names: nothing raw in the details and in a search"
raw j j '\r' a / t '\r' n q q
done_check

check "hostile names: list"
show 80x24 "$hostile"
golden hostile_list
[ "$(mux display -p -t run '#{pane_title}')" != x ] || wrong "the title was set"
settle
! capture -e | LC_ALL=C grep -qaP '[\x01-\x09\x0b-\x1a\x1c-\x1f\x7f]' || wrong "control bytes on the screen"
done_check
check "hostile names: details"
press j j Enter
golden hostile_details
done_check

check "a hostile file name"
evil=$work/$'e\e[31mv\e]0;t\ail.ncu-rep'
cp "$report" "$evil"
show 80x24 "$evil"
sees Kernel
settle
! capture -e | head -n 1 | grep -q $'\e''\[31m' || wrong "its colour is shown"
[ "$(mux display -p -t run '#{pane_title}')" != t ] || wrong "the title was set"
rm -f "$evil"
done_check

check "a report that is cut short: the whole results, and a sentence"
head -c $(($(stat -c %s "$report") * 2 / 3)) "$report" >"$work/cut.ncu-rep"
show 80x24 "$work/cut.ncu-rep"
sees "cut.ncu-rep is damaged: a result is cut short"
sees " 3 results · "
sees "2 tiny(float *)"
press Enter a
sees "▾ "
press Escape q
ends 1
done_check
