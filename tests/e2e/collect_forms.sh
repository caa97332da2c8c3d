# Pages as JSON and Markdown: what a script or an issue gets, and where the rest goes.

few="--metrics gpu__time_duration.sum"

count_is() # FILE COUNT TEXT
{
    same "lines with $3" "$(grep -cF -- "$3" "$work/$1")" "$2"
}

check "--json: standard output is the page alone, the program prints to standard error"
run $few --json -- inplace
status_is 0
is_json out
count_is out 1 '"page": "details"'
count_is out 3 '"kind": "kernel"'
err_has "inplace ok"
done_check

check "--json: all pages after profiling"
for page in details raw session; do
    run $few --json --page $page -- vector_add
    status_is 0
    is_json out
    count_is out 1 "\"page\": \"$page\""
done
run $few --json --print-summary per-kernel -- inplace
is_json out
count_is out 1 '"invocations": 3'
done_check

check "--json: the program's own exit status, and its children"
run $few --json --page raw -- exit3
status_is 3
is_json out
run $few --json --page raw -- child
status_is 0
is_json out
count_is out 2 '"kind": "kernel"'
err_has "child ok"
done_check

check "--json without results is a document too"
run $few --json -k nothing -- inplace
status_is 0
is_json out
count_is out 1 '"results": []'
run --metrics sm__no_such.avg --json -- inplace
status_is 1
[ ! -s "$work/out" ] || is_json out
done_check

check "--json --log-file: the page goes there, messages do not"
run $few --json --log-file log -- inplace
status_is 0
is_json log
same "output" "$(cat "$work/out")" "inplace ok"
err_has "==PROF== 3: inplace"
run $few --json --log-file stdout -- inplace
is_json out
err_has "inplace ok"
err_has "==PROF== 3: inplace"
run $few --quiet --json --log-file stderr -- inplace
is_json err
same "output" "$(cat "$work/out")" "inplace ok"
done_check

check "--json with -o: both; -o alone prints none"
run $few -o report --json -- inplace
status_is 0
is_json out
results_are 3
done_check

check "--json of a report holds what --csv does"
run -o report -- memops
run -i report.ncu-rep --csv --page raw --print-units base
mv "$work/out" "$work/csv"
run -i report.ncu-rep --json --page raw
status_is 0
"$json_check" "$work/out" "$work/csv" >"$work/problem" || wrong "$(head -n 1 "$work/problem")"
# The comparison itself must see a difference.
sed 's/"value": [0-9]/&9/' "$work/out" >"$work/other"
! "$json_check" "$work/other" "$work/csv" >/dev/null || wrong "a change went unnoticed"
done_check

check "--json of the source page holds what --csv does"
cp "$here/../data/samples.ncu-rep" "$work/samples.ncu-rep"
for form in csv json; do
    run -i samples.ncu-rep --page source --nvdisasm "$here/../data/nvdisasm/nvdisasm" --$form
    status_is 0
    mv "$work/out" "$work/$form"
done
"$json_check" "$work/json" "$work/csv" >"$work/problem" || wrong "$(head -n 1 "$work/problem")"
sed 's/EXIT"/EXITS"/' "$work/json" >"$work/other"
! "$json_check" "$work/other" "$work/csv" >/dev/null || wrong "a change went unnoticed"
rm -f "$work/json"
done_check

check "man rooftop-json describes every member"
for options in "--print-details all" "--page raw --print-metric-instances details" "--page session" \
    "--print-summary per-nvtx" "--page source" "--page source --print-source ptx" \
    "--page source --print-source cuda" "--page summary" "--page diagnosis" "--page source --print-source cuda,sass"; do
    # shellcheck disable=SC2086
    run --json $options samples.ncu-rep
    status_is 0
    is_json out
    cat "$work/out" >>"$work/all"
done
members "$work/all" >"$work/members"
[ "$(wc -l <"$work/members")" -gt 40 ] || wrong "only $(wc -l <"$work/members") members"
sed -nE 's/^\.(It )?Cm //p' "$here/../../man/rooftop-json.5" | tr ' ,' '\n\n' | sort -u >"$work/described"
same "not described" "$(comm -23 "$work/members" "$work/described")" ""
rm -f "$work"/{all,members,described,samples.ncu-rep}
done_check

check "--json of a damaged report: what is whole, and status 1"
run -o report -- memops
size=$(stat -c %s "$report")
head -c $((size * 2 / 3)) "$report" >"$work/cut.ncu-rep"
run -i cut.ncu-rep --json
status_is 1
is_json out
count_is out 1 '"damage": "'
done_check

check "--json onto a full disk"
if [ -w /dev/full ]; then
    run -o report -- memops
    run -i report.ncu-rep --json --log-file /dev/full
    status_is 1
    err_has "could not be written"
fi
done_check

check "--markdown: tables, and nothing of the program"
run $few --markdown -- inplace
status_is 0
count_is out 3 '| Metric | Unit | Value |'
count_is out 3 '| gpu\_\_time\_duration.sum | us | '
out_lacks "inplace ok"
run $few --markdown --page raw -- inplace
count_is out 1 '| Metric | Unit | 0 | 1 | 2 |'
done_check

check "two forms of a page are an error that names both"
run -o report -- inplace
for pair in "--csv --json" "--json --markdown" "--markdown --csv"; do
    run $pair -i report.ncu-rep
    status_is 1
    err_has "${pair% *} and ${pair#* } are both given"
done
run --json --json -i report.ncu-rep
status_is 0
rm -f "$work"/{csv,other,problem,log,cut.ncu-rep}
done_check
