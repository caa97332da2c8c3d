# shellcheck shell=bash
# Reports in both directions: what rooftop writes is opened by ncu, in each of its pages and
# by its Python module; what ncu writes is copied by rooftop, whole and in part, and opened
# again by ncu. Then the times of opening. With REPORTS, a folder of further reports to
# copy; with LARGE, the report whose opening is timed (else the largest at hand).

# Reports of ncu in many modes: name, and its arguments.
MODES='full --set full --import-source yes -c 8 ./samples all
streams --set full --nvtx --call-stack -c 6 ./samples streams
marked --set basic --nvtx --call-stack ./samples marked
graph_nodes --set basic --graph-profiling node ./samples graph_capture
graph --set full --graph-profiling graph ./samples graph_capture
range --set basic --nvtx --replay-mode range ./samples marked
application --set basic --replay-mode application ./samples fp64
child --set detailed --target-processes all ./spawn ./samples fp64
pmsampling --set pmsampling ./samples sgemm_naive
roofline --set roofline ./samples tensor
nvlink --set nvlink ./samples vector_add
source --section SourceCounters --import-source yes ./samples divergence
metrics --metrics regex:^sm__inst_executed_pipe_.*sum$,group:memory__dram_table,breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed,launch__grid_size ./samples atomics'

PAGES='raw --csv
raw --csv --print-units base
raw --csv --print-fp
raw --csv --print-metric-instances values -c 3
raw --csv --print-metric-instances details -c 3
raw -c 2
details
details --csv
details --print-fp -c 2
details --print-details all -c 2
details --print-details all --csv -c 2
details --print-metric-name name -c 2
details --print-summary per-kernel
details --print-summary per-gpu --csv
details --print-summary per-nvtx
raw --print-summary per-kernel
raw --print-summary per-kernel --csv
raw --print-summary per-gpu
raw --print-summary per-gpu --csv
raw --print-summary per-nvtx
raw --print-summary per-nvtx --csv
source --csv -c 2
source --csv --print-source cuda,sass -c 2
source --csv --print-source ptx -c 1
session
session --csv'

stage_read() {
    local file name arguments
    mkdir -p read
    locale -a 2>/dev/null | grep -qi '^en_us.utf-\?8$' ||
        skip read_locale "no en_US.UTF-8: ncu writes numbers without separators"
    sections_of_ncu
    same_metric_names
    with_rooftop read/ours -c 40 ./samples all
    with_rooftop read/ours_full --set full -c 12 ./samples all
    for name in ours ours_full; do
        check "read_$name" "profiled by rooftop" test -s "read/$name.ncu-rep"
        pages_of "$name"
        module_reads "$name"
    done
    while read -r name arguments; do
        case " ${READ_MODES-$name} " in *" $name "*) ;; *) continue ;; esac
        # shellcheck disable=SC2086
        with_ncu "read/$name" $arguments
        if ! [ -s "read/$name.ncu-rep" ]; then
            skip "read_$name" "ncu made no report: $(tail -n 1 "read/$name.log")"
            continue
        fi
        pages_of "$name"
        module_reads "$name"
        copies "read/$name.ncu-rep"
    done <<<"$MODES"
    for file in ${REPORTS:+"$REPORTS"/*.ncu-rep}; do
        copies "$file"
    done
    import_times "${LARGE:-read/full.ncu-rep}"
}

# A folder of ncu's installation: beside it, or below /opt where it is a link of a toolkit.
folder_of_ncu() { # NAME
    local folder
    for folder in "$(dirname "$(readlink -f "$NCU")")/$1" /opt/nvidia/nsight-compute/*/"$1"; do
        [ -d "$folder" ] && echo "$folder" && return
    done
}

# Its section files are ones for rooftop.
sections_of_ncu() {
    local folder count status
    folder=$(folder_of_ncu sections)
    count=$(find "${folder:-/nowhere}" -maxdepth 1 -name '*.section' 2>/dev/null | wc -l)
    if [ "$count" = 0 ]; then
        skip read_sections "no section files of ncu are there"
        return
    fi
    "$ROOFTOP" --list-sections --section-folder "$folder" >read/sections.txt 2>read/sections.err
    status=$?
    check read_sections "$count section files of ncu, $(wc -l <read/sections.err) lines of errors" \
        [ $status = 0 -a ! -s read/sections.err -a "$(grep -c "$folder\|^[A-Z]" read/sections.txt)" -ge "$count" ]
    with_rooftop read/ours_by_theirs --section-folder "$folder" --set full -c 1 ./samples vector_add
    raw_page "$ROOFTOP" read/ours_by_theirs.ncu-rep read/by_theirs.csv
    check read_sections_used "$(head -n 1 read/by_theirs.csv | tr ',' '\n' | wc -l) metrics by its sections" \
        [ "$(results read/by_theirs.csv)" = 1 ]
}

# Both know the same counters of this GPU, but for those of FE_A, which CUPTI cannot collect.
same_metric_names() {
    local side
    timeout -k 5 "$COMMAND_LIMIT" "$NCU" --query-metrics >read/query.theirs.txt 2>&1 </dev/null
    timeout -k 5 "$COMMAND_LIMIT" "$ROOFTOP" --query-metrics >read/query.ours.txt 2>&1 </dev/null
    for side in ours theirs; do
        awk '$1 ~ /^[a-zA-Z_.]*[a-z0-9]__[a-z]/ && $1 !~ /^FE_A[.]/ { print $1 }' "read/query.$side.txt" |
            sort -u >"read/query.$side"
    done
    diff "read/query.ours" "read/query.theirs" >read/query.different
    check read_metric_names "$(wc -l <read/query.theirs) names, $(grep -c '^[<>]' read/query.different) different" \
        [ -s read/query.theirs -a ! -s read/query.different ]
}

# ncu writes numbers with separators only in a locale that has them; rooftop always does.
print_page() { # PROGRAM REPORT OPTION...
    local program=$1 report=$2
    shift 2
    TZ=UTC LC_ALL=en_US.UTF-8 timeout -k 5 "$COMMAND_LIMIT" "$program" -i "$report" "$@" </dev/null 2>&1
}

# Findings are those of the report, but rooftop's lines are its own where it adds to them: they are
# left out, with their rules; warnings and the note below summaries are worded differently.
plain_details() {
    plain_note |
        awk '/^    ----- -+$/ { next } /^    (OPT|INF|WRN|ERR)   / || /^          [^ ]/ { next }
         /^    Warning: / { print "    Warning:"; next } { print }'
}

plain_note() {
    awk '/^  Note: / { print "  Note:"; note = 1; next } /^$/ { note = 0 } !note'
}

# The words for a device without links are rooftop's own.
plain_links() {
    sed -E 's/^    (No NVLink connections were found|The system does not have any NVLink connections)\.$/    No NVLink./'
}

# Summaries by GPU as CSV: ncu ends lines where a row does not, and leaves out cells, the
# process among them.
rows_are_broken() { # PAGE FILE
    case $1 in *per-gpu*--csv*) ;; *) return 1 ;; esac
    awk -F'","' '!/^"/ { next } !cells { cells = NF; next }
        NF != cells || $1 !~ /^"[1-9][0-9]*$/ { exit broken = 1 } END { exit !broken }' "$2"
}

# In CSV rooftop doubles each quote inside of a field, ncu those around NVTX ranges but not
# those in their names: one quote stands for two, but for cells without text.
plain_quotes() { # PAGE
    if [[ $1 == *--csv* ]]; then sed -E 's/([^,])""/\1"/g; s/""([^,"])/"\1/g'; else cat; fi
}

# What differs on purpose is made the same.
plain_page() { # PAGE FILE
    case $1 in
    source*) cat "$2" ;;
    details*) plain_details <"$2" | plain_links | plain_quotes "$1" ;;
    *) plain_note <"$2" | plain_quotes "$1" ;;
    esac >"$2.plain"
    mv "$2.plain" "$2"
}

# One page as both print it, the number of lines that differ in NAME.N.count. NAME.N.died is there if
# a signal ended ncu.
one_page() { # NAME N PAGE
    local base=read/$1.$2 page="--page $3"
    rm -f "$base.died"
    # shellcheck disable=SC2086
    print_page "$ROOFTOP" "read/$1.ncu-rep" $page >"$base.ours"
    # shellcheck disable=SC2086
    print_page "$NCU" "read/$1.ncu-rep" $page >"$base.theirs"
    case $? in 134 | 135 | 136 | 139) touch "$base.died" ;; esac
    plain_page "$3" "$base.ours"
    plain_page "$3" "$base.theirs"
    diff <(grep -vE '^(rooftop: |==[A-Z]*== )' "$base.ours") <(grep -v '^==[A-Z]*== ' "$base.theirs") >"$base.diff"
    grep -c '^[<>]' "$base.diff" >"$base.count"
}

# Each page of one report, as both print it. This needs no GPU, but ncu's start each time.
pages_of() { # NAME
    local name=$1 page n=0
    local -a jobs=()
    while read -r page; do
        n=$((n + 1))
        one_page "$name" $n "$page" & jobs+=($!)
    done <<<"$PAGES"
    wait "${jobs[@]}"
    n=0
    while read -r page; do
        n=$((n + 1))
        if [ -f "read/$name.$n.died" ]; then
            skip "page $name: $page" "ncu crashed"
            continue
        fi
        if rows_are_broken "$page" "read/$name.$n.theirs"; then
            skip "page $name: $page" "the rows of ncu are broken"
            continue
        fi
        check "page $name: $page" "$(wc -l <"read/$name.$n.theirs") lines, $(
            cat "read/$name.$n.count") different" \
            test ! -s "read/$name.$n.diff" -a -s "read/$name.$n.theirs"
        sed 's/^/     /' "read/$name.$n.diff" | cut -c 1-160 | head -n 4
    done <<<"$PAGES"
}

module_reads() { # NAME
    local folder outcome
    folder=$(folder_of_ncu extras/python)
    if [ -z "$folder" ]; then
        skip "module $1" "ncu's Python module is not there"
        return
    fi
    print_page "$ROOFTOP" "read/$1.ncu-rep" --page raw --csv --print-fp --print-units base \
        >"read/$1.fp.csv"
    python3 "$HERE/read_report.py" "read/$1.ncu-rep" "read/$1.fp.csv" "$folder" \
        >"read/$1.module" 2>&1
    outcome=$?
    check "module $1" "$(tail -n 1 "read/$1.module")" [ "$outcome" = 0 ]
    sed '$d' "read/$1.module" | head -n 6
}

# A copy is the same bytes; a part of it is, for ncu, those rows of the whole.
copies() { # REPORT
    local name outcome
    name=$(basename "$1" .ncu-rep)
    rm -f read/copy.ncu-rep read/part.ncu-rep
    "$ROOFTOP" -i "$1" -f -o read/copy --quiet >read/copy.log 2>&1 && cmp -s "$1" read/copy.ncu-rep
    outcome=$?
    check "copy_whole $name" "$(tail -n 1 read/copy.log)" [ "$outcome" = 0 ]
    "$ROOFTOP" -i "$1" -f -o read/part -s 1 -c 2 --quiet >read/copy.log 2>&1
    if grep -q 'passed\|passes' read/copy.log && ! [ -f read/part.ncu-rep ]; then
        skip "copy_part $name" "it has one result"
        return
    fi
    print_page "$NCU" read/part.ncu-rep --page raw --csv --print-units base >read/part.csv &
    print_page "$NCU" "$1" --page raw --csv --print-units base -s 1 -c 2 >read/whole.csv
    wait
    # Ids are counted anew in each report.
    check "copy_part $name" "$(sed 1,2d read/part.csv | wc -l) results" \
        cmp -s <(sed 's/^"[0-9]*"//' read/part.csv) <(sed 's/^"[0-9]*"//' read/whole.csv)
}

median_us() { # COMMAND...: of 3 runs, after one that warms the caches
    local start
    "$@" >/dev/null 2>&1 </dev/null
    for _ in 1 2 3; do
        start=$(now_us)
        "$@" >/dev/null 2>&1 </dev/null
        echo $(($(now_us) - start))
    done | sort -n | sed -n 2p
}

import_times() { # REPORT
    local page ours theirs ratio
    if ! [ -s "$1" ]; then
        fail import_time "there is no report $1"
        return
    fi
    {
        echo "Pages of a report of $(($(stat -c %s "$1") / 1000000)) MB, medians of 3 runs."
        echo
        echo "| page | rooftop, ms | ncu, ms | ratio |"
        echo "| --- | ---: | ---: | ---: |"
    } >read/table.md
    for page in "--page session" "--page details -c 1" "--page raw --csv -c 1" "--page raw --csv"; do
        # shellcheck disable=SC2086
        ours=$(median_us "$ROOFTOP" -i "$1" $page)
        # shellcheck disable=SC2086
        theirs=$(median_us "$NCU" -i "$1" $page)
        ratio=$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.4f", (b > 0 ? a / b : 99) }')
        echo "| $page | $(milliseconds "$ours") | $(milliseconds "$theirs") | $ratio |" >>read/table.md
        check "import_time ${page#--page }" "ratio $ratio" at_most "$ratio" 0.05
    done
}
