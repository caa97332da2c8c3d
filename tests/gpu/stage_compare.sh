# shellcheck shell=bash
# Samples metric by metric against several runs of the reference, and our file as the reference
# reads it. Rooftop runs as often as the reference (it costs a hundredth), in turn with it and each
# time with memory elsewhere, and the median of each metric is judged. With one more run of the
# reference each of its runs is held against the others: what is off there is its own spread, and
# rooftop may be off in as many values as the worst of them (or in 100 - AGREE %) and no more. For
# the samples of APPLICATION, whose kernels take 2 us, one of the reference's runs replays the
# application instead of kernels, which makes one session of counters for all kernels, as rooftop
# does, where it has one for each otherwise (worth a tenth of what is elapsed), and sets up no heap
# for kernels (which moves local memory: of spills 5 % of the time). Of dynsmem that run counts from
# the second round of the sample on: 2 MB that the reference wrote are in L2 when the first kernel
# of a session starts (STAGES=caches shows them), and also whenever it replays a kernel in several
# passes. Leaves compare/NAME.tsv (every metric), NAME.off.tsv (what is off), NAME.md (headline),
# spread/NAME.RUN.tsv (a run of the reference against the others), spread/NAME.ourRUN.tsv (a single
# run of ours), spread/NAME.kernel.tsv (ours against runs that replay kernels alone).

stage_compare() {
    local name chosen
    local -a compared=() tables=()
    [ -s samples.txt ] || ./samples list >samples.txt
    mkdir -p compare/spread
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
        run_sample "$name"
        compared+=("$name")
        compare_runs "$name" & # needs no GPU, but seconds
        tables+=($!)
    done <samples.txt
    [ ${#tables[@]} = 0 ] || wait "${tables[@]}"
    for name in "${compared[@]}"; do
        same_page "$name"
        same_values "$name"
    done
}

# Runs a sample under both profilers; what its own check says of any run goes to NAME.notes.
run_sample() { # NAME
    local name=$1 base=compare/$1 run at=0
    local -a places rounds=()
    counts_second_round "$name" && rounds=(2)
    read -ra places <<<"${PLACES-14 2 0 6}"
    : >"$base.notes"
    place "${places[at++]:-}"
    run_of_theirs "$name" control kernel
    for run in $(seq "$NCU_RUNS"); do
        place "${places[at++]:-}"
        with_rooftop "$base.our$run" --set "$SET" ./samples "$name"
        self_check_passed "$name" "$base.our$run.log" || echo "the sample FAILED under rooftop" >>"$base.notes"
        if [ "$run" = "$NCU_RUNS" ] && replays_application "$name"; then
            run_of_theirs "$name" app application "${rounds[@]}"
        fi
        run_of_theirs "$name" "$run" kernel
    done
}

run_of_theirs() { # NAME RUN REPLAY_MODE [ROUNDS]
    with_ncu "compare/$1.ncu$2" --set "$SET" --replay-mode "$3" ./samples "$1" "${@:4}"
    self_check_passed "$1" "compare/$1.ncu$2.log" || echo "the sample FAILED under ncu" >>"compare/$1.notes"
}

replays_application() { # NAME
    local short="tiny20 streams spills graph_capture graph_built cluster_shapes ranges calls printf"
    short="$short threads global_var dynsmem"
    case " ${APPLICATION-$short} " in *" $1 "*) ;; *) false ;; esac
}

counts_second_round() { # NAME
    [ "$1" = dynsmem ]
}

# All raw pages of a sample, and the tables of what they say.
compare_runs() { # NAME
    local base=compare/$1 run other
    local -a others theirs=() ours=() later=()
    counts_second_round "$1" && later=(--launch-skip "$(sed -n "s/^$1 //p" samples.txt)")
    for run in $(seq "$NCU_RUNS"); do
        raw_page "$ROOFTOP" "$base.our$run.ncu-rep" "$base.our$run.csv"
        ours+=("$base.our$run.csv")
    done
    raw_page "$NCU" "$base.our1.ncu-rep" "$base.ours-by-ncu.csv"
    for run in $(seq "$NCU_RUNS") control; do
        raw_page "$NCU" "$base.ncu$run.ncu-rep" "$base.ncu$run.csv"
    done
    raw_page "$NCU" "$base.ncuapp.ncu-rep" "$base.ncuapp.csv" "${later[@]}"
    compare -v exact=1 -v mode=off "$base.our1.csv" "$base.ours-by-ncu.csv" >"$base.page.tsv"
    for run in $(runs_of_theirs "$1"); do
        others=()
        for other in $(runs_of_theirs "$1"); do
            [ "$other" = "$run" ] || others+=("$base.ncu$other.csv")
        done
        values "$1" "$base.ncu$run.csv" "${others[@]}" >"compare/spread/$1.$run.tsv"
        [ "$run" = control ] || theirs+=("$base.ncu$run.csv")
    done
    for run in $(seq "$NCU_RUNS"); do
        values "$1" "$base.our$run.csv" "${theirs[@]}" >"compare/spread/$1.our$run.tsv"
    done
    values "$1" -v runs="$NCU_RUNS" "${ours[@]}" "${theirs[@]}" >"$base.tsv"
    values "$1" -v runs="$NCU_RUNS" -v mode=off "${ours[@]}" "${theirs[@]}" >"$base.off.tsv"
    values "$1" -v runs="$NCU_RUNS" -v mode=summary "${ours[@]}" "${theirs[@]}" >"$base.md"
    if replays_application "$1"; then
        values "$1" -v runs="$NCU_RUNS" "${ours[@]}" "$base".ncu[0-9]*.csv >"compare/spread/$1.kernel.tsv"
    fi
}

# The runs that are held against each other, first the one that is there for that alone.
runs_of_theirs() { # NAME
    local last=$NCU_RUNS
    replays_application "$1" && last=app
    echo control $(seq $((NCU_RUNS - 1))) "$last"
}

compare() { # ARGUMENT...
    awk -f "$HERE/csv.awk" -f "$HERE/compare.awk" "$@" 2>&1
}

values() { # NAME ARGUMENT...
    local pair=number
    [ "$1" = threads ] && pair=kernel # its two threads race
    compare -v pair="$pair" "${@:2}"
}

# The reference reads our file and sees in it what we do.
same_page() { # NAME
    local table=compare/$1.page.tsv
    check "page $1" "our file, read by both: $(total "$table")" grep -Eq '^# total: [1-9].* 0 off' "$table"
}

same_values() { # NAME
    local name=$1 base=compare/$1 beside=compare/spread/$1 ours note run single="" spread=0 number most compared
    if grep -q "^$name ok (skipped" "$base.our1.log"; then
        skip "compare $name" "$(grep "^$name ok" "$base.our1.log")"
        return
    fi
    note=$(sort "$base.notes" | uniq -c | tr '\n' ',')
    for run in $(runs_of_theirs "$name"); do
        number=$(off "$beside.$run.tsv")
        [ "${number:-0}" -le "$spread" ] || spread=$number
    done
    for run in $(seq "$NCU_RUNS"); do
        single="$single $(off "$beside.our$run.tsv")"
    done
    ours=$(off "$base.tsv")
    [ -s "$beside.kernel.tsv" ] && note="$note; $(off "$beside.kernel.tsv") off of the runs that replay kernels alone"
    compared=$(sed -n 's/^# total: \([0-9]*\) compared.*/\1/p' "$base.tsv")
    most=$((${compared:-0} * (100 - AGREE) / 100))
    [ "$most" -ge "$spread" ] || most=$spread
    check "compare $name" "$(total "$base.tsv")$note; single runs:$single off; another run of the reference:\
 $(off "$beside.control.tsv") off, the worst of its runs against the others: $spread" \
        passed_and_at_most "$base.notes" "${ours:-none}" "$most"
}

passed_and_at_most() { # NOTES OFF MOST
    ! [ -s "$1" ] && at_most "$2" "$3"
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
