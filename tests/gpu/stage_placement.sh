# shellcheck shell=bash
# How much it matters where memory lies: samples under rooftop and under ncu, while
# another process holds ever more memory, so that theirs lies elsewhere each time. Rooftop's mean
# must lie in the range of ncu's times over all places.

stage_placement() {
    local name
    mkdir -p placement
    {
        echo "| sample | MiB held by others | rooftop, ns | ncu, ns | difference, % |"
        echo "| --- | ---: | ---: | ---: | ---: |"
    } >placement/table.md
    for name in ${PLACEMENT-tiny20 spills}; do
        places_of "$name"
    done
}

places_of() { # NAME
    local name=$1 held base
    : >"placement/$name.txt"
    for held in ${HELD-0 2 6 14 34 62 126 510}; do
        base=placement/$name.$held
        place "$held"
        with_rooftop "$base.ours" ./samples "$name"
        with_ncu "$base.theirs" --set basic ./samples "$name"
        raw_page "$ROOFTOP" "$base.ours.ncu-rep" "$base.ours.csv"
        raw_page "$ROOFTOP" "$base.theirs.ncu-rep" "$base.theirs.csv"
        echo "$held $(mean_time "$base.ours.csv") $(mean_time "$base.theirs.csv")" >>"placement/$name.txt"
    done
    awk -v name="$name" '
        function row(place, a, b) {
            printf "| %s | %s | %.0f | %.0f | %+.1f |\n", name, place, a, b, (a / b - 1) * 100
        }
        $2 > 0 && $3 > 0 { row($1, $2, $3); ours += $2; theirs += $3; n++ }
        END { if (n) row("mean", ours / n, theirs / n) }' "placement/$name.txt" >>placement/table.md
    check "placement $name" "$(tail -n 1 placement/table.md)" \
        awk '{ bad = bad || !($2 > 0 && $3 > 0); ours += $2
               if (NR == 1 || $3 < low) low = $3
               if (NR == 1 || $3 > high) high = $3 }
             END { exit bad || !NR || ours / NR < low || ours / NR > high }' "placement/$name.txt"
}

# Nanoseconds of a launch, over all launches of a raw page.
mean_time() { # CSV
    awk -f "$HERE/csv.awk" -f "$HERE/mean_time.awk" "$1"
}
