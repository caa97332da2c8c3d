# The pictures of the README are of the bundled report, and the program shows them.

report=$root/tests/data/samples.ncu-rep

# pictured WORDS: each line of the README's picture with these words is one of the screen, in the same order.
pictured()
{
    local picture
    picture=$(awk -v words="$1" '/^```/ { if (!within && $0 == "```") text = ""; within = !within
            if (!within && index(text, words)) printf "%s", text
            text = ""; next } { text = text $0 "\n" }' "$root/README.md")
    [ -n "$picture" ] || wrong "README.md has no picture with \"$1\""
    settle
    lines_in_order() { capture | awk 'NR == FNR { line[++count] = $0; next } { if (at < count && $0 == line[at + 1]) at++ }
        END { exit at < count }' <(printf '%s\n' "$picture") -; }
    wait_until "the screen has every line of the picture" lines_in_order || detail=$(capture)
}

check "readme: the list"
order= show 100x17 "$report"
sees Kernel
pictured "Enter open  b baseline  s sort"
done_check

check "readme: details"
show 100x24 "$report"
sees Kernel
press / text:naive Enter Enter
pictured "Enter fold  Esc back"
done_check
