#!/bin/sh
# real_reports.sh ROOFTOP SHARED [RECORDINGS]: compares the pages of real reports with those of ncu.
#
# SHARED holds reports/*.ncu-rep, reports/*.raw.csv, pages/* (see its pages/README.md), and facts in reference/ and
# formats/ (body_values.sh, proto_fields.sh, query_metrics.sh). RECORDINGS holds nd/*.1.txt, what nvdisasm -c printed of
# the modules in the reports (named as tests/data/nvdisasm/nvdisasm says), and ref/REPORT.source-VIEW.{csv,txt}.out, source pages of ncu
# ; the other pages as ref/REPORT.WHAT.out (see recorded_pages below), findings and all; and reports with their
# pages: modes/read/NAME.ncu-rep, NAME.N.theirs (findings cut out), N being a line of modes/pages.txt. Source pages are
# compared byte by byte, but for warnings; without RECORDINGS only where there is an nvdisasm. Raw pages are compared byte
# by byte, details, summary and session pages line by line; warnings and notes are worded differently and left out.
# Every report must open undamaged, print every page, in JSON and Markdown too, and be copied without a change; all of them
# as one list must have the cells of each. Needs a shell, awk, diff and, for the names of kernels, make.
set -u
[ $# = 2 ] || [ $# = 3 ] || { echo "usage: real_reports.sh ROOFTOP SHARED [RECORDINGS]" >&2; exit 2; }
rooftop=$1 shared=$2 recordings=${3:-}
[ -x "$rooftop" ] || { echo "real_reports.sh: no program $rooftop" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
# Times of creation are shown in local time; ncu's pages were made in UTC, with separators of thousands.
unset LC_ALL
TZ=UTC LC_CTYPE=C.UTF-8 LC_NUMERIC=en_US.UTF-8 LOCPATH=$(cd "$(dirname "$0")" && pwd)/data/locale
export TZ LC_CTYPE LC_NUMERIC LOCPATH

report() { # STATUS NAME DETAIL
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
        echo "ok     $2: $3"
    else
        failed=$((failed + 1))
        echo "FAILED $2: $3"
    fi
}

# What differs, for the eye: lines "kind<tab>column<tab>row<tab>ours<tab>theirs", one for each cell or whole column.
cat > "$work/cells.awk" <<'EOF'
# Splits a CSV line into fields[1..n]; every field is quoted.
function split_csv(line, fields,    n, start, i, c, text) {
    n = 0; i = 1
    while (i <= length(line)) {
        text = ""
        i++
        while (i <= length(line)) {
            c = substr(line, i, 1)
            if (c == "\"" && substr(line, i + 1, 1) == "\"") { text = text "\""; i += 2 }
            else if (c == "\"") break
            else { start = i
                   match(substr(line, i), /^[^"]+/)
                   text = text substr(line, start, RLENGTH); i += RLENGTH }
        }
        fields[++n] = text
        i += 2
    }
    return n
}
function show(kind, column, row, ours, theirs) {
    printf "%s\t%s\t%s\t%s\t%s\n", kind, column, row, ours, theirs
}
FNR == 1 { file++ }
file == 1 {
    n = split_csv($0, f)
    if (FNR == 1) { for (i = 1; i <= n; i++) { ours_at[f[i]] = i; ours_name[i] = f[i] } ours_columns = n }
    else for (i = 1; i <= n; i++) ours[FNR, i] = f[i]
    ours_rows = FNR
    next
}
{
    n = split_csv($0, f)
    if (FNR == 1) {
        for (i = 1; i <= n; i++) { name[i] = f[i]; theirs_has[f[i]] = 1
                                   if (!(f[i] in ours_at)) show("column", f[i], 0, "absent", "present") }
        for (i = 1; i <= ours_columns; i++)
            if (!(ours_name[i] in theirs_has)) show("column", ours_name[i], 0, "present", "absent")
    } else
        for (i = 1; i <= n; i++)
            if (name[i] in ours_at && ours[FNR, ours_at[name[i]]] != f[i])
                show(FNR == 2 ? "unit" : "value", name[i], FNR, ours[FNR, ours_at[name[i]]], f[i])
    theirs_rows = FNR
}
END { if (ours_rows != theirs_rows) show("rows", "", 0, ours_rows, theirs_rows) }
EOF

compare_raw() { # REPORT REFERENCE OPTION...
    name=$1 theirs=$2
    shift 2
    if ! "$rooftop" -i "$shared/reports/$name.ncu-rep" --page raw --csv "$@" > "$work/ours" 2> "$work/err"; then
        report 1 "raw page of $name" "$(head -n 1 "$work/err")"
        return
    fi
    cmp "$work/ours" "$theirs" > "$work/different" 2>&1
    status=$?
    report $status "raw page of $name against ${theirs##*/}" "$(wc -l < "$theirs") lines $(head -n 1 "$work/different")"
    [ $status = 0 ] || awk -f "$work/cells.awk" "$work/ours" "$theirs" | head -n 20
}

# Cuts the findings out of our details page the way they are cut out of ncu's: the lines between n findings of
# a section stay, the texts and the blank line after the last go. Every line of a finding begins with its marker or with
# ten blanks. Warnings are worded differently and become their first word.
cut_findings() {
    awk '
        /^    (OPT|INF|WRN|ERR)   / || /^           *[^ ]/ { cut = 1; next }
        cut && /^$/ { cut = 0; next }
        { cut = 0 }
        /^    Warning: / { print "    Warning:"; next }
        { print }' "$1"
}

without_warnings() {
    sed 's/^    Warning: .*/    Warning:/' "$1"
}

compare_details() { # REPORT REFERENCE
    if ! "$rooftop" -i "$shared/reports/$1.ncu-rep" --page details > "$work/ours" 2> "$work/err"; then
        report 1 "details page of $1" "$(head -n 1 "$work/err")"
        return
    fi
    cut_findings "$work/ours" > "$work/ours.cut"
    without_warnings "$2" > "$work/theirs.cut"
    diff "$work/ours.cut" "$work/theirs.cut" > "$work/different"
    report $? "details page of $1" "$(wc -l < "$work/theirs.cut") lines, $(
        grep -c '^[<>]' "$work/different") different"
    head -n 20 "$work/different"
}

# The note at a summary's end is worded differently and becomes its first word.
without_note() {
    awk '/^  Note: / { print "  Note:"; note = 1; next } /^$/ { note = 0 } !note' "$1"
}

compare_summary() { # REPORT MODE REFERENCE
    "$rooftop" -i "$shared/reports/$1.ncu-rep" --page details --print-summary "$2" > "$work/ours" 2> "$work/err"
    without_note "$work/ours" > "$work/ours.cut"
    without_note "$3" > "$work/theirs.cut"
    diff "$work/ours.cut" "$work/theirs.cut" > "$work/different"
    report $? "summary $2 of $1" "$(wc -l < "$work/theirs.cut") lines, $(
        grep -c '^[<>]' "$work/different") different"
    head -n 20 "$work/different"
}

# However results are grouped by kernel or GPU, each counts once; per NVTX context those that were in one.
count_invocations() { # FILE
    results=$("$rooftop" -i "$1" --page raw --csv | awk 'END { print NR - 2 }')
    for mode in per-kernel per-gpu per-nvtx; do
        invocations=$("$rooftop" -i "$1" --print-summary $mode 2> "$work/err" |
            awk '/, Invocations [0-9]+$/ { sum += $NF } END { print sum + 0 }')
        inside=0
        [ $mode != per-nvtx ] || inside=$("$rooftop" -i "$1" --json --print-summary per-nvtx |
            awk '/"domain": / { inside = 1 } /"invocations": / { if (inside) sum += $2; inside = 0 } END { print sum + 0 }')
        if [ $mode = per-nvtx ]; then [ "$invocations" = "$inside" ]; else [ "$invocations" = "$results" ]; fi
        report $? "summary $mode of ${1##*/}" "$invocations invocations of $results results $(head -n 1 "$work/err")"
        "$rooftop" -i "$1" --print-summary $mode --csv > "$work/ours" 2> "$work/err"
        status=$?
        [ $status = 0 ] && [ -s "$work/ours" ] && [ ! -s "$work/err" ]
        report $? "summary $mode as CSV of ${1##*/}" "exit $status $(wc -l < "$work/ours") rows"
    done
}

compare_session() { # REPORT REFERENCE
    "$rooftop" -i "$shared/reports/$1.ncu-rep" --page session > "$work/ours" 2> "$work/err" &&
        diff "$work/ours" "$2" > "$work/different"
    report $? "session page of $1" "$(grep -c '^[<>]' "$work/different") lines different"
    head -n 20 "$work/different"
}

# Source pages: warnings are worded differently, and ours go to standard error.
compare_source() { # REPORT REFERENCE OPTION...
    name=$1 theirs=$2
    shift 2
    XDG_CACHE_HOME=$work/cache "$rooftop" -i "$shared/reports/$name.ncu-rep" --page source ${disassembler:+--nvdisasm "$disassembler"} "$@" \
        2> "$work/err" | grep -v '^  Warning: ' > "$work/ours"
    grep -v '^==WARNING==\|^  Warning: ' "$theirs" > "$work/theirs"
    cmp "$work/ours" "$work/theirs" > "$work/different" 2>&1
    report $? "source page of $name against ${theirs##*/}" "$(wc -l < "$work/theirs") lines $(
        head -n 1 "$work/different") $(head -n 1 "$work/err")"
}

compare_sources() {
    for file in "$recordings"/ref/*.source-*.out; do
        [ -f "$file" ] || continue
        name=${file##*/}
        view=${name#*.source-}
        view=${view%.out}
        name=${name%%.*}
        case $view in
        *.csv) set -- --csv ;;
        *) set -- -k regex:tiled -c 1 ;;
        esac
        case $name.$view in
        *.base.csv) set -- "$@" --print-units base -c 1 ;;
        all_full.* | stack.* | divergent.*) ;;
        *) set -- "$@" -c 3 ;;
        esac
        case ${view%.*} in
        cuda-sass | cudasass) set -- "$@" --print-source cuda,sass ;;
        base) ;;
        *) set -- "$@" --print-source "${view%.*}" ;;
        esac
        compare_source "$name" "$file" "$@"
    done
    compare_source all_full "$shared/pages/all_full.source-sass.txt" -k regex:tiled -c 1
    compare_source all_full "$shared/pages/all_full.source-cuda-sass.csv" --print-source cuda,sass --csv -k regex:tiled -c 1
    compare_source all_full "$shared/pages/all_full.source-cuda.csv" --print-source cuda --csv -k vector_add
    compare_source stack "$shared/reports/stack.source.csv" --csv
}

print_all() { # FILE
    for page in details raw session; do
        for form in "" --csv; do
            # shellcheck disable=SC2086
            "$rooftop" -i "$1" --page $page $form > "$work/ours" 2> "$work/err"
            status=$?
            [ $status = 0 ] && [ -s "$work/ours" ] && [ ! -s "$work/err" ]
            report $? "$page page ${form:-as text} of ${1##*/}" "exit $status $(head -n 1 "$work/err")"
        done
    done
    for view in sass ptx cuda cuda,sass; do
        XDG_CACHE_HOME=$work/empty "$rooftop" -i "$1" --page source --print-source $view --quiet > "$work/ours" 2> "$work/err"
        status=$?
        [ $status = 0 ] && [ ! -s "$work/err" ]
        report $? "source page $view of ${1##*/}" "exit $status $(wc -l < "$work/ours") lines $(head -n 1 "$work/err")"
    done
}

# Every JSON page is strict JSON, and the raw one says what the raw page as CSV does, without and with instances.
compare_json() { # FILE
    for options in "" "--print-details all" "--page session" "--print-summary per-gpu" "--page raw --print-summary per-nvtx" \
        "--quiet --page source" "--quiet --page source --print-source cuda,sass"; do
        # shellcheck disable=SC2086
        "$rooftop" -i "$1" --json $options > "$work/ours" 2> "$work/err" && "$json_check" "$work/ours" >> "$work/err"
        status=$?
        cat "$work/ours" >> "$work/all"
        report $status "JSON ${options:-of the details page} of ${1##*/}" "$(wc -c < "$work/ours") bytes $(head -n 1 "$work/err")"
    done
    for instances in none values details; do
        "$rooftop" -i "$1" --json --page raw --print-metric-instances $instances > "$work/ours" 2> "$work/err"
        "$rooftop" -i "$1" --csv --page raw --print-metric-instances $instances --print-units base > "$work/theirs"
        "$json_check" "$work/ours" "$work/theirs" > "$work/different"
        report $? "raw page as JSON of ${1##*/} against CSV, instances $instances" "$(tail -n 1 "$work/different")"
    done
}

# The source page as JSON has the text and each value of every instruction that the page as CSV has.
compare_json_source() { # FILE
    for format in json csv; do
        XDG_CACHE_HOME=$work/empty "$rooftop" -i "$1" --quiet --page source --$format > "$work/source.$format" 2> "$work/err"
    done
    "$json_check" "$work/source.json" "$work/source.csv" > "$work/different"
    report $? "source page as JSON of ${1##*/} against CSV" "$(tail -n 1 "$work/different")"
}

# The details page has as many metrics and findings in JSON as in CSV, whose rows have either.
compare_json_details() { # FILE
    "$rooftop" -i "$1" --json > "$work/ours" 2> "$work/err"
    "$rooftop" -i "$1" --csv > "$work/theirs" 2>> "$work/err"
    ours="$(grep -cE '^ *\{"name": .*"label": ' "$work/ours") metrics, $(grep -cE '^ *"rule": ' "$work/ours") findings"
    findings=$(grep -cE '"(INF|WRN|ERR|OPT)",".*","(local|global|)","[^"]*"$' "$work/theirs")
    theirs="$(($(wc -l < "$work/theirs") - 1 - findings)) metrics, $findings findings"
    [ "$ours" = "$theirs" ]
    report $? "details page as JSON of ${1##*/} against CSV" "$ours, in CSV $theirs"
}

# ... and what ncu's raw page in base units does.
compare_json_reference() { # REPORT REFERENCE
    "$rooftop" -i "$shared/reports/$1.ncu-rep" --json --page raw > "$work/ours" 2> "$work/err"
    "$json_check" "$work/ours" "$2" > "$work/different"
    report $? "raw page as JSON of $1 against ${2##*/}" "$(tail -n 1 "$work/different")"
}

# In Markdown every row has the columns of its table's head: no bar of a name or text divides it.
even_rows() { # FILE
    awk '
        !/^\|/ { columns = 0; next }
        { gsub(/\\[\\|]/, ""); n = gsub(/\|/, ""); if (!columns) columns = n
          rows++; if (n != columns) { wrong++; print FILENAME ":" FNR ": " n " bars, not " columns } }
        END { exit wrong || !rows }' "$1"
}

check_markdown() { # FILE
    for options in "" "--print-details all --print-metric-name label-name" "--page raw" "--page raw -c 2" \
        "--page session" "--print-summary per-nvtx" "--quiet --page source"; do
        # shellcheck disable=SC2086
        "$rooftop" -i "$1" --markdown $options > "$work/ours" 2> "$work/err" && even_rows "$work/ours" >> "$work/err"
        report $? "Markdown ${options:-of the details page} of ${1##*/}" "$(wc -l < "$work/ours") lines $(head -n 1 "$work/err")"
    done
}

for file in "$shared"/reports/*.raw.csv; do
    name=${file##*/}
    name=${name%.raw.csv}
    case $name in
    torch_basic) compare_raw "$name" "$file" --print-units base ;;
    *) compare_raw "$name" "$file" ;;
    esac
done
raw_variant() { # FORM OPTION...
    form=$1
    shift
    compare_raw all_full "$shared/pages/all_full.raw-$form.csv" "$@"
}
raw_variant base --print-units base
raw_variant fp --print-fp -c 2
raw_variant values --print-metric-instances values -k sleepy
raw_variant mangled --print-kernel-base mangled --metrics gpu__time_duration.sum
raw_variant function --print-kernel-base function --metrics gpu__time_duration.sum,launch__grid_size
for file in "$shared"/pages/*.details.no-findings.txt; do
    name=${file##*/}
    compare_details "${name%.details.no-findings.txt}" "$file"
done
for file in "$shared"/pages/*.summary-kernel.no-findings.txt; do
    name=${file##*/}
    compare_summary "${name%.summary-kernel.no-findings.txt}" per-kernel "$file"
done
for file in "$shared"/pages/*.session.txt; do
    name=${file##*/}
    compare_session "${name%.session.txt}" "$file"
done
if [ -n "$recordings" ]; then
    RECORDINGS=$recordings/nd disassembler=${0%/*}/data/nvdisasm/nvdisasm
    export RECORDINGS
    compare_sources
elif [ -n "$(command -v nvdisasm)" ] || [ -x /usr/local/cuda/bin/nvdisasm ]; then
    disassembler=
    compare_sources
else
    echo "skip   source pages: there is no nvdisasm and no folder of recordings"
fi
# A copy is the same bytes, and a part of it has the results that were asked for.
copy() { # REPORT
    name=${1##*/}
    "$rooftop" -i "$1" --quiet -f -o "$work/copy" 2>"$work/said" && cmp -s "$1" "$work/copy.ncu-rep"
    report $? "copy of $name" "$(head -n 1 "$work/said")"
    "$rooftop" -i "$1" --quiet -f -o "$work/copy" -c 1 2>"$work/said" &&
        [ "$("$rooftop" -i "$work/copy.ncu-rep" --page raw --csv | wc -l)" = 3 ]
    report $? "copy of one result of $name" "$(head -n 1 "$work/said")"
}
# All reports as one list: in base units each cell is that of the report alone, and no other is filled.
cat > "$work/list.awk" <<'EOF'
FNR == 1 { file++; n = split_csv($0, f); columns = n; for (i = 1; i <= n; i++) name[i] = f[i]
           if (file == 1 && f[1] != "Report") print "the first column is " f[1]
           report = FILENAME; sub(/.*\//, "", report); sub(/\.csv$/, ".ncu-rep", report) }
FNR > 2 && file == 1 {
    split_csv($0, f)
    rows++
    for (i = 3; i <= columns; i++) { cells[f[1], f[2], name[i]] = f[i]; filled[f[1], f[2]] += f[i] != "" && f[i] != "n/a" }
}
FNR > 2 && file > 1 {
    split_csv($0, f)
    alone++
    count = 0
    for (i = 2; i <= columns; i++) {
        count += f[i] != "" && f[i] != "n/a"
        if (cells[report, f[1], name[i]] != f[i])
            print report "\t" f[1] "\t" name[i] "\t" cells[report, f[1], name[i]] "\t" f[i]
    }
    if (count != filled[report, f[1]]) print report " has " filled[report, f[1]] " cells in result " f[1] ", alone " count
}
END { if (rows != alone || !rows) print rows " rows, " alone " in the reports alone" }
EOF
sed -n '/^function split_csv/,/^}/p' "$work/cells.awk" > "$work/split.awk"
mkdir "$work/alone"
for file in "$shared"/reports/*.ncu-rep; do
    name=${file##*/}
    "$rooftop" -i "$file" --page raw --csv --print-units base > "$work/alone/${name%.ncu-rep}.csv"
done
"$rooftop" -i "$shared/reports" --page raw --csv --print-units base > "$work/ours" 2> "$work/err"
status=$?
awk -f "$work/split.awk" -f "$work/list.awk" "$work/ours" "$work"/alone/*.csv > "$work/different"
[ $status = 0 ] && [ ! -s "$work/different" ] && [ ! -s "$work/err" ]
report $? "raw page of all reports as one list" "$(wc -l < "$work/ours") lines, $(wc -l < "$work/different") different"
head -n 20 "$work/different"
# The same put into one file, in order of processes. Short names depend on what else is in the file.
raw_rows() { # FIRST_COLUMN REPORT
    "$rooftop" -i "$2" --page raw --csv --print-units base --print-kernel-base mangled | tail -n +3 | cut -d, -f"$1"- | sort
}
"$rooftop" -i "$shared/reports" --quiet -f -o "$work/merged" 2> "$work/said" &&
    raw_rows 2 "$work/merged.ncu-rep" > "$work/merged" && raw_rows 3 "$shared/reports" | diff - "$work/merged" > "$work/different" &&
    [ -s "$work/merged" ]
report $? "all reports put into one" "$(wc -l < "$work/merged") results $(head -n 1 "$work/said")"
# A report does not differ from itself, in no metric. The same launches with another set: all are found, the metrics of
# both are compared, those of one are named once.
diff_self() { # REPORT
    name=${1##*/}
    for page in details raw; do
        "$rooftop" diff --exit-code --page $page "$1" "$1" > "$work/ours" 2> "$work/err"
        status=$?
        [ $status = 0 ] && [ "$(wc -l < "$work/ours")" = 1 ] && grep -q '^Nothing differs: .*, 0 within noise$' "$work/ours"
        report $? "$page of $name against itself" "exit $status $(head -n 1 "$work/ours")"
    done
    "$rooftop" diff --csv --page raw "$1" "$1" > "$work/ours" 2> "$work/err"
    others=$(awk -F'","' 'NR > 1 && $NF != "equal\""' "$work/ours" | wc -l)
    [ "$others" = 0 ] && [ "$(wc -l < "$work/ours")" -gt 1 ]
    report $? "CSV of $name against itself" "$(wc -l < "$work/ours") rows, $others not equal"
}
diff_sets() {
    a=$shared/reports/all_basic.ncu-rep b=$shared/reports/all_full.ncu-rep
    "$rooftop" diff "$a" "$b" > "$work/ours" 2> "$work/err"
    status=$?
    only=$(grep -c '^Only in ' "$work/ours")
    [ $status = 0 ] && ! grep -q 'only [AB]$' "$work/ours" && [ "$only" = 1 ] && grep -q '^Only in B' "$work/ours" &&
        grep -q '^Warning: different sections' "$work/ours"
    report $? "all_basic against all_full" "exit $status, $(grep -c 'launches\{0,1\} only in' "$work/ours") launches unmatched"
    "$rooftop" diff --csv --page raw "$a" "$b" > "$work/ours" 2> "$work/err"
    awk -F'","' 'NR > 1 { n[$NF]++; if ($8 == "Launch" && $NF !~ /equal|only B/) launch++
            if ($9 == "Total Time" && $NF ~ /better|worse/) times++ }
        END { for (v in n) { sub(/"$/, "", v); printf "%s %d, ", v, n[v "\""] }
              printf "facts of launches that differ %d, times %d\n", launch, times
              # Two runs of one program: what they measured differently is noise but for a few values in a hundred.
              compared = n["equal\""] + n["noise\""]
              changed = n["better\""] + n["worse\""] + n["changed\""]
              exit launch || times || n["only A\""] || compared < 4000 || changed * 50 > compared }' "$work/ours" > "$work/different"
    report $? "all_basic against all_full, all metrics" "$(cat "$work/different")"
}
# The same as JSON: one object for each row of CSV, in its order, with its verdict; and Markdown with whole rows.
diff_forms() {
    a=$shared/reports/all_basic.ncu-rep b=$shared/reports/all_full.ncu-rep
    "$rooftop" diff --csv --print-details all "$a" "$b" > "$work/theirs" 2> "$work/err"
    "$rooftop" diff --json --print-details all "$a" "$b" > "$work/ours" 2>> "$work/err" && "$json_check" "$work/ours" >> "$work/err"
    status=$?
    cat "$work/ours" >> "$work/all"
    sed -nE 's/^ *(\{"name"|"duration"): .*"verdict": "([a-zA-Z ]+)"\}[,]?$/\2/p' "$work/ours" > "$work/ours.cut"
    sed -nE '1d; s/.*"([a-zA-Z ]+)"$/\1/p' "$work/theirs" > "$work/theirs.cut"
    cmp "$work/ours.cut" "$work/theirs.cut" >> "$work/err" 2>&1 && [ $status = 0 ] && [ "$(wc -l < "$work/ours.cut")" -gt 1000 ]
    report $? "all_basic against all_full as JSON" "$(wc -l < "$work/ours.cut") verdicts $(head -n 1 "$work/err")"
    "$rooftop" diff --markdown "$a" "$b" > "$work/ours" 2> "$work/err" && even_rows "$work/ours" >> "$work/err"
    report $? "all_basic against all_full in Markdown" "$(wc -l < "$work/ours") lines $(head -n 1 "$work/err")"
}
names=${rooftop%/*}/real/names
make -s "$names" BUILD="${rooftop%/*}" >&2 && text=$("$names" "$shared"/reports/*.ncu-rep)
report $? "names of kernels from their mangled names" "$text"
recompute=${rooftop%/*}/real/recompute
if [ -f "${CUDA_HOME:-/usr/local/cuda}/include/cuda.h" ]; then
    make -s "$recompute" BUILD="${rooftop%/*}" >&2 && "$recompute" "$shared"/reports/*.ncu-rep > "$work/ours"
    report $? "static metrics from the launch and the device" "$(tail -n 1 "$work/ours")"
fi
# ncu's sections are in its reports: ours have the same structure. The texts of formulas are descriptions too.
sections=${rooftop%/*}/real/sections
mkdir "$work/ours.sections" "$work/theirs.sections" && make -s "$sections" BUILD="${rooftop%/*}" >&2 &&
    "$sections" "$work/ours.sections" "$work/theirs.sections" "$shared"/reports/*.ncu-rep > "$work/err"
status=$?
report $status "sections that are stored in reports" "$(find "$work/theirs.sections" -type f | wc -l) of them $(head -n 1 "$work/err")"
for file in "$work/theirs.sections"/*; do
    for side in ours theirs; do
        sed "s/  */ /g; s/ \$//; /UserMetricExpr/s/, '[^']*')/, '')/g" "$work/$side.sections/${file##*/}" > "$work/$side.cut"
    done
    diff "$work/ours.cut" "$work/theirs.cut" > "$work/different"
    report $? "section ${file##*/}" "$(wc -l < "$work/theirs.cut") lines, $(grep -c '^[<>]' "$work/different") different"
    head -n 6 "$work/different"
done
occupancy=${rooftop%/*}/real/occupancy
make -s "$occupancy" BUILD="${rooftop%/*}" >&2 && text=$("$occupancy" "$shared"/reports/*.ncu-rep)
report $? "the occupancy what-if at the launch's own numbers" "$(echo "$text" | tail -n 1)"
derived=${rooftop%/*}/real/derived
make -s "$derived" BUILD="${rooftop%/*}" >&2 && text=$("$derived" "$shared"/reports/*.ncu-rep)
report $? "derived metrics from the metrics beside them" "$text"
# Rules find what ncu found, but for the slips that are listed.
rules=${rooftop%/*}/real/rules
: > "$work/found"
make -s "$rules" BUILD="${rooftop%/*}" >&2 &&
    "$rules" "$shared/reference" "${0%/*}/data/rule_slips.tsv" "$shared"/reports/*.ncu-rep > "$work/found"
report $? "findings of rules" "$(tail -n 2 "$work/found" | paste -sd ' ' -)"
awk '!/\tslip$/' "$work/found" | head -n 60
waits=${rooftop%/*}/real/waits
make -s "$waits" BUILD="${rooftop%/*}" >&2 && text=$("$waits" "$shared"/reports/*.ncu-rep)
report $? "what instructions wait for" "$(echo "$text" | tail -n 1)"
# What rules advise goes by what is measured.
while IFS='	' read -r name kernel rule yes pattern; do
    case $name in "#"*) continue ;; esac
    "$rooftop" -i "$shared/reports/$name.ncu-rep" -k "$kernel" --rule "$rule" --apply-rules yes --page details --csv \
        2> "$work/err" | awk '!/\[report\]/' | grep -F "\"$rule\"" > "$work/said"
    grep -Eq -- "$pattern" "$work/said" && said=yes || said=no
    [ "$said" = "$yes" ] && [ ! -s "$work/err" ]
    report $? "$rule of $kernel in $name" "$yes: $pattern"
done < "${0%/*}/real/advice.tsv"
while IFS='	' read -r name kernel limit line; do
    case $name in "#"*) continue ;; esac
    "$rooftop" -i "$shared/reports/$name.ncu-rep" -k "$kernel" --page diagnosis 2> "$work/err" |
        awk -F '  +' '$2 == "Limit" { print $3 }' > "$work/said"
    awk -v limit="$limit" -v at="${line:+:$line}" 'index($0, limit) != 1 || !index($0, at) { bad = 1 } END { exit bad || !NR }' \
        "$work/said" && [ ! -s "$work/err" ]
    report $? "what limits $kernel in $name" "$(sort -u "$work/said" | head -n 2 | paste -sd '|' -)"
done < "${0%/*}/real/known_answers.tsv"
json_check=${rooftop%/*}/real/json_check
make -s "$json_check" BUILD="${rooftop%/*}" >&2
compare_json_reference all_full "$shared/pages/all_full.raw-base.csv"
compare_json_reference torch_basic "$shared/reports/torch_basic.raw.csv"
for file in "$shared"/reports/*.ncu-rep; do
    compare_json "$file"
    compare_json_details "$file"
    compare_json_source "$file"
    check_markdown "$file"
    copy "$file"
    print_all "$file"
    count_invocations "$file"
    diff_self "$file"
done
diff_sets
diff_forms
here=$(dirname "$0")
# Figures of the screen, if the unit tests are built: they stay in their panes at all widths and glyph levels.
figures=$(dirname "$rooftop")/unit/tui/test_figures
if [ -x "$figures" ]; then
    for file in "$shared"/reports/*.ncu-rep; do
        text=$("$figures" "$file" 2>&1)
        report $? "figures of ${file##*/}" "${text##*: }"
    done
fi
# Each number of a section stands in its pane once, at all widths.
numbers=$(dirname "$rooftop")/unit/tui/test_numbers
if [ -x "$numbers" ]; then
    for file in "$shared"/reports/*.ncu-rep; do
        text=$("$numbers" "$file" 2>&1)
        report $? "numbers of ${file##*/}" "$(grep -o 'numbers of .*' <<<"$text")"
    done
fi

text=$(sh "$here/body_values.sh" "$rooftop" "$shared" 2>&1)
report $? "charts and memory tables" "$text"
if "$rooftop" --list-chips > /dev/null 2>&1; then
    sh "$here/query_metrics.sh" "$rooftop" "$shared/reference/query-gh100.tsv" > "$work/ours" 2>&1
    report $? "metrics of GH100" "$(tail -n 1 "$work/ours")"
    grep '^ ' "$work/ours" | head -n 20
else
    echo "skip   metrics of GH100: there is no CUPTI"
fi
text=$(sh "$here/proto_fields.sh" "$here/../src/report/proto/report.proto" "$shared/formats")
report $? "messages of the format" "$text"
# Every member is described.
grep -ohE '(^ *|\{|, )"[a-z_]+": ' "$work/all" | tr -d ' {,":' | sort -u > "$work/members"
sed -nE 's/^\.(It )?Cm //p' "$here/../man/rooftop-json.5" | tr ' ,' '\n\n' | sort -u > "$work/described"
missing=$(comm -23 "$work/members" "$work/described")
[ -z "$missing" ]
report $? "members of JSON in the manual" "$(wc -l < "$work/members") members $missing"

# Pages against recordings, whole. What is ours on purpose is evened out on both sides: the words of warnings, notes, of
# the heading of focus metrics and of systems without NVLink, whose line ncu prints in CSV too, like a table of
# NUMA nodes that is no CSV; quotes inside of NVTX messages, which it does not double; units that it takes from what else
# it printed; rows of metrics without a value, which its summaries as CSV break.
even_out() {
    sed -E 's/^    Warning: .*/    Warning:/; /^  Note:/,$d
        s/^( +> Key Performance Indicators): .*/\1/
        s/^    (No NVLink connections were found|The system does not have any NVLink connections)\.$/    NVLink/
        s/step "+one"+, of 2/step/g
        s/(stall.*no_inst.*[ "])(inst|warp)([ "])/\1unit\3/' "$1" |
        awk '/^    NVLink$/ && csv { skip = 1; next } skip { skip--; next } /^"GPU ID"/ { skip = 1; next }
             NR == 1 && /^"/ { csv = 1 } { print }'
}
compare_recorded() { # NAME RECORDING ROOFTOP_ARGUMENT...
    name=$1 theirs=$2
    shift 2
    "$rooftop" "$@" > "$work/ours" 2> "$work/err"
    even_out "$work/ours" > "$work/ours.cut"
    even_out "$theirs" > "$work/theirs.cut"
    diff "$work/ours.cut" "$work/theirs.cut" > "$work/different"
    report $? "$name" "$(wc -l < "$work/theirs.cut") lines, $(grep -c '^[<>]' "$work/different") different"
    head -n 6 "$work/different" | cut -c1-300
}
recorded_pages() {
    for file in "$recordings"/ref/*.out; do
        what=${file##*/}
        name=${what%%.*}
        what=${what#*.}
        what=${what%.out}
        # Where ncu crashed there is nothing to compare; source pages have checks of their own.
        case $what in source-* | nvtx.txt | cs.txt) continue ;; esac
        case $name.$what in range.sum*-per-gpu.* | range.sum*-per-kernel.*) continue ;; esac
        first=1
        [ "$name" != all_full ] || first=2
        case ${what%.txt} in
        details-all | details-all.csv) set -- --page details --print-details all -c 4 ;;
        details-body) set -- --page details --print-details body -c 4 ;;
        details.csv) set -- --page details ;;
        details-rule) set -- --page details --print-rule-details -c 4 ;;
        details-inst) set -- --page details --print-metric-instances details -c 1 ;;
        details-instv) set -- --page details --print-metric-instances values -c 1 ;;
        details-fp) set -- --page details --print-fp -c 1 ;;
        details-rename) set -- --page details --print-nvtx-rename kernel -c 2 ;;
        details) set -- --page details -c 3 ;;
        raw-instd.csv) set -- --page raw --print-metric-instances details -k sleepy ;;
        raw) set -- --page raw -c $first ;;
        metrics-text) set -- --page raw --metrics gpu__time_duration.sum ;;
        sum-*) mode=${what#sum-} && set -- --page details --print-summary "${mode%%.*}" ;;
        session | session.csv) set -- --page session ;;
        *) continue ;;
        esac
        case $what in *.csv) set -- "$@" --csv ;; esac
        compare_recorded "recorded $what of $name" "$file" -i "$shared/reports/$name.ncu-rep" "$@"
    done
    for file in "$recordings"/modes/read/*.ncu-rep; do
        name=${file##*/}
        name=${name%.ncu-rep}
        n=0
        while read -r page; do
            n=$((n + 1))
            theirs=$recordings/modes/read/$name.$n.theirs
            case $name.$page in *.source* | range.*per-gpu* | range.*per-kernel*) continue ;; esac
            # Summaries as CSV of a graph have metrics without a value.
            case $name.$page in graph.*per-gpu*) continue ;; esac
            [ -f "$theirs" ] || continue
            # shellcheck disable=SC2086
            "$rooftop" -i "$file" --page $page > "$work/page" 2> "$work/err"
            for side in page theirs; do
                [ $side = page ] && from=$work/page || from=$theirs
                case $page in
                details*--csv* | *summary* | raw* | session*) cat "$from" ;;
                *) awk '/^    ----- -+$/ { next } /^    (OPT|INF|WRN|ERR)   / || /^          [^ ]/ { next } { print }' "$from" ;;
                esac > "$work/cut"
                even_out "$work/cut" > "$work/$side.cut"
            done
            diff "$work/page.cut" "$work/theirs.cut" > "$work/different"
            report $? "recorded page $page of $name" "$(wc -l < "$work/theirs.cut") lines, $(
                grep -c '^[<>]' "$work/different") different"
            head -n 6 "$work/different" | cut -c1-300
        done < "$recordings/modes/pages.txt"
    done
}
[ -z "$recordings" ] || recorded_pages
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
