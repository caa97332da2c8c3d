# Hot spots: samples of all results by line, instruction and function, on a report that has code and samples.

code=$work/code.ncu-rep
[ -s "$code" ] || "$build/unit/code_report" "$code"
printf '#!/bin/sh\ncat >/dev/null\ncat %q\n' "$code.listing" >"$work/nvdisasm.hot"
chmod +x "$work/nvdisasm.hot"

before=$report
report=$code
with=(--nvdisasm "$work/nvdisasm.hot")
screen_check hot_80 80x24 X wait:work.cu:10 j
then_check hot_80_instructions g wait:instruction
then_check hot_80_functions g wait:function
screen_check hot_120 120x40 Z X wait:work.cu:10
with=(LC_ALL=C --nvdisasm "$work/nvdisasm.hot")
screen_check hot_ascii_80 80x24 X wait:work.cu:10
check "hot spots in LANG=C: only ASCII"
ascii_only
done_check
screen_check hot_ascii_120 120x40 Z X wait:work.cu:10
with=(--nvdisasm "$work/nvdisasm.hot")

check "hot spots: Enter goes to the line, Esc comes back"
show 80x24 --nvdisasm "$work/nvdisasm.hot" "$code"
press X wait:work.cu:10 Enter
sees "sum += weight(k)"
press Escape
sees "Hot spots by source line"
press g wait:instruction Enter
sees "FFMA"
press Escape wait:instruction / text:+0xb0 Enter
sees "▸ 11"
alive
done_check

check "hot spots at small sizes"
show 80x24 --nvdisasm "$work/nvdisasm.hot" "$code"
press X wait:work.cu:10
for size in 61x19 44x12 30x5 31x8 60x17 20x10 80x5; do
    mux resize-window -t run -x "${size%x*}" -y "${size#*x}"
    settle
    alive
done
mux resize-window -t run -x 61 -y 19
sees "90.5 %  work.cu:10"
done_check

check "hot spots: what is listed chooses them"
show 80x24 --nvdisasm "$work/nvdisasm.hot" "$code"
press f text:nothing-has-this-name Enter X
sees "there are no results"
alive
done_check

check "hot spots: all rows are exported"
show 80x24 --nvdisasm "$work/nvdisasm.hot" "$code"
press X wait:work.cu:10 : text:"export $work/hot.csv" Enter
sees "written: $work/hot.csv"
grep -q '^"By","Rank"' "$work/hot.csv" || wrong "no heading"
[ "$(wc -l <"$work/hot.csv")" -gt 6 ] || wrong "$(cat "$work/hot.csv")"
done_check

check "hot spots: without samples the option is named"
show 80x24 "$before"
press X
sees "--section SourceCounters"
done_check
report=$before
with=()
