# Source: code as SASS, PTX and source, what was counted beside it, on a report that has all of it.

code=$work/code.ncu-rep
check "the report with code"
"$build/unit/code_report" "$code" || wrong "it cannot be made: make all fakegpu BUILD=$build"
done_check
[ -s "$code" ] || return
mkdir -p "$work/nv"
# double NAME COMMAND...: an nvdisasm that does this before it prints what it would print of the report.
double()
{
    local file=$work/nv/$1
    shift
    printf '#!/bin/sh\ncat >/dev/null\n%s\ncat %q\n' "$*" "$code.listing" >"$file"
    chmod +x "$file"
}
double nvdisasm
double slow 'until [ -e "$0.goes_on" ]; do sleep 0.05; done'
double broken 'echo out of disks >&2; exit 1'
# What was disassembled once is kept.
forget() { rm -rf "$work/home/.cache"; }

before=$report
report=$code
with=(--nvdisasm "$work/nv/nvdisasm")
screen_check source_80 80x24 x + "wait:1 of 8"
then_check source_80_sass 1 wait:LDG
then_check source_80_ptx 2
screen_check source_120_sides 120x40 Z x s wait:LDG + "wait:1 of 8"
then_check source_120_right l k k
screen_check source_140 140x40 Z x wait:LDG + "wait:1 of 8"
screen_check source_200 200x60 x wait:work.cu +
then_check source_200_zoomed Z wait:LDG
with=(LC_ALL=C --nvdisasm "$work/nv/nvdisasm")
screen_check source_ascii 140x24 Z x wait:LDG + "wait:1 of 8"
check "source in LANG=C: only ASCII"
ascii_only
done_check
with=(--nvdisasm "$work/nv/nvdisasm")

check "source: registers that live are shown"
forget
sed 's#;$#; // |  7 ^ : |#' "$code.listing" >"$work/live.listing"
printf '#!/bin/sh\ncat >/dev/null\ncase " $* " in *" -plr "*) cat %q ;; *) exit 1 ;; esac\n' "$work/live.listing" >"$work/nv/live"
chmod +x "$work/nv/live"
show 80x24 --nvdisasm "$work/nv/live" "$code"
press x 1 wait:LDG
sees "Live 7"
done_check

check "source: what cannot print registers still prints instructions"
forget
printf '#!/bin/sh\ncat >/dev/null\ncase " $* " in *" -plr "*) echo no flow >&2; exit 1 ;; esac\ncat %q\n' "$code.listing" >"$work/nv/plain"
chmod +x "$work/nv/plain"
show 80x24 --nvdisasm "$work/nv/plain" "$code"
press x 1 wait:LDG
lacks "Live 7"
done_check
forget

check "source: keys are served while nvdisasm runs"
forget
show 80x24 --nvdisasm "$work/nv/slow" "$code"
sees blur
press x 1
sees "SASS: disassembling..."
press Home j j j
sees "▸ ▏        0.7% selected 57%   0030 -"
press :
press text:"export $work/early.txt" Enter
sees "nvdisasm still runs"
touch "$work/nv/slow.goes_on"
sees "IMAD R0, R0, c[0x0][0x0], R3"
lacks disassembling
alive
done_check

check "source: quitting does not wait for nvdisasm"
forget
double slow 'exec sleep 30'
show 80x24 --nvdisasm "$work/nv/slow" "$code"
sees blur
press x 1
sees "disassembling"
press Q
ends 0
done_check

check "source: what is missing is said with its remedy, and the rest is shown"
forget
show 80x24 --nvdisasm "$work/nv/broken" "$code"
sees blur
press x 1
sees "no text or live registers"
sees "failed: out of"
sees "0080 -"
show 80x24 "$code"
sees blur
press x 1
sees "nvdisasm was not found"
sees "--nvdisasm"
"$build/unit/code_report" "$work/bare.ncu-rep" 12 no-file
show 80x24 "$work/bare.ncu-rep"
sees blur
press x
sees "/app/work.cu: neither in the report nor on disk"
sees "--import-source"
sees "90.5%"
"$build/unit/code_report" "$work/bare.ncu-rep" 12 no-lines
show 80x24 "$work/bare.ncu-rep"
sees blur
press x 3
sees "compile it with -lineinfo"
press 2
sees "no PTX of this function: compile it with"
"$build/unit/code_report" "$work/bare.ncu-rep" 12 no-metrics
show 80x24 "$work/bare.ncu-rep"
sees blur
press x
sees "no source metrics"
alive
done_check

check "source: files, functions, results and the way back"
show 100x30 "${with[@]}" "$code"
sees blur
press x f
sees "/inc/h.h: neither"
press f
sees "sum += weight(k)"
press ']'
sees "function 1 of 2"
press ')'
sees "helper(float)"
press '['
sees "sum += weight(k)"
press Escape
sees "Enter open"
press Enter x
sees "sum += weight(k)"
press h
sees "Enter fold"
alive
done_check

check "source: columns that a section of a folder hides are below the code, C and :source-columns show them"
guides=$root/tests/data/guides_source
mkdir -p "$work/sections"
sed 's/"GuideFirst"/"SourceCounters"/' "$guides/first.section" >"$work/sections/only.section"
show 200x40 --nvdisasm "$work/nv/nvdisasm" --section-folder "$work/sections" "$code"
press Z x wait:LDG 1 +
sees "L2 bytes"
sees "My space"
sees "My operation Load"
head_has() { capture | sed -n 4p | grep -q "$1"; }
head_lacks() { ! head_has "$1"; }
head_has 'My operat' && wrong "a hidden column is seen"
press C
wait_until "the hidden column has a place" head_has 'My operat'
press C
wait_until "it is hidden again" head_lacks "My operat"
press : text:source-columns Space "text:+my operation, -My sectors" Enter
wait_until "columns are chosen by their labels" head_has 'My operat'
head_has 'L2 bytes' && wrong "a column that was switched off is seen"
press : text:source-columns Space "text:my operatoin" Enter
sees 'no column of this code is called "my operatoin"; nearest is "My operation"'
press : text:source-columns Space text:usual Enter
wait_until "the usual columns are back" head_has 'L2 bytes'
alive
done_check

check "source: a code whose sections hide nothing says so"
show 80x24 "${with[@]}" "$code"
press x C
sees "no section hides a column of this code"
done_check

check "source: columns change places, rows are ranked by the first"
show 80x24 "${with[@]}" "$code"
sees blur
press x 1 '}' '}' +
sees "Thr/inst: 1 of 2"
press '}' +
sees "L2 bytes: 1 of 2, 98.5 % of the function"
press '{' '{' '{'
sees "Warp Stall Sampling"
alive
done_check

check "source: columns that have no room take turns behind the first"
show 80x24 "${with[@]}" "$code"
sees blur
press x
sees "Samples Stall   "
press m
sees "Samples  Inst Thr/inst  "
press m m m m m m
sees "Samples Stall   "
alive
done_check

check "source: the selected line is read as a whole, what is cut of the others by L"
show 44x20 "${with[@]}" "$code"
sees blur
press x +
sees "─ /app/work.cu:10 ──"
sees " sum += weight(k) * in[i * 32 + k];"
lacks "Access Operation"
press J J J J
sees "Access Operation Load"
sees "all seen (K)"
press K K K K
sees "more lines (J)"
press L
sees "10 …"
press L L L L L
sees "the longest line ends here"
press H H H H H H
sees "the lines begin here"
alive
done_check

check "source: a search goes through the text of the side"
show 80x24 "${with[@]}" "$code"
sees blur
press x 1 wait:LDG / text:stg Enter
sees "▸ ▎        2.5% long_sb 80%    00a0"
press / text:nowhere Enter
sees "not found: nowhere"
done_check

check "source: what is seen is exported"
show 140x40 "${with[@]}" "$code"
sees blur
press Z x wait:LDG : text:"export $work/code.csv" Enter
sees "written: "
grep -qF '"0x700070","      LDG.E R4, desc[UR4][R2.64]","80"' "$work/code.csv" || wrong "no SASS: $(head -3 "$work/code.csv")"
grep -qF '"10","sum += weight(k) * in[i * 32 + k];","-","-","905"' "$work/code.csv" || wrong "no lines: $(head -9 "$work/code.csv")"
press 2 s : text:"export $work/code.md" Enter
sees "written: $work/code.md"
grep -qF 'ld.global.f32' "$work/code.md" || wrong "no PTX"
press 1 G y
alive
done_check

check "source: the code of a result begins at the line of its root cause, else at the hottest line"
"$build/unit/code_report" "$work/timed.ncu-rep" 12 timed
mkdir -p "$work/cause"
cat >"$work/cause/StrangeLine.yaml" <<'RULE'
identifier: StrangeLine
name: Strange line
description: Names a line that is not the hottest one.
section: SourceCounters
requires: [runs]
let:
  runs: inst_executed
findings:
  - when: runs > 0
    type: optimization
    title: Strange Line
    text: 'See @source:work.cu:4:the start@.'
    speedup:
      value: 30
RULE
show 80x24 --section-folder "$work/cause" --nvdisasm "$work/nv/nvdisasm" "$work/timed.ncu-rep"
sees blur
press Enter
sees "Strange Line · work.cu:5"
press x
sees "─ /app/work.cu:5 "
press G x x
sees "─ /app/work.cu:12 "
press Escape O Enter
sees "─ /app/work.cu:5 "
show 80x24 --nvdisasm "$work/nv/nvdisasm" "$work/timed.ncu-rep"
sees blur
press Enter x
sees "─ /app/work.cu:10 "
done_check

then=$work/then.ncu-rep
"$build/unit/code_report" "$then" 12 before
printf '#!/bin/sh\nif grep -qa "version 8.0"; then cat %q; else cat %q; fi\n' "$then.listing" "$code.listing" >"$work/nv/both"
chmod +x "$work/nv/both"
forget
check "source: changes against a baseline, and without them"
show 80x24 --nvdisasm "$work/nv/both" --baseline "$then" "$code"
sees blur
press x 1
sees "different code: 2 new (+), 2 only in the baseline"
sees "◆██████  80.0%  -59.3 % ✓ long_sb 88%    0080       FFMA R5, R4, 0.5, R5"
sees " +▏        0.6%        new selected 100%  0040       ISETP"
press 3
sees "different code: 2 new (+), 1 only in the baseline"
press c
sees "changes are off (c)"
lacks "-55.2 %"
press c
sees "-55.2 %"
press . + . .
sees "inst_executed  1440000 inst · was 1536000, -6.2 % · Instructions Executed"
press j
sees "inst_executed  60000 inst · was 64000"
press Enter
sees "In result"
press Escape Escape
sees "Esc back"
alive
done_check

check "source: the baseline's code without a text, and none at all"
forget
show 80x24 --nvdisasm "$work/nv/broken" --baseline "$then" "$code"
sees blur
press x 1
sees "different code (no text: by opcodes): 2 new (+), 2 only"
press ')'
show 80x24 "${with[@]}" --baseline "$root/tests/data/samples.ncu-rep" "$code"
sees blur
press x
sees "no launch like this one"
alive
done_check

check "source: changes are exported"
forget
show 80x24 --nvdisasm "$work/nv/both" --baseline "$then" "$code"
sees blur
press x 1 wait:LDG.E
for form in txt csv json md svg; do
    press : "text:export $work/changed.$form" Enter
    sees "written: $work/changed.$form"
done
grep -q 'then.ncu-rep: 0 blur: different code: 2 instructions new, 2 only in the baseline' "$work/changed.txt" || wrong "text lacks the baseline"
grep -qF '"0x700080","      FFMA R5, R4, 0.5, R5","800","1964","-59.3 % better"' "$work/changed.csv" || wrong "CSV lacks the change"
grep -qF '"0x700040","      ISETP.GE.AND P0, PT, R0, c[0x0][0x220], PT","6","","new"' "$work/changed.csv" || wrong "CSV lacks what is new"
grep -qF '| 800 | 1964 | -59.3 % better |' "$work/changed.md" || wrong "Markdown lacks the change"
grep -q '"matched_by": "text"' "$work/changed.json" && grep -q '"baseline_values": \[1964,' "$work/changed.json" && grep -q '"better"' "$work/changed.json" || wrong "JSON lacks the change"
grep -q -- '-59.3 %' "$work/changed.svg" || wrong "the picture lacks the change"
press c : "text:export $work/unchanged.csv" Enter
sees "written: $work/unchanged.csv"
grep -q 1964 "$work/unchanged.csv" && wrong "hidden changes are exported"
rm -f "$work"/changed.* "$work/unchanged.csv"
done_check

check "source: lines of one side are exported with their numbers"
show 80x24 --nvdisasm "$work/nv/both" --baseline "$then" "$code"
sees blur
press x 2
sees "only in the baseline"
for form in txt csv json md; do
    press : "text:export $work/ptx.$form" Enter
    sees "written: $work/ptx.$form"
done
grep -q '^"14","fma.rn.f32  %f2, %f1, 0f3F000000, %f2;","832","1998","-58.4 % better"' "$work/ptx.csv" || wrong "CSV: $(sed -n 15p "$work/ptx.csv")"
grep -q '"Line": 14, .*"Warp Stall Sampling (All Samples)": 832, .*1998' "$work/ptx.json" || wrong "JSON"
press 3 c : "text:export $work/lines.csv" Enter
sees "written: $work/lines.csv"
grep -q '^"10","        sum += weight(k) \* in\[i \* 32 + k\];","905","long_sb 84%","1440000"' "$work/lines.csv" || wrong "lines: $(sed -n 11p "$work/lines.csv")"
rm -f "$work"/ptx.* "$work/lines.csv"
done_check

check "source: 20,000 instructions"
"$build/unit/code_report" "$work/long.ncu-rep" 20000 && printf '#!/bin/sh\ncat >/dev/null; cat %q\n' "$work/long.ncu-rep.listing" >"$work/nv/long"
chmod +x "$work/nv/long"
show 140x40 --nvdisasm "$work/nv/long" "$work/long.ncu-rep"
sees blur
press Z x wait:LDG l '>'
sees "4e1f0"
press +
sees "FFMA R5"
alive
done_check
with=()
report=$before

run="source: of a program that runs, and after it"
profiles "$run" || return
check "$run"
live 80x24 fakeapp slow 4
sees Kernel
sees "1.00 us"
press x
sees "instructions"
sees "no source metrics"
press j Escape
sees "4 results"
press E
sees "the program has ended"
press Escape x
sees "instructions"
alive
done_check
