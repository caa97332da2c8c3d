#!/bin/sh
# body_values.sh ROOFTOP SHARED: checks what --print-details body has of charts and memory tables, as JSON, against values that
# were computed from the metrics of SHARED/reports/all_full.ncu-rep: SHARED/reference/memory-tables.tsv and roofline.tsv,
# and PM sampling series against the instances of the raw page. Needs a shell and awk.
set -u
[ $# = 2 ] || { echo "usage: body_values.sh ROOFTOP SHARED" >&2; exit 2; }
rooftop=$1 shared=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
report() { # NAME COMPARED WRONG
    if [ "$3" = 0 ] && [ "$2" -gt 0 ]; then
        passed=$((passed + 1))
        echo "ok     $1: $2 values"
    else
        failed=$((failed + 1))
        echo "FAILED $1: $3 of $2 values differ"
        head -n 20 "$work/wrong"
    fi
}

# ID, section, item, row and column, unit, value, name of the row's metric: tab-separated.
"$rooftop" -i "$shared/reports/all_full.ncu-rep" --print-details body --json > "$work/json" ||
    { echo "0 passed, 1 failed"; exit 1; }
awk '
    function text_of(line) { sub(/^[^:]*: "/, "", line); sub(/",?$/, "", line); return line }
    /^      "id": / { id = $2; sub(",", "", id) }
    /^          "name": / { section = text_of($0) }
    /^              "label": / { label = text_of($0) }
    /^              "columns": / {
        line = $0; sub(/^[^\[]*\["/, "", line); sub(/"\],?$/, "", line); columns = split(line, column, "\", \"")
    }
    /^                \{"label": .*"cells": / {
        row = $0; sub(/^ *\{"label": "/, "", row); sub(/", "(name|cells)": .*/, "", row)
        name = ""
        if (match($0, /", "name": "[^"]*"/)) name = substr($0, RSTART + 12, RLENGTH - 13)
        line = $0; sub(/.*"cells": \[/, "", line)
        for (i = 1; i <= columns && line != ""; i++) {
            if (line ~ /^null/) { sub(/^null(, )?/, "", line); continue }
            cell = line; sub(/\}.*/, "", cell); sub(/^[^}]*\}(, )?/, "", line)
            unit = cell; sub(/.*"unit": "/, "", unit); sub(/".*/, "", unit)
            value = cell; if (!sub(/.*"value": /, "", value)) continue
            gsub("\"", "", value)
            print id "\t" section "\t" label "\t" row ": " column[i] "\t" unit "\t" value "\t" name ": " column[i]
        }
    }' "$work/json" > "$work/cells"

same='function same(a, b,    d) { d = a - b; if (d < 0) d = -d; return d <= 0.00501 || d <= 1e-5 * (b < 0 ? -b : b) }'

awk -F'\t' "$same"'
    BEGIN {
        power["Kbyte"] = 1e3; power["Mbyte"] = 1e6; power["Gbyte"] = 1e9
        power["Kbyte/s"] = 1e3; power["Mbyte/s"] = 1e6; power["Gbyte/s"] = 1e9; power["Tbyte/s"] = 1e12
    }
    FNR == NR { if ($2 == "Memory Workload Analysis Tables" && $1 <= 2) ours[$1 "\t" $3 "\t" $4] = $6; next }
    FNR > 1 && $1 ~ /^(Shared Memory|L1\/TEX Cache|L2 Cache|L2 Cache Eviction Policies|Device Memory)$/ && $4 != "-" &&
        $4 != "merged" && $3 !~ /unknown/ {
        for (k = 0; k < 3; k++) {
            theirs = $(12 + k); key = k "\t" $1 "\t" $2 ": " $3
            # A ratio of nothing is nothing; the facts give it as 0 or not at all.
            if (theirs == "" || theirs == "n/a" || (!(key in ours) && theirs == 0)) continue
            if (theirs < 0) theirs = 0
            # Theirs are in the scaled unit that they name, with six decimals.
            factor = $6 in power ? power[$6] : 1
            # The unit is that of the formula, which was computed from sectors/us here.
            if (key ~ /GCC Total: Throughput/) factor = 1e6
            theirs *= factor
            compared++
            d = ours[key] - theirs; if (d < 0) d = -d
            if (!(key in ours) || (!same(ours[key], theirs) && d > 0.6e-6 * factor &&
                d > ($5 == "computed" ? 4e-4 : 2e-6) * theirs)) print key "\tours " ours[key] "\ttheirs " theirs > wrong
        }
    }
    END { print compared + 0 }' wrong="$work/wrong" "$work/cells" "$shared/reference/memory-tables.tsv" > "$work/count"
[ -f "$work/wrong" ] || : > "$work/wrong"
report "memory tables of three kernels" "$(cat "$work/count")" "$(wc -l < "$work/wrong")"
rm -f "$work/wrong"

# Peaks of kernel 5, work and traffic achieved by kernels 0, 5, 11 and 14; four digits.
awk -F'\t' '
    FNR == NR { if ($3 ~ /Roofline/) ours[$1 "\t" $2 "\t" $4] = $6; next }
    function check(key, theirs) {
        compared++
        d = ours[key] - theirs; if (d < 0) d = -d
        if (!(key in ours) || d > 6e-4 * theirs + 0.01) print key "\tours " ours[key] "\ttheirs " theirs > wrong
    }
    BEGIN {
        name["SpeedOfLight_RooflineChart"] = "GPU Speed Of Light Roofline Chart"
        name["SpeedOfLight_HierarchicalDoubleRooflineChart"] = "GPU Speed Of Light Hierarchical Roofline Chart (Double Precision)"
        name["SpeedOfLight_HierarchicalHalfRooflineChart"] = "GPU Speed Of Light Hierarchical Roofline Chart (Half Precision)"
        name["SpeedOfLight_HierarchicalSingleRooflineChart"] = "GPU Speed Of Light Hierarchical Roofline Chart (Single Precision)"
        split("0 5 11 14", kernels, " ")
    }
    $1 in name {
        if ($1 == "SpeedOfLight_RooflineChart") roof = $4 == "FP32" ? "Single Precision " : "Double Precision "
        else roof = $3 " "
        tail = $3 == "L1" ? " (Global/Local)" : ""
        check("5\t" name[$1] "\t" roof "Roofline" tail ": Performance", $16)
        check("5\t" name[$1] "\t" roof "Roofline" tail ": Traffic", $17)
        for (i = 1; i <= 4; i++) {
            split($(17 + i), both, " / ")
            check(kernels[i] "\t" name[$1] "\t" roof "Achieved Value" tail ": Performance", both[1])
            check(kernels[i] "\t" name[$1] "\t" roof "Achieved Value" tail ": Traffic", both[2])
        }
    }
    END { print compared + 0 }' wrong="$work/wrong" "$work/cells" "$shared/reference/roofline.tsv" > "$work/count"
[ -f "$work/wrong" ] || : > "$work/wrong"
report "rooflines of four kernels" "$(cat "$work/count")" "$(wc -l < "$work/wrong")"
rm -f "$work/wrong"

# Share of the roof and intensity follow from work and traffic.
awk -F'\t' '
    $3 ~ /Roofline/ { row = $4; column = $4; sub(/: [A-Za-z ]*$/, "", row); sub(/.*: /, "", column)
                      v[$1 "\t" $2 "\t" row "\t" column] = $6; if (row ~ /Achieved/) rows[$1 "\t" $2 "\t" row] = 1 }
    END {
        for (r in rows) {
            work = v[r "\tPerformance"]; traffic = v[r "\tTraffic"]
            roof = r; sub(/Achieved Value/, "Roofline", roof)
            most = v[roof "\tPerformance"]; slope = traffic ? work / traffic * v[roof "\tTraffic"] : most
            if (slope < most) most = slope
            share = work ? 100 * work / most : 0
            d = share - v[r "\tOf Roof"]; if (d < 0) d = -d
            compared++
            if (d > 0.01 + 0.002 * share) print r "\tours " v[r "\tOf Roof"] "\tcomputed " share > wrong
        }
        print compared + 0
    }' wrong="$work/wrong" "$work/cells" > "$work/count"
[ -f "$work/wrong" ] || : > "$work/wrong"
report "shares of roofs" "$(cat "$work/count")" "$(wc -l < "$work/wrong")"
rm -f "$work/wrong"

# Series against their instances. The first of a TRIAGE series has no time and does not count.
awk -F'\t' '/PM Sampling/ { print $1 "\t" $7 "\t" $6 }' "$work/cells" > "$work/series"
"$rooftop" -i "$shared/reports/all_full.ncu-rep" --page raw --csv --print-units base --print-metric-instances details |
    awk -F'","' 'NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; next } NR > 2 {
        for (i = 1; i <= NF; i++) if (name[i] ~ /Triage|^pmsampling:/ && match($i, /\(.*\)/)) {
            list = substr($i, RSTART + 1, RLENGTH - 2); n = split(list, points, "; ")
            count = sum = 0; least = greatest = ""
            for (j = 1; j <= n; j++) {
                split(points[j], pair, ": "); sub(/ .*/, "", pair[1]); gsub(",", "", pair[2])
                if (j == 1 && pair[1] == 0) continue
                y = pair[2] + 0; count++; sum += y
                if (least == "" || y < least) least = y
                if (greatest == "" || y > greatest) greatest = y
            }
            id = $1; gsub("\"", "", id)
            print id "\t" name[i] ": Samples\t" count; print id "\t" name[i] ": Minimum\t" least
            print id "\t" name[i] ": Maximum\t" greatest; printf "%s\t%s: Mean\t%.6f\n", id, name[i], sum / count
        } }' > "$work/computed"
awk -F'\t' '
    FNR == NR { ours[$1 "\t" $2] = $3; next }
    ($1 "\t" $2) in ours { compared++
        # The raw page rounds each instance to two decimals.
        d = ours[$1 "\t" $2] - $3; if (d < 0) d = -d
        if (d > 0.0101) print $0 "\tours " ours[$1 "\t" $2] > wrong }
    END { print compared + 0 }' wrong="$work/wrong" "$work/series" "$work/computed" > "$work/count"
[ -f "$work/wrong" ] || : > "$work/wrong"
report "PM sampling series" "$(cat "$work/count")" "$(wc -l < "$work/wrong")"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
