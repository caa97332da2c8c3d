# Every view at three sizes and two levels of glyphs, the richer one in colours, the other without. One session for each report
# and level goes through its views, and the terminal grows in one and shrinks in the next: a screen costs a moment.

# walk WORD...: rooftop with these words, at both levels, and the views of the standard input, a row each:
# NAME | what shows when it is there | keys to it | keys back
walk()
{
    local rows level view ready keys back size up="80x24 120x40 200x60" down="200x60 120x40 80x24" order variables
    rows=$(cat)
    for level in '' ascii_; do
        variables=(ROOFTOP_CUPTI=/nowhere)
        [ -z "$level" ] || variables+=(LC_ALL=C TERM=vt100)
        show 80x24 "${variables[@]}" "$@"
        sees rooftop
        order=$up
        while IFS='|' read -r view ready keys back; do
            read -r view <<<"$view"
            read -r ready <<<"$ready"
            check "$level$view at every size"
            # shellcheck disable=SC2086 # keys are several words
            press $keys
            sees "$ready"
            for size in $order; do
                size_is "$size" || resize "$size"
                golden "view_${view}_$level${size%x*}"
            done
            alive
            if [ "$order" = "$up" ]; then order=$down; else order=$up; fi
            # shellcheck disable=SC2086
            press $back
            done_check
        done <<<"$rows"
    done
}

walk --apply-rules no "$root/tests/data/samples.ncu-rep" <<'END'
list      | vector_add   |                         |
columns   | What it      | C                       | Escape
groups    | Sum          | g                       | g
offers    | baseline     | : Tab                   | Escape
help      | Keys of      | ?                       | ?
raw       | derived__    | M                       | M
occupancy | what if      | u                       | u
compared  | Duration     | j b                     | j Enter
changes   | slower       |                         | B Escape
details   | Speed Of     | Enter                   |
metric    | In result    | . . i                   | i
END
report=$work/figures.ncu-rep
[ -s "$report" ] || "$build/unit/figures_report" "$report"
walk "$report" <<'END'
curves    | Block Size   | 1 z                     |
memory    | hit rate     | 2 z                     |
nothing   | to show      | 3 z                     |
states    | Throttle     | 5 z                     |
times     | Over time    | 6 z                     |
rest      | Instance     | 7 z                     |
END
# Memory tables, and the tables of links and NUMA nodes, of a program on two boards.
env -i "${base[@]}" "${gpu[@]}" LC_ALL=C FAKEGPU_BOARDS=2 "$rooftop" --no-tui --quiet --apply-rules no --clock-control none --cache-control none \
    --set nvlink --section MemoryWorkloadAnalysis_Tables --section NumaAffinity -f -o "$work/tables.ncu-rep" "$app" vector_add \
    >/dev/null 2>&1
walk --apply-rules no "$work/tables.ncu-rep" <<'END'
tables    | Shared Load  | Enter 1 z               |
topology  | Device Num   | 3 z                     |
tables_l2 | Eviction     | 1 z / text:Eviction Enter | <
links     | Throughput   | 4 z                     |
numa      | Affinity     | 5 z                     |
END
report=$work/views.ncu-rep
[ -s "$report" ] || "$build/unit/views_report" "$report"
walk "$report" <<'END'
launch    | Waves        | p                       | p
nvtx      | epoch 1      | v a                     | v
timeline  | Throughput   | T a j j j               | T
session   | Working      | I                       | I
nothing_said | There are no messages  | E                    | E
output_no | printed      | o                       | o
END
code=$work/code.ncu-rep
[ -s "$code" ] || "$build/unit/code_report" "$code"
printf '#!/bin/sh\ncat >/dev/null\ncat %q\n' "$code.listing" >"$work/nvdisasm"
chmod +x "$work/nvdisasm"
walk --nvdisasm "$work/nvdisasm" "$code" <<'END'
source    | sum +=       | x +                     |
sass      | LDG          | 1                       |
ptx       | .target      | 2 <                     | x
sides     | LDG          | x s 1 +                 | x
END
"$build/unit/code_report" "$work/then.ncu-rep" 12 before
printf '#!/bin/sh\nif grep -qa "version 8.0"; then cat %q; else cat %q; fi\n' "$work/then.ncu-rep.listing" "$code.listing" >"$work/nvdisasm"
walk --nvdisasm "$work/nvdisasm" --baseline "$work/then.ncu-rep" "$code" <<'END'
source_changes | was      | x + .                  |
sass_changes   | only in  | Escape 1               |
ptx_changes    | mov      | 2                      | x
sides_changes  | only in  | x s 1 +                | x
END
mkdir -p "$work/found"
[ -s "$work/found/findings.ncu-rep" ] || "$build/unit/findings_report" "$work/found"
walk "$work/found/findings.ncu-rep" <<'END'
verdict   | Block Size   |                         |
summary   | Saves        | O                       | O
rules     | built in     | : text:rules Enter      | Escape
findings  | Kept         | j Enter                 | Escape
END
[ -s "$work/notes.ncu-rep" ] || "$build/unit/notes_report" "$work/notes.ncu-rep"
walk "$work/notes.ncu-rep" <<'END'
notes     | loader       | Enter a                 | Escape
END
# What a program does is a run for each level; the time that is told is what it took here.
if profiles "output, ended and rerun at every size"; then
    walk "${gpu[@]}" PATH="$doubles:$PATH" "${few[@]}" --set detailed fakeapp inplace <<'END'
output    | inplace ok   | wait:offer E wait:ended: E o | o
ended     | Grid   |                         |
rerun     | metrics,     | r                       | Escape
END
fi

check "views in LANG=C: only ASCII"
odd=$(cd "$goldens" && LC_ALL=C grep -l '[^ -~]' view_*_ascii_*)
[ -z "$odd" ] || wrong "not so: $odd"
done_check
