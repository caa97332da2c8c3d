# shellcheck shell=bash
# Samples metric by metric against several runs of the reference, and our file as the reference
# reads it. One more run of the reference is held against the others in the same way: what is off
# there is its own noise, and rooftop may be off in as many values (or in 100 - AGREE %) and no
# more. In each run memory
# lies elsewhere, so that the range of the runs tells what depends on that. Leaves
# compare/NAME.tsv (every metric), NAME.off.tsv (what is off), NAME.md (headline), NAME.control.tsv
# (the other run of the reference), NAME.app.tsv (with a run of the reference that replays the
# application instead of kernels, for the samples of APPLICATION).

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
    local -a theirs=() places
    read -ra places <<<"${PLACES-2 14 0 6 34}"
    place "${places[at++]:-}"
    with_rooftop "$base" --set "$SET" ./samples "$name"
    self_check_passed "$name" "$base.log" || note=" (the sample FAILED under rooftop)"
    for run in control $(seq "$NCU_RUNS"); do
        place "${places[at++]:-}"
        with_ncu "$base.ncu$run" --set "$SET" ./samples "$name"
        self_check_passed "$name" "$base.ncu$run.log" || note="$note (it FAILED under ncu)"
        [ "$run" = control ] || theirs+=("$base.ncu$run.csv")
    done
    if grep -q "^$name ok (skipped" "$base.log"; then
        skip "compare $name" "$(grep "^$name ok" "$base.log")"
        return
    fi
    case " ${APPLICATION-tiny20 atomics spills} " in
    *" $name "*) with_ncu "$base.ncuapp" --set "$SET" --replay-mode application ./samples "$name" ;;
    esac
    raw_pages "$base"
    same_page "$name"
    same_values "$name" "$note" "${theirs[@]}"
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

same_values() { # NAME NOTE THEIRS.csv...
    local name=$1 note=$2 base=compare/$1 pair=number ours noise compared most
    shift 2
    [ "$name" = threads ] && pair=kernel # its two threads race
    compare -v pair="$pair" "$base.ours.csv" "$@" >"$base.tsv"
    compare -v pair="$pair" "$base.ncucontrol.csv" "$@" >"$base.control.tsv"
    compare -v pair="$pair" -v mode=off "$base.ours.csv" "$@" >"$base.off.tsv"
    compare -v pair="$pair" -v mode=summary "$base.ours.csv" "$@" >"$base.md"
    ours=$(off "$base.tsv") noise=$(off "$base.control.tsv")
    if [ -s "$base.ncuapp.csv" ]; then
        compare -v pair="$pair" "$base.ours.csv" "$@" "$base.ncuapp.csv" >"$base.app.tsv"
        note="$note; $(off "$base.app.tsv") off where a run that replays the application counts too"
    fi
    compared=$(sed -n 's/^# total: \([0-9]*\) compared.*/\1/p' "$base.tsv")
    most=$((${compared:-0} * (100 - AGREE) / 100))
    [ "$most" -ge "${noise:-0}" ] || most=$noise
    check "compare $name" "$(total "$base.tsv")$note; another run of the reference: ${noise:-?} off" \
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
