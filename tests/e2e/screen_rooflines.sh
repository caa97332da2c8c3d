# Rooflines with several results, zoomed, and as large as the page.

check "rooflines: the reports are made"
roofs=$work/roofs.ncu-rep
"$build/unit/rooflines_report" "$roofs" 8 && "$build/unit/rooflines_report" "$work/many.ncu-rep" 90 || wrong "rooflines_report failed"
done_check
[ -s "$roofs" ] || return
report=$roofs
screen_check rooflines_80 80x24 Enter s s f
then_check rooflines_zoom_80 + + .
then_check rooflines_pan_80 L L J
screen_check rooflines_120 120x40 t t t t t Enter
then_check rooflines_zoom_120 . . . . + + +
screen_check rooflines_baseline_120 120x40 b j j j Enter s s
screen_check rooflines_200 200x60 Enter s s
then_check rooflines_large_200 f . +
with=(TERM=vt100)
screen_check rooflines_vt100 80x60 Enter s s . . +
with=(TERM=vt100 LC_ALL=C)
screen_check rooflines_ascii 80x60 Enter s s . . +
check "rooflines in LANG=C: only ASCII"
ascii_only
done_check
screen_check rooflines_ascii_120 120x40 Enter s s
screen_check rooflines_ascii_200 200x60 Enter s s
screen_check rooflines_ascii_80 80x24 Enter s s . . f
with=()

check "rooflines: of many results the first ones, by words too"
show 80x60 "$work/many.ncu-rep"
sees "90 results"
press Enter : "text:points list" Enter
sees "89 other results"
sees "The first 40 of 90 results of the list"
sees "31 38 gemm"
press : "text:points kernel" Enter
sees "rooflines: 34 other results of this kernel"
sees " 24 gemm"
press : "text:points none" Enter
sees_not "24 gemm"
press : "text:points all" Enter
sees "there are tagged, kernel, list, none"
done_check

check "rooflines: points of other results are exported in every form"
show 80x40 "$roofs"
sees "8 results"
press Enter : "text:points kernel" Enter
sees "rooflines: "
for form in txt csv json md; do
    press : "text:export $work/points.$form" Enter
    sees "written: $work/points.$form"
done
grep -qE '^ +4 +6 gemm\(float \*\) +DRAM Achieved Value +210 +2.10 +10.77 +9.29 others' "$work/points.txt" || wrong "text: $(grep -A5 Point "$work/points.txt")"
grep -qF '"Point (Levels)","Result","Kernel","Level","Arithmetic Intensity [FLOP/byte]","Performance [TFLOP/s]","Of Roof [%]","Below Roof [times]","Roofs"' "$work/points.csv" || wrong "CSV: $(grep -A5 Point "$work/points.csv")"
grep -qF '"3","1","gemm(float *)","DRAM Achieved Value","255.88","8.70","14.29","7","these"' "$work/points.csv" || wrong "no row in CSV"
grep -qF '| 4 | 6 | gemm(float \*) | DRAM Achieved Value | 210 | 2.10 | 10.77 | 9.29 | others |' "$work/points.md" || wrong "Markdown"
grep -q '"row_name": "Point"' "$work/points.json" && grep -q '"value": 8700000000000' "$work/points.json" || wrong "JSON"
press : "text:points none" Enter : "text:export $work/alone.json" Enter
sees "written: $work/alone.json"
grep -q '"row_name": "Point"' "$work/alone.json" && wrong "points that are not shown"
rm -f "$work"/points.* "$work/alone.json"
done_check

check "rooflines: points of a baseline are exported in every form, as letters"
show 120x40 "$roofs"
sees "8 results"
press b j j j Enter : "text:points kernel" Enter
sees "a baseline DRAM"
for form in txt csv json md svg; do
    press : "text:export $work/points.$form" Enter
    sees "written: $work/points.$form"
done
point() { grep -qE "$2" "$work/points.$1" || wrong "$1: $(grep -A5 Point "$work/points.$1")"; }
point txt '^ +b +0 gemm\(float \*\) +L1 Achieved Value +0.25 +5.20 +63.03 +1.59 these +baseline'
point txt '^ +3 +2 copy\(float \*\) +DRAM Achieved Value .* these +other result'
point csv '^"Point \(Levels\)",.*,"Performance \[FLOP/s\]",.*,"Of"$'
point csv '^"b","0","gemm\(float \*\)","L1 Achieved Value","0.25","5200000000000",.*,"these","baseline"$'
point md '^\| b \| 0 \| gemm\(float \\\*\) \| L1 Achieved Value \| 0.25 \| 5.20 \|'
point json '"label": "b",.*"unit": "FLOP/s", "value": 5200000000000'
point svg '>a<'
python3 -m json.tool "$work/points.json" >/dev/null || wrong "no JSON"
press c : "text:points none" Enter : "text:export $work/alone.json" Enter
sees "written: $work/alone.json"
grep -q '"row_name": "Point"' "$work/alone.json" && wrong "points that are not shown"
rm -f "$work"/points.* "$work/alone.json"
done_check

check "rooflines: tags come and go while the details are open"
show 80x40 "$roofs"
sees "8 results"
press Enter
sees "DRAM: 5.20"
press ']' t
sees "this result has a tag; 1 tagged"
press '['
sees "1 gemm(float *)"
press ']' t
sees "no tag any more"
press '['
sees_not "1 gemm(float *)"
done_check

check "rooflines: out again to the whole, which keys of the part leave alone"
press + +
sees "Zoom: 25 %"
press -
sees "Zoom: 50 %"
press 0
sees_not "Zoom:"
press L
settle
lacks "Zoom:"
alive
done_check

check "rooflines: the zoomed part is another result's too, and is copied and drawn as it is seen"
press s s
sees "16384, 256    DRAM"
press S S
sees "16384, 256    L1"
press S
sees "16384, 256    DRAM"
press + +
sees "Zoom: 25 %"
press ']'
sees "1 gemm(float *)"
sees "Zoom: 25 %"
press : "text:export $work/roof.svg" Enter
sees "written"
grep -q "Zoom: 25 %" "$work/roof.svg" || wrong "the picture is not zoomed"
grep -q "scan(float \*)" "$work/roof.svg" || wrong "the picture lacks the other results"
mux delete-buffer 2>/dev/null
has_copied() { mux show-buffer 2>/dev/null | grep -qF -- "$1"; }
press y
wait_until "the zoomed chart is copied" has_copied "Zoom: 25 %"
has_copied "6 gemm(float *)" || wrong "the copy lacks the other results"
done_check

check "rooflines: every size"
press f
for size in 20x10 40x12 80x24 139x40 200x60 250x30; do
    resize $size
    settle
    alive
    # A figure that has no room leaves its pane, but never an empty screen.
    capture | grep -q '[^ ]' || wrong "$size: nothing is drawn"
    case $size in 80x24 | 139x40 | 200x60 | 250x30) sees FLOP/ ;; esac
done
done_check

check "rooflines: of several that have the same points the one with the cursor is meant"
show 100x60 "$roofs"
sees "8 results"
press Enter s s
sees "1 gemm(float *)"
settle
press , + +
sees "Zoom: 25 %"
# Out goes the one that is zoomed, wherever the cursor is.
press Escape . -
sees "Zoom: 50 %"
settle
capture | sed '1,/Device Memory/d' | grep -q "Zoom: 50 %" || wrong "not the second one is zoomed"
press 0 +
sees "Zoom: 50 %"
settle
! capture | sed '1,/Device Memory/d' | grep -q "Zoom: 50 %" || wrong "not the first one is zoomed"
done_check
