# Figures: everything that a section can hold, of a report that has it all, and of the bundled one of a real GPU.

figures=$work/figures.ncu-rep
check "the report with figures"
"$build/unit/figures_report" "$figures" || wrong "it cannot be made: make all fakegpu BUILD=$build"
done_check
[ -s "$figures" ] || return
report=$figures
screen_check figures_folded 80x24 1
screen_check figures_80 80x130 a
screen_check figures_120 120x110 a
screen_check figures_200 200x60 a
screen_check figures_whole_120 120x160 a e
with=(TERM=vt100)
screen_check figures_vt100 80x130 a
with=(LC_ALL=C)
screen_check figures_ascii 80x130 a
check "figures in LANG=C: only ASCII"
ascii_only
done_check
with=()

check "figures: every width from 20 to 250 columns"
show 80x40 "$report"
sees "Figure of Curves"
press a e
for columns in 20 41 60 79 92 110 139 185 250; do
    mux resize-window -t run -x "$columns" -y 40
    settle
    alive
done
done_check

check "figures: a search opens what is drawn"
show 80x24 "$report"
sees "Figure of Curves"
press / text:"neither roof is the limit" Enter
sees "neither roof is the limit"
done_check

report=$root/tests/data/samples.ncu-rep
screen_check figures_samples_80 80x60 Enter 3 z
screen_check figures_samples_120 120x60 Enter 3 z
