# shellcheck shell=bash
# Published command lines (tests/data/command_lines.txt) with ncu and with rooftop under this name, on a program of ours: the
# same exit status, the same files, and what a script sees of table and text (seen.py). LINES: how many (20), LINES_FROM: the
# first of them (1). Only lines that profile are taken, without what chooses kernels and ranges of the author's program; a line
# that measures nothing with ncu is no proof, and skipped. Clocks are left alone in all.

# The names that only ncu has are a table of the manual.
lines_missing() {
    sed -n '/^\.Ss Metrics of ncu that are missing/,/^\.Sh/p' "$HERE/../../man/rooftop.1.in" |
        grep -oE '[a-z]+__[a-z0-9_]+|derived_tempMetric' | sed 's/_all$//' | sort -u
}

# lines_run FOLDER PROFILER WORD...: in a new folder; its output and that of log files is FOLDER.seen.
lines_run() {
    local folder=$1 profiler=$2 report
    shift 2
    rm -rf "$folder" && mkdir -p "$folder/out" "$folder/results"
    ln -s "$OUT/samples" "$folder/samples"
    (cd "$folder" && timeout -k 5 "$COMMAND_LIMIT" "$profiler" --clock-control none "$@" >stdout 2>stderr </dev/null)
    echo "status $?" >"$folder.seen"
    (cd "$folder" && find . -type f \( -name '*.ncu-rep' -o -name '*.csv' -o -name '*.log' \) | sort) >>"$folder.seen"
    find "$folder" \( -name '*.csv' -o -name '*.log' -o -name stdout \) -print0 | sort -z |
        xargs -0 python3 "$HERE/seen.py" >>"$folder.seen"
    find "$folder" -name '*.ncu-rep' | sort | while read -r report; do
        "$NCU" -i "$report" --page raw --csv 2>/dev/null | head -n 1 | tr ',' '\n' | tr -d '"' | sort -u |
            grep -vFf lines/missing | sed 's/^/name /'
    done >>"$folder.seen"
}

# Takes options that choose launches, and those of clocks, out of `words`, with their values.
lines_unfiltered() {
    local -a kept=()
    local i
    for ((i = 0; i < ${#words[@]}; i++)); do
        case ${words[i]} in
        -k | -s | -c | --kernel-name | --kernel-id | --kernel-regex | --kernel-regex-exclude | --launch-skip | --launch-count | \
            --nvtx-include | --nvtx-exclude | --profile-from-start | --clock-control) i=$((i + 1)) ;;
        --kernel-name=* | --kernel-id=* | --launch-skip=* | --launch-count=* | --nvtx-include=* | --profile-from-start=* | --clock-control=*) ;;
        *) kept+=("${words[i]}") ;;
        esac
    done
    words=("${kept[@]}")
}

# One line: its words behind the name of ncu, without the program and without clock control.
lines_one() { # NUMBER PROGRAM_WORDS LINE
    local number=$1 count=$2 line=$3 sample=vector_add different
    local -a words=()
    eval "words=($line)"
    while [ ${#words[@]} -gt 0 ] && [[ ${words[0]##*/} != ncu && ${words[0]##*/} != nv-nsight-cu-cli ]]; do
        words=("${words[@]:1}")
    done
    words=("${words[@]:1:${#words[@]}-1-$count}")
    [[ $line != *nvtx* ]] || sample=marked
    lines_unfiltered
    words=("${words[@]//\/tmp\//results/}")
    lines_run "lines/$number.ncu" "$NCU" "${words[@]}" ./samples $sample
    lines_run "lines/$number.ours" "$OUT/lines/named/ncu" "${words[@]}" ./samples $sample
    if ! grep -qE '^(row|name) ' "lines/$number.ncu.seen"; then
        skip "lines $number" "ncu measures nothing: $(grep -ao '==[EW][A-Z]*== .*' "lines/$number.ncu/stdout" | tail -n 1 | cut -c 1-90)"
        return
    fi
    # Names that only ours has do no harm.
    different=$(diff "lines/$number.ncu.seen" "lines/$number.ours.seen" | grep '^[<>]' | grep -v '^> name ' | head -n 3 | cut -c 1-100 | tr '\n' ';')
    check "lines $number" "$(wc -l <"lines/$number.ncu.seen") things alike in: ${line:0:90}${different:+; not: $different}" \
        [ -z "$different" ]
}

stage_lines() {
    local from count line number=0 first=${LINES_FROM:-1}
    mkdir -p lines/named
    ln -sf "$ROOFTOP" lines/named/ncu
    lines_missing >lines/missing
    while IFS=$'\t' read -r from count line; do
        case $from in "" | "#"*) continue ;; esac
        # Lines that need several processes or what the machine has not are tried on the doubles.
        [ "$count" != 0 ] && [[ $line != *mpirun* && $line != *rtx5090* ]] || continue
        number=$((number + 1))
        [ $number -ge "$first" ] && [ $number -lt $((first + ${LINES:-20})) ] || continue
        lines_one $number "$count" "$line"
    done <"$HERE/../data/command_lines.txt"
}
