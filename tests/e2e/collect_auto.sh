# rooftop --auto: a traced run, then a run in which the launches that stand for all are measured. Modes of fakeapp check
# their own results. inplace runs 64 blocks of 256 threads: 2638 ns; with half the blocks 1818 ns; count 64 threads: 1006 ns.

auto()
{
    take_variables "$@"
    arguments "${rest[@]}"
    rm -f "$work/runs"
    plain "$rooftop" --auto --set "${auto_set:-basic}" "${command_line[@]:1}" </dev/null
}
auto_page() { variables=(); plain "$rooftop" "$work/a.ncu-rep" --page auto "$@" </dev/null; }
# The value of a column in the row of a kernel: auto_has KERNEL COLUMN VALUE
auto_has()
{
    local got
    got=$(python3 -c '
import csv, sys
text = open(sys.argv[1]).read().split("\n\n")
rows = [r for part in text for r in csv.DictReader(part.split("\n")) if list(r.values())[0] == sys.argv[2]]
print(rows[0].get(sys.argv[3], "no such column") if rows else "no such row")' "$work/out" "$1" "$2")
    [ "$got" = "$3" ] || wrong "$1, $2: $got instead of $3"
}

# Samples of a launch: 337 of inplace, none of launches that have counters alone.
check "the full set by itself: the first launch of each group is looked into, the others have counters"
take_variables "FAKEAPP_RUNS=$work/runs" "FAKEAPP_SCRIPT=iciIcici"
rm -f "$work/runs"
plain "$rooftop" --auto -f -o "$work/a" "$app" script </dev/null
status_is 0
usual_report=$report
report=$work/a.ncu-rep
results_are 8
auto_insides=$(column launch__auto_inside 1)
for result in 2 3 4 5 6 7 8; do auto_insides="$auto_insides $(column launch__auto_inside $result)"; done
same "looked into" "$auto_insides" "1 1 0 1 0 0 0 0"
for result in 1 3; do
    number_is launch__auto_group_launches 4 $result
done
number_is smsp__pcsamp_sample_count 337 1
same "samples of the third" "$(column smsp__pcsamp_sample_count 3)" ""
number_is inst_executed $((6 * 512)) 1
same "instructions of the third" "$(column inst_executed 3)" ""
plain "$rooftop" "$report" --page summary </dev/null
out_has "8 results, 2 kernels, 15.39 us"
report=$usual_report
done_check

check "few launches stand for all, and the program runs twice"
auto -f -o a -- inplace 5000
status_is 0
[ "$(grep -c 'inplace ok' "$work/out" "$work/err" | awk -F: '{ n += $2 } END { print n }')" = 2 ] || wrong "not two runs"
err_has "5000 launches took 0.013 s on the GPU"
auto_page --csv
auto_has 5000 "GPU Time (ns)" 13190000
auto_has 5000 Measured 400
auto_has "inplace(float *, float, int)" Launches 5000
auto_has "inplace(float *, float, int)" "Measured Time (ns)" 13190000
auto_has "(all)" "+- Time (%)" 0
variables=()
plain "$rooftop" "$work/a.ncu-rep" --page summary </dev/null
out_has "400 results for 5000 launches, 1 kernel, 13.19 ms"
plain "$rooftop" "$work/a.ncu-rep" --page details --section WholeProgram </dev/null
out_has "Launches in Group"
plain "$rooftop" "$work/a.ncu-rep" --print-summary per-kernel </dev/null
out_has "Invocations 400, for 5000 launches"
done_check

check "kernels and shapes of a program that repeats itself"
word=$(printf 'iiIccI%.0s' $(seq 1 40))
auto "FAKEAPP_RUNS=$work/runs" "FAKEAPP_SCRIPT=$word" -f -o a -- script
status_is 0
auto_page --csv
auto_has 240 Groups 3
auto_has 240 "Stand for (%)" 100
auto_has "inplace(float *, float, int)" Launches 160
auto_has "inplace(float *, float, int)" "GPU Time (ns)" 356560
auto_has "inplace(float *, float, int)" "Measured Time (ns)" 356560
auto_has "count(unsigned int *)" Launches 80
auto_has "(all)" "Measured Time (ns)" 437040
done_check

check "with a filter the totals are those of the kernels that pass"
auto_page --csv -k count
auto_has 80 "GPU Time (ns)" 80480
auto_has "(all)" "Measured Time (ns)" 80480
done_check

check "a second run that differs is told, and what is left still counts"
word=$(printf 'iiIccI%.0s' $(seq 1 40))
auto "FAKEAPP_RUNS=$work/runs" "FAKEAPP_SCRIPT=$word iiiiiiiiii" -f -o a -- script
status_is 0
err_has "the second run did not make"
auto_page --csv
auto_has 240 "GPU Time (ns)" 437040
auto_has 240 Measured 10
auto_has "inplace(float *, float, int)" Launches 160
auto_has "(kernels that were not measured)" Launches 80
variables=()
plain "$rooftop" "$work/a.ncu-rep" --page summary </dev/null
out_has "10 results for 80 of 240 launches, 1 kernel"
done_check

check "kernels that only the second run has are not measured"
auto "FAKEAPP_RUNS=$work/runs" "FAKEAPP_SCRIPT=iiiiii ciciciciIIIicici" -f -o a -- script
status_is 0
auto_page --csv
auto_has 6 Measured 6
done_check

check "only kernels of a name"
word=$(printf 'iiIccI%.0s' $(seq 1 20))
auto "FAKEAPP_RUNS=$work/runs" "FAKEAPP_SCRIPT=$word" -k count -f -o a -- script
status_is 0
auto_page --csv
auto_has 40 Kernels 1
done_check

check "children are recognised in the second run"
auto -f -o a -- child
status_is 0
err_lacks "the second run did not make"
done_check

check "kernels of graphs are recognised in the second run"
auto -f -o a -- graph_long 20
status_is 0
err_lacks "the second run did not make"
done_check

check "threads of a program"
auto -f -o a -- threads 8
status_is 0
err_lacks "the second run did not make"
auto_page --csv
auto_has 80 "Stand for (%)" 100
done_check

check "without a page the totals and the opportunities are printed"
auto -- inplace 50
status_is 0
out_has "The whole program"
out_has "Opportunities"
done_check

check "both runs get the same standard input"
variables=()
rm -f "$work/a.ncu-rep"
printf 'some words\n%.0s' $(seq 1 20000) >"$work/words"
for way in pipe file; do
    if [ "$way" = pipe ]; then
        plain "$rooftop" --auto -f -o a sh -c "cksum; exec '$app' inplace 5" < <(cat "$work/words")
    else
        plain "$rooftop" --auto -f -o a sh -c "cksum; exec '$app' inplace 5" <"$work/words"
    fi
    status_is 0
    [ "$(grep -c "^$(cksum <"$work/words")" "$work/out")" = 2 ] || wrong "$way: not the same input: $(grep -E '^[0-9]+ [0-9]+' "$work/out" | tr '\n' ';')"
done
done_check

check "JSON alone goes to standard output, for both runs"
auto --json -- inplace 50
status_is 0
"$json_check" "$work/out" >"$work/problem" || wrong "$(head -n 1 "$work/problem")"
done_check

check "collective kernels are left out and told"
auto -f -o a -- collective 4
status_is 0
err_has "kernels that are left out took"
auto_page --csv
auto_has 4 Kernels 1
auto_has "tiny(float *)" Measured 4
done_check

check "a first run that is killed ends it"
auto "FAKEAPP_RUNS=$work/runs" "FAKEAPP_SCRIPT=iik iiiii" -f -o a -- script
status_is 137
[ "$(cat "$work/runs")" = 1 ] || wrong "there was a second run"
done_check

check "options that do not go with it"
for options in "--replay-mode application" "-c 3" "--nvtx-include a/" "--graph-profiling graph" "--auto-budget 0"; do
    # shellcheck disable=SC2086
    auto $options -- inplace 5
    status_is 1
    err_has "--auto"
done
done_check

check "reports without weights have no such totals"
variables=()
arguments -f -o b -- inplace 3
plain "$rooftop" "${command_line[@]:1}" </dev/null
plain "$rooftop" "$work/b.ncu-rep" --page auto </dev/null
out_has "the report is not of --auto"
done_check
