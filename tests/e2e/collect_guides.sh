# The section files of tests/data/guides: each shows a part of the format that the customization guides describe. They are
# profiled on the doubles, and applied to a report that was made without them.
guides=$here/../data/guides
samples=$here/../data/samples.ncu-rep

# What the details page says of the section for the first result; blanks are squeezed.
guide() # REPORT SECTION
{
    plain "$rooftop" --no-tui --section-folder "$guides" -i "$1" --page details --print-details all --section "$2" \
        --launch-count 1 </dev/null
    status_is 0
    tr -s ' ' <"$work/out" >"$work/squeezed" && mv "$work/squeezed" "$work/out"
}

check "guides: every file is read, and its set is profiled without a warning"
plain "$rooftop" --list-sections --section-folder "$guides"
status_is 0
same "files" "$(grep -c 'tests/data/guides\|data/guides/' "$work/out")" "$(find "$guides" -name '*.section' | wc -l)"
run --section-folder "$guides" --set guides -o guides -- vector_add
status_is 0
out_has "vector_add ok"
err_lacks "WARNING"
done_check

check "guides: cells have labels, units and values"
guide "$samples" GuideCells
same "cells" "$(grep '^ Active' "$work/out")" " Active cycles cycle 110002.23
 Active warps warp 47.41"
guide guides.ncu-rep GuideCells
same "profiled" "$(grep -c '^ Active' "$work/out")" 2
done_check

check "guides: patterns stand for all metrics that they match, largest first"
guide "$samples" GuidePatterns
same "bars" "$(grep '^ dram__cycles_active' "$work/out")" " dram__cycles_active.max cycle 124760
 dram__cycles_active.avg cycle 121827.83
 dram__cycles_active.min cycle 62184"
same "table" "$(grep -c '^ dram__cycles_elapsed.avg' "$work/out")" 2
guide guides.ncu-rep GuidePatterns
same "profiled: all of the chip's" "$(grep -c '^ dram__cycles_active' "$work/out") $(grep -c '^ dram__cycles_elapsed.avg' "$work/out")" "3 11"
done_check

check "guides: filters and options choose among metrics"
for of in "$samples" guides.ncu-rep; do
    guide "$of" GuideOptions
    out_has " Cycles on others cycle "
    out_has " Must be there us "
    out_lacks "Volta"
    out_lacks "Only old chips"
done
sed 's/gpu__time_duration.sum" *$/gpu__no_such_time.sum"/' "$guides/options.section" >"$work/required.section"
mkdir -p "$work/required" && mv "$work/required.section" "$work/required"
run --section-folder "$work/required" --section GuideOptions -f -o required -- vector_add
err_has "section GuideOptions requires the metric gpu__no_such_time.sum, which this GPU does not offer"
done_check

check "guides: definitions, with any name, and a factor where the value is shown"
for of in "$samples:16777216:16777.22" guides.ncu-rep:16384:16.38; do
    IFS=: read -r file threads thousands <<<"$of"
    guide "$file" GuideDefinitions
    out_has " Threads in all $threads"
    out_has " Thousands $thousands"
    out_has " By nothing 256"
done
done_check

check "guides: a roofline has the metrics of its peaks and of what was achieved"
guide guides.ncu-rep GuideRoofline
out_has "Table Name : FP32"
for metric in "SM clock Ghz 2" "DRAM clock Ghz 2" "FP32 peak inst/cycle " "DRAM peak byte/cycle " "FADD inst/cycle " "DRAM traffic Tbyte/s "; do
    out_has " $metric"
done
out_lacks "n/a"
guide "$samples" GuideRoofline
out_has " DRAM clock Ghz 3.20"
out_has " FP32 peak (!) n/a"
done_check

check "guides: rules in YAML and in Python say what they found, what it could save and what they counted"
plain "$rooftop" --list-rules --section-folder "$guides"
status_is 0
same "rules" "$(grep -o '^Guide[A-Za-z]*' "$work/out" | tr '\n' ' ')" "GuideIdleWarps GuideSmallGrid GuideSmallGridChild "
# As the report holds them.
plain "$rooftop" --no-tui -i guides.ncu-rep --page details --print-rule-details --apply-rules no --launch-count 1 </dev/null
status_is 0
tr -s ' ' <"$work/out" >"$work/squeezed" && mv "$work/squeezed" "$work/out"
active=$(sed -n 's/^ Active warps warp //p' "$work/out")
saved=$(sed -n 's/^ OPT Est. Speedup: \(.*\)% *$/\1/p' "$work/out")
awk -v active="$active" -v saved="$saved" 'BEGIN { off = 100 * (1 - active / 64) - saved; exit !(saved > 0 && off > -0.1 && off < 0.1) }' ||
    wrong "$saved % for $active warps"
out_has "$(printf ' %.1f of 64 warps are active.' "$active")"
out_has "raise it towards 64"
out_has " OPT Est. Local Speedup: 93.94%"
out_has " 16384 threads fill 6% of the device."
out_has " > The grid"
out_has " Blocks 64"
out_has "launch__waves_per_multiprocessor 0.060606 at least 1"
out_has " INF The parent counted 0.06 waves."
done_check

# The details page of a report as it is stored.
stored() # REPORT
{
    plain "$rooftop" --no-tui -i "$1" --page details --print-details all --print-rule-details --apply-rules no </dev/null
    status_is 0
}

check "guides: a copy of a report without further options holds what the report holds"
plain "$rooftop" --no-tui -i "$samples" -f -o copy </dev/null
status_is 0
stored "$samples"
cp "$work/out" "$work/before"
stored copy.ncu-rep
same "the copy" "$(diff "$work/before" "$work/out")" ""
done_check

check "guides: -o stores the sections of a folder, their metrics and what rules find, as a page shows them"
for of in "$samples" guides.ncu-rep; do
    plain "$rooftop" --no-tui -i "$of" --section-folder "$guides" --apply-rules yes --page details --print-details all \
        --print-rule-details </dev/null
    status_is 0
    cp "$work/out" "$work/shown"
    plain "$rooftop" --no-tui -i "$of" --section-folder "$guides" --apply-rules yes -f -o copy </dev/null
    status_is 0
    stored copy.ncu-rep
    same "the copy of $of" "$(diff "$work/shown" "$work/out")" ""
    plain "$rooftop" --no-tui -i copy.ncu-rep --section-folder "$guides" --apply-rules yes -f -o again </dev/null
    status_is 0
    stored again.ncu-rep
    same "the copy of the copy" "$(diff "$work/shown" "$work/out")" ""
done
stored copy.ncu-rep
out_has "Guide: definitions"
out_has "16384 threads fill 6% of the device."
out_has "The parent counted 0.06 waves."
out_has "warps are active."
plain "$rooftop" --no-tui -i "$samples" --section-folder "$guides" --apply-rules yes -f -o copy </dev/null
stored copy.ncu-rep
out_has "16777216 threads fill the device 62.06 times."
out_has "47.4 of 64 warps are active."
plain "$rooftop" --no-tui -i copy.ncu-rep --page raw --csv --metrics threads_in_all --launch-count 1 </dev/null
out_has '"16777216"'
# Nothing else changed.
plain "$rooftop" --no-tui -i copy.ncu-rep --page raw </dev/null
grep -v 'guide__by_nothing\|threads_in_all' "$work/out" >"$work/copied"
same "metrics that came" "$(grep -c 'guide__by_nothing\|threads_in_all' "$work/out")" 24
plain "$rooftop" --no-tui -i "$samples" --page raw </dev/null
same "other metrics" "$(diff -b "$work/copied" "$work/out")" ""
done_check

check "guides: -o with one section and one rule adds these, and keeps what was found before"
plain "$rooftop" --no-tui -i guides.ncu-rep --rule GuideSmallGrid --section-folder "$guides" -f -o copy </dev/null
status_is 0
stored copy.ncu-rep
out_has "warps are active."
same "the finding" "$(grep -c '16384 threads fill 6% of the device.' "$work/out")" 1
plain "$rooftop" --no-tui -i "$samples" --section-folder "$guides" --section GuideDefinitions -f -o copy </dev/null
status_is 0
stored copy.ncu-rep
out_has "Guide: definitions"
out_lacks "Guide: cells"
out_lacks "warps are active."
plain "$rooftop" --no-tui -i "$samples" --section-folder "$guides" --section Nothing -f -o none </dev/null
status_is 1
err_has 'no section is called "Nothing"'
[ ! -e "$work/none.ncu-rep" ] || wrong "a copy was written"
done_check

check "guides: two reports become one with what sections define and rules find"
run --section-folder "$guides" --set guides --apply-rules no -f -o other -- tiny
plain "$rooftop" --no-tui -i guides.ncu-rep -i other.ncu-rep --section-folder "$guides" --apply-rules yes -f -o both </dev/null
status_is 0
stored both.ncu-rep
same "grids" "$(grep -c 'threads fill' "$work/out")" "$(grep -c 'Threads in all' "$work/out")"
plain "$rooftop" --no-tui -i both.ncu-rep --page raw --csv --metrics threads_in_all </dev/null
cp "$work/out" "$work/values"
stored both.ncu-rep
same "values" "$(tail -n +3 "$work/values" | grep -c '"[0-9][0-9]*"$')" "$(grep -c 'Threads in all' "$work/out")"
done_check

# The titles of the columns that the source page of the first function has, one a line.
titles() # OPTIONS...
{
    plain "$rooftop" --no-tui -i "$work/code.ncu-rep" --page source --csv "$@" </dev/null
    status_is 0
    columns=$(sed -n '/^"Address"/{s/","/\n/g;s/"//g;p;q}' "$work/out" | tail -n +3)
}

check "guides: source columns of a folder's section on a saved report: their Order, no empty labels, pages have the hidden ones"
"$build/unit/code_report" "$work/code.ncu-rep" || wrong "no report could be made: make keys-tests"
titles
before=$columns
case $before in *"My "*) wrong "columns without a folder" ;; esac
titles --section-folder "$here/../data/guides_source"
same "first" "$(head -3 <<<"$columns")" "My sectors
My space
My operation"
same "others" "$(tail -n +4 <<<"$columns")" "$(grep -v 'L2 Theoretical Sectors Global$\|Address Space\|Access Operation' <<<"$before")"
same "a value" "$(grep -c '"Global","Load"' "$work/out")" 1
# Without an Order of their own, that of the section counts: a section that comes first names these metrics already.
mkdir -p "$work/last"
grep -v ' Order: 0$' "$here/../data/guides_source/first.section" >"$work/last/last.section"
titles --section-folder "$work/last"
same "last" "$columns" "$before"
mkdir -p "$work/only"
sed 's/"GuideFirst"/"SourceCounters"/' "$here/../data/guides_source/first.section" >"$work/only/only.section"
titles --section-folder "$work/only"
same "only" "$columns" "My sectors
My space
My operation"
done_check

# A file as people write it: an expression as Perl has them, a table without Columns.
check "a section file of somebody else: a metric that cannot be read costs nothing but itself"
mkdir -p "$work/foreign"
loads=$here/../data/foreign/loads.section
# What the bundled report has of it: other counters of the same units.
sed 's/l1tex__.*_ld\.sum/sm__cycles_active.max/; s/requests/cycles_active/' "$loads" >"$work/foreign/loads.section"
in_samples()
{
    plain "$rooftop" --no-tui -i "$samples" -c 1 --section-folder "$work/foreign" --section Loads --print-details all
    status_is 0
    out_has "Section: Loads"
    [ "$(grep -c '^ *Requests ' "$work/out")" = 1 ] || wrong "the header is not there"
}
in_samples
err_lacks "left out"
[ "$(grep -c '^ *Other (lts__cycles_active.sum)\|^ *lts__cycles_active.sum ' "$work/out")" = 1 ] || wrong "the expression finds nothing"
sed -i 's/(?!.*srcunit)/(/; s/Label: "Other"/&\n      Metrics {\n        Name: "gpu__time_duration.sum"\n      }/' "$work/foreign/loads.section"
in_samples
err_has "a metric is left out: $work/foreign/loads.section:17:9: \"^(?=.*lts__)(.*cycles_active"
err_has "is not a regular expression"
out_has "gpu__time_duration.sum"
out_lacks "lts__"
run --section-folder "$work/foreign" --section Loads -f -o foreign -- vector_add
status_is 0
err_has "a metric is left out"
plain "$rooftop" --no-tui -i foreign.ncu-rep --page raw
out_has "gpu__time_duration.sum"
rm -rf "$work/foreign" "$work/foreign.ncu-rep"
done_check
