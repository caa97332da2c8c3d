# shellcheck shell=bash
# Samples metric by metric against several runs of ncu, and our file as ncu
# reads it. Rooftop runs as often as ncu (it costs a hundredth), in turn with it and each
# time with memory elsewhere, and the median of each metric is judged. With one more run of ncu
# each of its runs is held against the others: what is off there is its own spread, and
# rooftop may be off in as many values as the worst of them (or in 100 - AGREE %) and no more. Three
# runs show less than all of that spread, and each time some of 32 samples are beyond it: those are
# run AGAIN times more by both, at further places, and judged once more, by all runs together. For
# the samples of APPLICATION, whose kernels take 2 us, one of ncu's runs replays the
# application instead of kernels, which makes one session of counters for all kernels, as rooftop
# does, where it has one for each otherwise (worth a tenth of what is elapsed), and sets up no heap
# for kernels (which moves local memory: of spills 5 % of the time). Of dynsmem that run counts from
# the second round of the sample on: 2 MB that ncu wrote are in L2 when the first kernel
# of a session starts (STAGES=caches shows them), and also whenever it replays a kernel in several
# passes. Leaves compare/NAME.tsv (every metric), NAME.off.tsv (what is off), NAME.md (headline),
# spread/NAME.RUN.tsv (a run of ncu against the others), spread/NAME.ourRUN.tsv (a single
# run of ours), spread/NAME.kernel.tsv (ours against runs that replay kernels alone).

stage_compare() {
    local name chosen
    local -a compared=() tables=()
    local -A runs=() before=()
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
        : >"compare/$name.notes"
        place_of_run 0
        run_of_theirs "$name" control kernel
        run_sample "$name" 1 "$NCU_RUNS"
        compared+=("$name")
        runs[$name]=$NCU_RUNS
        compare_runs "$name" "$NCU_RUNS" & # needs no GPU, but seconds
        tables+=($!)
    done <samples.txt
    [ ${#tables[@]} = 0 ] || wait "${tables[@]}"
    tables=()
    for name in "${compared[@]}"; do
        same_page "$name"
        if [ "$AGAIN" = 0 ] || [ "$SECONDS" -ge "$TIME_LIMIT" ] || ! beyond_spread "$name" "$NCU_RUNS"; then
            continue
        fi
        before[$name]="of $NCU_RUNS runs $(off "compare/$name.tsv") off, $(most_off "$name" "$NCU_RUNS") allowed; of all runs "
        runs[$name]=$((NCU_RUNS + AGAIN))
        run_sample "$name" $((NCU_RUNS + 1)) "${runs[$name]}"
        compare_runs "$name" "${runs[$name]}" &
        tables+=($!)
    done
    [ ${#tables[@]} = 0 ] || wait "${tables[@]}"
    for name in "${compared[@]}"; do
        same_values "$name" "${runs[$name]}" "${before[$name]:-}"
    done
}

# Runs a sample under both profilers; what its own check says of any run goes to NAME.notes.
run_sample() { # NAME FIRST LAST
    local name=$1 base=compare/$1 run
    local -a rounds=()
    counts_second_round "$name" && rounds=(2)
    for run in $(seq "$2" "$3"); do
        place_of_run "$run"
        with_rooftop "$base.our$run" --set "$SET" ./samples "$name"
        self_check_passed "$name" "$base.our$run.log" || echo "the sample FAILED under rooftop" >>"$base.notes"
        if [ "$run" = "$NCU_RUNS" ] && replays_application "$name"; then
            run_of_theirs "$name" app application "${rounds[@]}"
        fi
        run_of_theirs "$name" "$run" kernel
    done
}

place_of_run() { # RUN
    local -a places
    read -ra places <<<"${PLACES-14 2 0 6 34 62 126 510 10 30}"
    place "${places[$1]:-}"
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
compare_runs() { # NAME RUNS
    local base=compare/$1 run other
    local -a others theirs=() ours=() later=()
    counts_second_round "$1" && later=(--launch-skip "$(sed -n "s/^$1 //p" samples.txt)")
    for run in $(seq "$2"); do
        raw_page "$ROOFTOP" "$base.our$run.ncu-rep" "$base.our$run.csv"
        ours+=("$base.our$run.csv")
    done
    raw_page "$NCU" "$base.our1.ncu-rep" "$base.ours-by-ncu.csv"
    for run in $(seq "$2") control; do
        raw_page "$NCU" "$base.ncu$run.ncu-rep" "$base.ncu$run.csv"
    done
    raw_page "$NCU" "$base.ncuapp.ncu-rep" "$base.ncuapp.csv" "${later[@]}"
    compare -v exact=1 -v mode=off "$base.our1.csv" "$base.ours-by-ncu.csv" >"$base.page.tsv"
    for run in $(runs_of_theirs "$@"); do
        others=()
        for other in $(runs_of_theirs "$@"); do
            [ "$other" = "$run" ] || others+=("$base.ncu$other.csv")
        done
        values "$1" "$base.ncu$run.csv" "${others[@]}" >"compare/spread/$1.$run.tsv"
        [ "$run" = control ] || theirs+=("$base.ncu$run.csv")
    done
    for run in $(seq "$2"); do
        values "$1" "$base.our$run.csv" "${theirs[@]}" >"compare/spread/$1.our$run.tsv"
    done
    values "$1" -v runs="$2" "${ours[@]}" "${theirs[@]}" >"$base.tsv"
    values "$1" -v runs="$2" -v mode=off "${ours[@]}" "${theirs[@]}" >"$base.off.tsv"
    values "$1" -v runs="$2" -v mode=summary "${ours[@]}" "${theirs[@]}" >"$base.md"
    if replays_application "$1"; then
        values "$1" -v runs="$2" "${ours[@]}" "$base".ncu[0-9]*.csv >"compare/spread/$1.kernel.tsv"
    fi
}

# The runs that are held against each other, first the one that is there for that alone.
runs_of_theirs() { # NAME RUNS
    local last=$2
    replays_application "$1" && last=app
    echo control $(seq $(($2 - 1))) "$last"
}

compare() { # ARGUMENT...
    awk -f "$HERE/csv.awk" -f "$HERE/compare.awk" "$@" 2>&1
}

values() { # NAME ARGUMENT...
    local pair=number
    [ "$1" = threads ] && pair=kernel # its two threads race
    compare -v pair="$pair" "${@:2}"
}

# ncu reads our file and sees in it what we do.
same_page() { # NAME
    local table=compare/$1.page.tsv
    check "page $1" "our file, read by both: $(total "$table")" grep -Eq '^# total: [1-9].* 0 off' "$table"
}

same_values() { # NAME RUNS BEFORE
    local name=$1 base=compare/$1 beside=compare/spread/$1 note run single=""
    if skips "$name"; then
        skip "compare $name" "$(grep "^$name ok" "$base.our1.log")"
        return
    fi
    note=$(sort "$base.notes" | uniq -c | tr '\n' ',')
    for run in $(seq "$2"); do
        single="$single $(off "$beside.our$run.tsv")"
    done
    [ -s "$beside.kernel.tsv" ] && note="$note; $(off "$beside.kernel.tsv") off of the runs that replay kernels alone"
    check "compare $name" "$3$(total "$base.tsv")$note; single runs:$single off; another run of ncu:\
 $(off "$beside.control.tsv") off, the worst of its runs against the others: $(worst_of_theirs "$name" "$2")" \
        passed_and_at_most "$base.notes" "$(off "$base.tsv")" "$(most_off "$name" "$2")"
}

skips() { # NAME
    grep -q "^$1 ok (skipped" "compare/$1.our1.log"
}

# More values are off than of ncu's own runs, and nothing else is wrong.
beyond_spread() { # NAME RUNS
    local ours
    ours=$(off "compare/$1.tsv")
    ! skips "$1" && ! [ -s "compare/$1.notes" ] && [ -n "$ours" ] && ! at_most "$ours" "$(most_off "$@")"
}

most_off() { # NAME RUNS
    local compared most spread
    compared=$(sed -n 's/^# total: \([0-9]*\) compared.*/\1/p' "compare/$1.tsv")
    most=$((${compared:-0} * (100 - AGREE) / 100))
    spread=$(worst_of_theirs "$@")
    echo $((most >= spread ? most : spread))
}

worst_of_theirs() { # NAME RUNS
    local run number worst=0
    for run in $(runs_of_theirs "$@"); do
        number=$(off "compare/spread/$1.$run.tsv")
        [ "${number:-0}" -le "$worst" ] || worst=$number
    done
    echo "$worst"
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
