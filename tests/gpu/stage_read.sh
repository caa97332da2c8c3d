# shellcheck shell=bash
# Reports in both directions: what rooftop writes is opened by the reference, in each of its pages and
# by its Python module; what the reference writes is copied by rooftop, whole and in part, and opened
# again by the reference. Then the times of opening. With REPORTS, a folder of further reports to
# copy; with LARGE, the report whose opening is timed (else the largest at hand).

stage_read() {
    local file
    mkdir -p read
    locale -a 2>/dev/null | grep -qi '^en_us.utf-\?8$' ||
        skip read_locale "no en_US.UTF-8: the reference writes numbers without separators"
    with_rooftop read/ours -c 40 ./samples all
    with_ncu read/theirs --set full --import-source yes -c 8 ./samples all
    check read_profiled "40 results by rooftop, 8 by the reference" \
        test -s read/ours.ncu-rep -a -s read/theirs.ncu-rep
    pages_of read/ours.ncu-rep ours
    pages_of read/theirs.ncu-rep theirs
    module_reads read/ours.ncu-rep ours
    module_reads read/theirs.ncu-rep theirs
    for file in read/theirs.ncu-rep ${REPORTS:+"$REPORTS"/*.ncu-rep}; do
        copies "$file"
    done
    import_times "${LARGE:-read/theirs.ncu-rep}"
}

# The reference writes numbers with separators only in a locale that has them; rooftop always does.
print_page() { # PROGRAM REPORT OPTION...
    local program=$1 report=$2
    shift 2
    TZ=UTC LC_ALL=en_US.UTF-8 timeout -k 5 "$COMMAND_LIMIT" "$program" -i "$report" "$@" </dev/null 2>&1
}

# Findings are worded differently: both are left out, with their rules, and warnings cut short.
plain_details() {
    awk '/^    ----- -+$/ { next } /^    (OPT|INF|WRN|ERR)   / || /^          [^ ]/ { next }
         /^    Warning: / { print "    Warning:"; next } { print }'
}

# Each page of one report, as both print it.
pages_of() { # REPORT NAME
    local name=$2 page
    while read -r page; do
        # shellcheck disable=SC2086
        print_page "$ROOFTOP" "$1" $page >"read/$name.ours" &
        # shellcheck disable=SC2086
        print_page "$NCU" "$1" $page >"read/$name.theirs"
        wait
        case $page in
        "--page details"*)
            plain_details <"read/$name.ours" >"read/$name.cut" && mv "read/$name.cut" "read/$name.ours"
            plain_details <"read/$name.theirs" >"read/$name.cut" && mv "read/$name.cut" "read/$name.theirs"
            ;;
        esac
        diff "read/$name.ours" "read/$name.theirs" >"read/$name.diff"
        check "read_$name ${page#--page }" "$(wc -l <"read/$name.theirs") lines, $(
            grep -c '^[<>]' "read/$name.diff") different" test ! -s "read/$name.diff" -a -s "read/$name.theirs"
        sed 's/^/     /' "read/$name.diff" | cut -c 1-200 | head -n 6
    done <<'PAGES'
--page raw --csv
--page raw --csv --print-units base
--page raw --csv --print-fp
--page raw --csv --print-metric-instances values -c 3
--page details
--page details --print-summary per-kernel
--page session
PAGES
}

module_reads() { # REPORT NAME
    local file folder=
    for file in "$(dirname "$(readlink -f "$NCU")")"/extras/python/ncu_report.py \
        /opt/nvidia/nsight-compute/*/extras/python/ncu_report.py; do
        [ -f "$file" ] && folder=${file%/*} && break
    done
    if [ -z "$folder" ]; then
        skip "read_module $2" "the reference's Python module is not there"
        return
    fi
    print_page "$ROOFTOP" "$1" --page raw --csv --print-fp --print-units base >"read/$2.fp.csv"
    python3 "$HERE/read_report.py" "$1" "read/$2.fp.csv" "$folder" >"read/$2.module" 2>&1
    check "read_module $2" "$(tail -n 1 "read/$2.module")" [ $? = 0 ]
    sed '$d' "read/$2.module" | head -n 6
}

# A copy is the same bytes; a part of it is, for the reference, those rows of the whole.
copies() { # REPORT
    local name
    name=$(basename "$1" .ncu-rep)
    rm -f read/copy.ncu-rep read/part.ncu-rep
    "$ROOFTOP" -i "$1" -f -o read/copy --quiet >read/copy.log 2>&1 && cmp -s "$1" read/copy.ncu-rep
    check "copy_whole $name" "$(tail -n 1 read/copy.log)" [ $? = 0 ]
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
    {
        echo "Pages of a report of $(($(stat -c %s "$1") / 1000000)) MB, medians of 3 runs."
        echo
        echo "| page | rooftop, ms | reference, ms | ratio |"
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
