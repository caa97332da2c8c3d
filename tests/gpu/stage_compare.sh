# shellcheck shell=bash
# Samples metric by metric against several runs of the reference, and our file as the reference
# reads it. With one more run of the reference each of them is held against the others in the same
# way: what is off there is its own spread, and rooftop may be off in as many values as the worst of
# them (or in 100 - AGREE %) and no more. In each run memory lies elsewhere, so that the range of the
# runs tells what depends on that. For the samples of APPLICATION, whose kernels take 2 to 3 us, one
# of the runs replays the application instead of kernels: a session of counters for each kernel, and
# one for all as here, is worth a tenth of what is elapsed there. Leaves compare/NAME.tsv (every
# metric), NAME.off.tsv (what is off), NAME.md (headline), spread/NAME.RUN.tsv (a run of the
# reference against the others), spread/NAME.kernel.tsv (ours against runs that replay kernels alone).

stage_compare() {
    local name chosen
    [ -s samples.txt ] || ./samples list >samples.txt
    chosen=" ${SAMPLES:-$(awk '$1 != "tiny" { print $1 }' samples.txt | tr '\n' ' ')} "
    for name in $chosen; do
        grep -q "^$name " samples.txt || fail "compare $name" "no sample has this name"
    done
    while read -r name _; do
        case $chosen in *" $name "*) ;; *) continue ;; esac
        if [ "$SECONDS" -ge "$TIME_LIMIT" ]; then
            skip "compare $name" "$SECONDS s have gone, the limit is $TIME_LIMIT"
            continue
        fi
        compare_sample "$name"
    done <samples.txt
}

compare_sample() { # NAME
    local name=$1 base=compare/$1 run note= at=0
    local -a runs=(control) places
    read -ra places <<<"${PLACES-2 14 0 6 34}"
    place "${places[at++]:-}"
    with_rooftop "$base" --set "$SET" ./samples "$name"
    self_check_passed "$name" "$base.log" || note=" (the sample FAILED under rooftop)"
    for run in $(seq "$NCU_RUNS"); do
        runs+=("$run")
    done
    for run in "${runs[@]}"; do
        place "${places[at++]:-}"
        with_ncu "$base.ncu$run" --set "$SET" ./samples "$name"
        self_check_passed "$name" "$base.ncu$run.log" || note="$note (it FAILED under ncu)"
    done
    if grep -q "^$name ok (skipped" "$base.log"; then
        skip "compare $name" "$(grep "^$name ok" "$base.log")"
        return
    fi
    case " ${APPLICATION-tiny20 streams graph_capture} " in
    *" $name "*)
        with_ncu "$base.ncuapp" --set "$SET" --replay-mode application ./samples "$name"
        runs[NCU_RUNS]=app
        ;;
    esac
    raw_pages "$base"
    same_page "$name"
    same_values "$name" "$note" "${runs[@]}"
}

# All raw pages of one sample at a time: this needs no GPU, but half a second each.
raw_pages() { # BASE
    local base=$1 run
    local -a jobs=()
    raw_page "$ROOFTOP" "$base.ncu-rep" "$base.ours.csv" & jobs+=($!)
    raw_page "$NCU" "$base.ncu-rep" "$base.ours-by-ncu.csv" & jobs+=($!)
    for run in $(seq "$NCU_RUNS") control app; do
        raw_page "$NCU" "$base.ncu$run.ncu-rep" "$base.ncu$run.csv" & jobs+=($!)
    done
    wait "${jobs[@]}"
}

compare() { # ARGUMENT...
    awk -f "$HERE/csv.awk" -f "$HERE/compare.awk" "$@" 2>&1
}

# The reference reads our file and sees in it what we do.
same_page() { # NAME
    local base=compare/$1 outcome
    compare -v exact=1 -v mode=off "$base.ours.csv" "$base.ours-by-ncu.csv" >"$base.page.tsv"
    outcome=$?
    check "page $1" "our file, read by both: $(total "$base.page.tsv")" [ "$outcome" = 0 ]
}

same_values() { # NAME NOTE RUN...: the first of the reference's is for its own spread alone
    local name=$1 note=$2 base=compare/$1 beside=compare/spread/$1 pair=number ours compared most run other
    local number spread=0
    local -a runs others theirs=()
    shift 2
    runs=("$@")
    mkdir -p compare/spread
    [ "$name" = threads ] && pair=kernel # its two threads race
    for run in "${runs[@]}"; do
        others=()
        for other in "${runs[@]}"; do
            [ "$other" = "$run" ] || others+=("$base.ncu$other.csv")
        done
        compare -v pair="$pair" "$base.ncu$run.csv" "${others[@]}" >"$beside.$run.tsv"
        number=$(off "$beside.$run.tsv")
        [ "${number:-0}" -le "$spread" ] || spread=$number
        [ "$run" = control ] || theirs+=("$base.ncu$run.csv")
    done
    compare -v pair="$pair" "$base.ours.csv" "${theirs[@]}" >"$base.tsv"
    compare -v pair="$pair" -v mode=off "$base.ours.csv" "${theirs[@]}" >"$base.off.tsv"
    compare -v pair="$pair" -v mode=summary "$base.ours.csv" "${theirs[@]}" >"$base.md"
    ours=$(off "$base.tsv")
    if [ -s "$base.ncuapp.csv" ]; then
        compare -v pair="$pair" "$base.ours.csv" "$base".ncu[0-9]*.csv >"$beside.kernel.tsv"
        note="$note; $(off "$beside.kernel.tsv") off of the runs that replay kernels alone"
    fi
    compared=$(sed -n 's/^# total: \([0-9]*\) compared.*/\1/p' "$base.tsv")
    most=$((${compared:-0} * (100 - AGREE) / 100))
    [ "$most" -ge "$spread" ] || most=$spread
    check "compare $name" "$(total "$base.tsv")$note; another run of the reference:\
 $(off "$beside.control.tsv") off, the worst of its runs against the others: $spread" \
        at_most "${ours:-none}" "$most"
}

# How many values are off; nothing if nothing could be compared.
off() { # TSV
    sed -n 's/^# total: .* within tolerance, \([0-9]*\) off.*/\1/p' "$1"
}

# The totals, or what went wrong instead.
total() { # TSV
    local text
    text=$(sed -n 's/^# total: //p' "$1")
    echo "${text:-$(tail -n 1 "$1")}"
}
