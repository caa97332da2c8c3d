# shellcheck shell=bash
# How much it matters where memory lies: samples whose memory begins at another place each time,
# under rooftop and under the reference. The means over all places must agree within 3 %.

stage_placement() {
    local name
    mkdir -p placement
    {
        echo "| sample | bytes taken before | rooftop, ns | reference, ns | difference, % |"
        echo "| --- | ---: | ---: | ---: | ---: |"
    } >placement/table.md
    for name in ${PLACEMENT-tiny20}; do
        places_of "$name"
    done
}

places_of() { # NAME
    local name=$1 pad base
    : >"placement/$name.txt"
    for pad in ${PADS-0 512 1024 2048 4096 16384 65536 1048576}; do
        base=placement/$name.$pad
        export SAMPLES_PAD=$pad
        [ "$pad" = 0 ] && unset SAMPLES_PAD
        with_rooftop "$base.ours" ./samples "$name"
        with_ncu "$base.theirs" --set basic ./samples "$name"
        unset SAMPLES_PAD
        raw_page "$ROOFTOP" "$base.ours.ncu-rep" "$base.ours.csv"
        raw_page "$ROOFTOP" "$base.theirs.ncu-rep" "$base.theirs.csv"
        echo "$pad $(mean_time "$base.ours.csv") $(mean_time "$base.theirs.csv")" >>"placement/$name.txt"
    done
    awk -v name="$name" '
        function row(place, a, b) {
            printf "| %s | %s | %.0f | %.0f | %+.1f |\n", name, place, a, b, (a / b - 1) * 100
        }
        $2 > 0 && $3 > 0 { row($1, $2, $3); ours += $2; theirs += $3; n++ }
        END { if (n) row("mean", ours / n, theirs / n) }' "placement/$name.txt" >>placement/table.md
    check "placement $name" "$(tail -n 1 placement/table.md)" \
        awk '{ bad = bad || !($2 > 0 && $3 > 0); a += $2; b += $3 }
             END { exit bad || !NR || a > 1.03 * b || a < 0.97 * b }' "placement/$name.txt"
}

# Nanoseconds of a launch, over all launches of a raw page.
mean_time() { # CSV
    awk -f "$HERE/csv.awk" -f "$HERE/mean_time.awk" "$1"
}
