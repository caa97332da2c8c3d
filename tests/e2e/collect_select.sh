# What is profiled and what is collected: filters of launches, metrics, sections, sets.

few=(--metrics gpu__time_duration.sum)

# filter NAME RESULTS OPTIONS... (memops: inplace and count in turn, four of each)
filter()
{
    local count=$2
    check "filter: $1"
    shift 2
    run "${few[@]}" -o report "$@" -- memops
    status_is 0
    out_has "memops ok"
    results_are "$count"
}

filter "-k exact" 4 -k count
same "first kernel" "$(rows | head -n 1 | grep -c 'count(unsigned int \*)')" 1
done_check
filter "-k regex:" 4 -k regex:pla
done_check
filter "the spellings of older versions" 4 --kernel-regex 'float \*, float' --kernel-regex-base demangled --details-all
done_check
check "-k is given once, as with ncu"
run "${few[@]}" -k count -k inplace -o report -- memops
status_is 1
err_has "--kernel-name cannot be given twice: regex:A|B takes the kernels of both names"
done_check
filter "-k regex: anchors hold" 4 -k 'regex:^c.*t$'
done_check
filter "-k regex: as Perl's" 4 -k 'regex:(?i)^(?!TOUCH)(?:CO|x\d)'
done_check
check "-k regex: one that takes too long is told, and the program runs on"
# shellcheck disable=SC2016 # an expression
run "${few[@]}" --kernel-name-base demangled -k 'regex:^(.+)+[;!]$' -o report -- memops
status_is 1
out_has "memops ok"
# shellcheck disable=SC2016 # an expression
err_has 'the regular expression "^(.+)+[;!]$" takes too long with a name of'
done_check
filter "--kernel-name-base mangled" 4 --kernel-name-base mangled -k _Z5countPj
done_check
filter "--kernel-name-base demangled" 4 --kernel-name-base demangled -k 'count(unsigned int *)'
done_check
filter "--kernel-name-base demangled, regex" 4 --kernel-name-base demangled -k 'regex:float \*, float'
done_check
filter "-s" 5 -s 3
text_is launch__block_size 64
done_check
filter "-c" 3 -c 3
done_check
filter "-s and -c" 2 -s 3 -c 2
text_is launch__block_size 64 1
text_is launch__block_size 256 2
done_check
filter "-k, -s and -c count launches that match" 2 -k count -s 1 -c 2
text_is launch__block_size 64 1
text_is launch__block_size 64 2
done_check
filter "--kernel-id: one invocation of a kernel" 1 --kernel-id ::count:2
text_is launch__block_size 64
done_check
filter "--kernel-id: invocations of each kernel, all streams of a context" 4 --kernel-id '1::regex:.:1|4'
done_check
filter "--kernel-id and -c" 1 --kernel-id :::[23] -k count -c 1
done_check
filter "options with =, letters with their value attached" 1 --launch-count=1 -kcount
done_check

filter "--launch-skip-before-match counts launches of any kernel" 3 --launch-skip-before-match 3 -k count
done_check
filter "--launch-skip-before-match, -s and -c" 1 --launch-skip-before-match 2 -k inplace -s 1 -c 1
text_is launch__block_size 256
done_check
filter "--filter-mode per-launch-config" 4 --filter-mode per-launch-config -s 1 -c 2
same "sizes of blocks" "$(column launch__block_size 1) $(column launch__block_size 2)" "256 64"
done_check
filter "--filter-mode global" 2 --filter-mode global -s 1 -c 2
done_check
filter "--kernel-name-base mangled, regex" 4 --kernel-name-base mangled -k 'regex:^_Z7.*ffi$'
done_check
filter "--kernel-name-base function, regex: arguments are none of it" 8 --kernel-name-base function -k 'regex:^[a-z]+$'
done_check

# Devices 0, 1 and 2 have two, four and six launches.
of_devices() { rows | awk -F'","' '{ print $10 }' | sort | uniq -c | awk '{ print $2 ":" $1 }' | paste -sd' '; }
three() # NAME EXPECTED OPTIONS...
{
    local expected=$2
    check "filter: $1"
    shift 2
    run FAKEGPU_BOARDS=3 "${few[@]}" -o report "$@" -- devices
    status_is 0
    out_has "devices ok"
    same "launches of devices" "$(of_devices)" "$expected"
    # The same filter finds the same in a report of everything.
    cp "$report" "$work/chosen.ncu-rep"
    run FAKEGPU_BOARDS=3 "${few[@]}" -f -o report -- devices
    run -i report.ncu-rep -f -o report "$@"
    same "launches in the report" "$(of_devices)" "$expected"
    done_check
}
three "all devices" "0:2 1:4 2:6"
three "--devices" "1:4 2:6" --devices 1,2
three "--devices, -s and -c" "2:2" --devices 2 -s 3 -c 2
three "--devices: the others do not count before a match" "1:3" --devices 1 --launch-skip-before-match 1
three "--filter-mode per-gpu" "0:1 1:2 2:2" --filter-mode per-gpu -s 1 -c 2
three "--filter-mode per-gpu, --launch-skip-before-match" "1:1 2:2" --filter-mode per-gpu -c 2 --launch-skip-before-match 3
three "--filter-mode per-gpu, --devices" "0:1 2:1" --filter-mode per-gpu --devices 0,2 -c 1
three "--filter-mode global" "1:1 2:2" -s 2 -c 3 --kernel-id ::inplace:

check "filter: a device that does nothing"
run "${few[@]}" --devices 5 -o report -- memops
status_is 0
err_has "no kernel passed the filters"
no_report
done_check

# processes RESULTS LIST: of a shell, fakeapp and its child, which is the same program under the same name.
ln -sf "$app" "$work/other"
processes()
{
    check "filter: --target-processes-filter $2"
    run "${few[@]}" --target-processes-filter "$2" -o report sh -c "'$app' twenty; '$work/other' child; exit 0"
    out_has "twenty ok"
    out_has "vector_add ok"
    out_has "child ok"
    [ "$1" = 0 ] || status_is 0
    results_are "$1"
    [ "$1" != 0 ] || err_has "--target-processes-filter leaves out every process that used CUDA: fakeapp"
    done_check
}
processes 22 fakeapp
processes 22 regex:^fake
processes 22 exclude:sh
processes 21 exclude:other
processes 1 other
processes 20 exclude-tree:other
processes 0 exclude-tree:sh,fakeapp
processes 22 fakeapp,exclude-tree:fakeapp
processes 0 exclude:fakeapp
processes 0 python3
rm "$work/other" # it is the program itself

check "filter: processes of a report"
run "${few[@]}" -o report -- child
run -i report.ncu-rep --target-processes-filter regex:app$ --page raw --csv
same "results" "$(grep -c '^"[0-9]' "$work/out")" 2
run -i report.ncu-rep --target-processes-filter exclude:fakeapp --page raw --csv
status_is 0
err_has "no result passes the filters"
done_check

check "filter: nothing of a report passes: a warning with the kernels that are there, and an error with --strict"
samples=$here/../data/samples.ncu-rep
for way in "--page details" "--page raw --csv" "--page summary --json" "-o $work/none" "--page details -o $work/none"; do
    # shellcheck disable=SC2086
    plain "$rooftop" -i "$samples" $way -k histogran
    status_is 0
    [ ! -s "$work/out" ] || wrong "$way prints something"
    err_has '==WARNING== '
    err_has '(12 in the report); the nearest kernel name is "histogram"; kernels: vector_add, transpose_conflict, sgemm_naive'
    err_has ' and 2 more results'
    # shellcheck disable=SC2086
    plain "$rooftop" -i "$samples" $way -k histogran --strict
    status_is 1
    err_has '==ERROR== '
    err_has 'no result passes the filters'
    [ ! -e "$work/none.ncu-rep" ] || wrong "a report was written"
done
plain "$rooftop" -i "$samples" --page session -k histogran
status_is 0
out_has "NVIDIA H200"
done_check

check "filter: what cannot be"
while read -r message options; do
    # shellcheck disable=SC2086
    run $options -- vector_add
    status_is 1
    err_has "${message//_/ }"
    out_lacks "ok"
done <<'END'
"1x" --devices 1x
the_largest_number_is_63 --devices 64
--filter-mode_does_not_know_"per-gpus";_nearest_is_"per-gpu" --filter-mode per-gpus
lacks_the_name_of_a_process --target-processes-filter a,exclude:
is_not_a_regular_expression --target-processes-filter regex:(
--kill_needs_--filter-mode_global --filter-mode per-gpu -c 1 --kill yes
--replay-timeout_takes_a_number --replay-timeout soon
--replay-timeout_is_at_most_86400_seconds --replay-timeout 100000
--quiet_and_--verbose_are_both_given --quiet --verbose
END
done_check

check "--verbose: processes, devices and windows; without it none of that"
run "${few[@]}" --verbose -o report -- child
err_count 2 "is profiled"
err_has "device 0: NVIDIA H200"
err_count 2 "1 launch measured together"
err_count 2 "is done: 1 launch"
run "${few[@]}" --verbose --target-processes application-only -f -o report -- child
err_count 1 "is left out by --target-processes"
run "${few[@]}" -f -o report -- child
err_lacks "is profiled"
err_lacks "measured together"
done_check

check "--replay-timeout reaches the program"
run "${few[@]}" -- greeting
out_has " 20 1e"
run "${few[@]}" --replay-timeout 5 -- greeting
out_has " 20 05"
run "${few[@]}" --replay-timeout 0 --cache-control all -- greeting
out_has " 20 00"
done_check

check "--null-stdin: the program's input is empty"
echo hello >"$work/input"
run_with_input --null-stdin "${few[@]}" -o report -- stdin <"$work/input"
status_is 0
out_lacks hello
run_with_input "${few[@]}" -f -o report -- stdin <"$work/input"
out_has hello
done_check

check "filter: -c counts over all processes"
run "${few[@]}" -c 1 -o report -- child
status_is 0
out_has "child ok"
results_are 1
done_check

check "filter: --kernel-id with another context or stream"
for id in 9::: :99::; do
    run "${few[@]}" --kernel-id "$id" -o report -- memops
    status_is 0
    err_has "no kernel passed the filters"
    no_report
done
done_check

check "filter: nothing matched: says what there was"
run "${few[@]}" -k cuont -o report -- memops
status_is 0
out_has "memops ok"
err_has "==WARNING== no kernel passed the filters"
err_has "count, inplace"
err_has "8 launches"
no_report
run "${few[@]}" --strict -k cuont -o report -- memops
status_is 1
out_has "memops ok"
err_has "==ERROR== no kernel passed the filters"
no_report
run "${few[@]}" --strict -k count -o report -- memops
status_is 0
rm -f "$report"
done_check

check "filter: more skipped than launched"
run "${few[@]}" -s 100 -o report -- memops
status_is 0
err_has "no kernel passed the filters"
no_report
done_check

for word in yes on 1 true; do
    check "--kill $word ends an endless program"
    run "${few[@]}" --kill $word -c 2 -o report -- loop
    status_is 0
    results_are 2
    err_lacks "was ended by signal"
    done_check
done

check "--kill no lets it go on"
run "${few[@]}" --kill no -c 2 -o report -- twenty
status_is 0
out_has "twenty ok"
results_are 2
done_check

check "--kill ends what a shell script started too"
run "${few[@]}" --kill yes -c 2 -o report sh -c "'$app' loop; :"
status_is 0
results_are 2
wait_until "the program behind the shell is gone" no_strays
kill_strays
done_check

check "--kill, and nothing can be measured: it ends all the same"
run FAKEGPU_FAIL=cuptiRangeProfilerStart=1 "${few[@]}" --kill yes -c 1 -o report -- loop
err_has "was not measured"
[ "$status" != 0 ] || wrong "exit status 0 without a result"
kill_strays
done_check

check "metrics: full names, each with its siblings"
run --metrics dram__bytes_read.sum,sm__cycles_active.avg -o report -- vector_add
status_is 0
for rollup in avg max min sum; do
    in_report dram__bytes_read.$rollup
    in_report sm__cycles_active.$rollup
done
not_in_report sm__cycles_elapsed.avg
done_check

check "metrics: --disable-extra-suffixes"
run --disable-extra-suffixes --metrics dram__bytes_read.sum -o report -- vector_add
status_is 0
in_report dram__bytes_read.sum
not_in_report dram__bytes_read.avg
done_check

check "metrics: a base name takes its first level"
run --metrics dram__bytes -o report -- vector_add
status_is 0
for rollup in avg max min sum; do
    in_report dram__bytes.$rollup
done
not_in_report dram__bytes.sum.per_second
done_check

check "metrics: a base name is shown on the page of the run"
run --metrics dram__bytes -- vector_add
out_has dram__bytes.sum
done_check

check "metrics: a base name is shown on the raw page of the run"
run --metrics dram__bytes --page raw --csv -- vector_add
out_has dram__bytes.sum
done_check

check "metrics: regex:"
run --metrics 'regex:^sm__cycles_(active|elapsed)$' -o report -- vector_add
status_is 0
in_report sm__cycles_active.avg
in_report sm__cycles_elapsed.max
done_check

check "metrics: regex: that matches nothing"
run --metrics 'regex:^nothing_at_all' -o report -- vector_add
status_is 1
out_has "vector_add ok"
err_has 'no metric matches "^nothing_at_all"'
no_report
done_check

check "metrics: regex: that is none"
run --metrics 'regex:(' -o report -- vector_add
status_is 1
err_has 'is not a regular expression'
no_report
done_check

check "metrics: breakdown: of something unknown"
run --metrics breakdown:no_such__throughput.avg.pct_of_peak_sustained_elapsed -o report -- vector_add
status_is 1
out_has "vector_add ok"
err_has "no_such__throughput"
no_report
done_check

check "metrics: a throughput by its base name is no puzzle"
run --metrics sm__throughput -o report -- vector_add
err_lacks 'suffix ""'
done_check

check "metrics: unknown: named with the nearest, once, nothing is written"
run --metrics sm__no_such_cycles_elapsed.avg -o report -- twenty
status_is 1
out_lacks "twenty ok"
err_has 'unknown metric "sm__no_such_cycles_elapsed.avg"'
no_report
done_check

check "metrics: unknown: near a known one"
run --metrics lts__no_suchthroughput.avg.pct_of_peak_sustained_elapsed -o report -- vector_add
err_has 'nearest is "lts__throughput.avg.pct_of_peak_sustained_elapsed"'
done_check

check "metrics: unknown: not a line for every launch"
run --metrics sm__no_such.avg -o report -- twenty
[ "$(wc -l <"$work/err")" -le 3 ] || wrong "$(wc -l <"$work/err") lines of messages"
done_check

check "metrics: unknown suffix"
run --metrics sm__cycles_elapsed.foo -o report -- vector_add
status_is 1
err_has 'sm__cycles_elapsed exists, but not with the suffix ".foo"'
no_report
done_check

check "metrics: unknown group"
run --metrics group:nothing -o report -- vector_add
status_is 1
err_has 'unknown group "nothing"'
done_check

check "metrics: a wrong name costs only its own row"
run --metrics sm__no_such.avg,sm__cycles_active.avg,regex:^zzz -o report -- vector_add
status_is 0
out_has "vector_add ok"
err_has '==WARNING== --metrics: unknown metric "sm__no_such.avg"'
err_has 'no metric matches "^zzz": not measured'
results_are 1
in_report sm__cycles_active.avg
text_is sm__no_such.avg n/a
plain "$rooftop" -i "$report" --page details
grep -Eq '^ +sm__no_such.avg +\(!\) n/a$' "$work/out" || wrong "no row for the wrong name"
grep -Eq '^ +sm__cycles_active.avg +cycle +3957$' "$work/out" || wrong "no row for the other one"
run --metrics sm__no_such.avg,sm__cycles_active.avg,regex:^zzz -o report -f -- vector_add
err_has 'unknown metric "sm__no_such.avg"' # the plan is kept, and what was wrong with it
run --section LaunchStats --metrics $'sm__\xe2\x80\x8bno.avg' -o report -f -- vector_add
status_is 0
results_are 1
err_has "has characters that no metric name has"
in_report launch__grid_size
done_check

check "section: by identifier"
run --section SpeedOfLight -o report -- vector_add
status_is 0
in_report sm__throughput.avg.pct_of_peak_sustained_elapsed
not_in_report sm__warps_active.avg.per_cycle_active
done_check

check "metrics: an old name is collected by its successors and computed of them"
run --metrics achieved_occupancy,stall_sync -o report -- vector_add
status_is 0
err_has "==PROF== achieved_occupancy is a name of older chips: collected as sm__warps_active.avg.pct_of_peak_sustained_active"
same "notes" "$(grep -c '==PROF== achieved_occupancy' "$work/err")" 1
results_are 1
value() { column "$1" | tail -n 1 | tr -d ,; }
[ -n "$(value sm__warps_active.avg.pct_of_peak_sustained_active)" ] || wrong "no value of the successor"
same "the old name" "$(value achieved_occupancy)" "$(value sm__warps_active.avg.pct_of_peak_sustained_active)"
awk -v sum="$(value stall_sync)" -v a="$(value smsp__warp_issue_stalled_barrier_per_warp_active.pct)" \
    -v b="$(value smsp__warp_issue_stalled_membar_per_warp_active.pct)" \
    'BEGIN { exit !(sum > 0 && (sum - a - b) ^ 2 < 1e-4) }' || wrong "stall_sync is $(value stall_sync)"
plain "$rooftop" -i "$report" --page details
out_has "achieved_occupancy "
out_has "sm__warps_active.avg.pct_of_peak_sustained_active "
done_check

check "metrics: an old name without a successor"
run --metrics alu_fu_utilization -- vector_add
status_is 1
err_has "alu_fu_utilization is a name of older chips and has no successor; take smsp__inst_executed_pipe_alu.avg.pct"
done_check

check "metrics: a group by its members alone"
run --metrics group:memory__dram_table -o report -- vector_add
status_is 0
in_report dram__bytes_read.sum
in_report dram__bytes_write.sum.per_second
not_in_report dram__bytes_read.avg
run --metrics group:memory__dram_tabel -- vector_add
status_is 1
err_has 'unknown group "memory__dram_tabel"; nearest is "memory__dram_table"'
done_check

check "metrics: characters that cannot be seen"
run --metrics $'sm__cycles\xe2\x80\x8b_active.avg' -- vector_add
status_is 1
err_has '"sm__cycles<U+200B>_active.avg" has characters that no metric name has; without them it is "sm__cycles_active.avg"'
done_check

check "section: by regex"
run --section 'regex:^Launch' -- vector_add
status_is 0
out_has "Section: Launch Statistics"
out_lacks "Section: Occupancy"
done_check

check "section: twice, with metrics"
run --section LaunchStats --section Occupancy --metrics dram__bytes.sum -- vector_add
status_is 0
out_has "Section: Launch Statistics"
out_has "Section: Occupancy"
out_has "dram__bytes.sum"
done_check

check "section: the user's own folder"
mkdir -p "$work/config/rooftop/sections"
printf 'Identifier: "Own"\nDisplayName: "My own section"\nHeader { Metrics { Label: "Mine" Name: "sm__cycles_active.avg" } }\n' \
    >"$work/config/rooftop/sections/own.section"
run XDG_CONFIG_HOME="$work/config" --section Own -- vector_add
status_is 0
out_has "My own section"
out_has "Mine"
plain env XDG_CONFIG_HOME="$work/config" "$rooftop" --list-sections
out_has "$work/config/rooftop/sections/own.section"
done_check

check "section: of a report only what is asked for, one's own too, whether or not they were collected"
samples=$here/../data/samples.ncu-rep
plain "$rooftop" -i "$samples" -c 1 --page details
status_is 0
out_lacks "My own section"
plain "$rooftop" -i "$samples" -c 1 --section Own --section regex:^Launch --page details
status_is 0
out_has "My own section"
out_has "Mine"
out_has "Section: Launch Statistics"
out_lacks "GPU Speed Of Light"
for form in --csv --json --markdown "--print-summary per-kernel"; do
    # shellcheck disable=SC2086
    plain "$rooftop" -i "$samples" -c 1 --section Own --page details $form
    status_is 0
    out_has "My own section"
    out_lacks "Launch Statistics"
done
plain env XDG_CONFIG_HOME="$work/none" "$rooftop" -i "$samples" -c 1 --section Own --page details
status_is 1
err_has 'no section is called "Own"'
plain "$rooftop" -i "$samples" --section Occupancy --page raw
status_is 1
err_has "choose what the details page shows"
done_check

check "section, set: of a report, too, a wrong name is named with the nearest, beside a right one as well"
plain "$rooftop" -i "$samples" --section LaunchStats --section SpeedOfLigth --page details
status_is 1
err_has 'no section is called "SpeedOfLigth"; nearest is "SpeedOfLight"; see --list-sections'
out_lacks "Launch Statistics"
plain "$rooftop" -i "$samples" --set bascic --page details
status_is 1
err_has 'no section set is called "bascic"; nearest is "basic"; see --list-sets'
plain "$rooftop" -i "$samples" --tui --set bascic
status_is 1
err_has 'nearest is "basic"'
done_check

check "metrics: of a report, a name that it does not have is named; an error if it has none of them"
plain "$rooftop" -i "$samples" -c 1 --page raw --metrics gpu__time_duration.sun,dram__cycles_elapsed
status_is 0
out_has "dram__cycles_elapsed.avg"
err_has 'the report has no metric "gpu__time_duration.sun" (nearest is "gpu__time_duration.sum")'
plain "$rooftop" -i "$samples" -c 1 --page raw --csv --metrics gpu__time_duration.sun,regex:tyme
status_is 1
err_has '"gpu__time_duration.sun" (nearest is "gpu__time_duration.sum"), "regex:tyme";'
plain "$rooftop" -i "$samples" -c 1 --page raw --metrics gpu__time_duration.sum --metrics dram__cycles_elapsed.avg
status_is 0
out_has "gpu__time_duration.sum"
out_has "dram__cycles_elapsed.avg"
err_lacks "no metric"
done_check

# shown_by WORD METRICS: the metrics of the first result that the word chooses, on both pages, in all forms.
shown_by()
{
    local page wanted
    wanted=$(tr ' ' '\n' <<<"$2")
    for page in raw details; do
        plain "$rooftop" --no-tui -i "$samples" -c 1 --page $page --print-metric-name name --metrics "$1"
        status_is 0
        err_lacks "no metric"
        same "$1 on page $page" "$(sed -nE 's/^ +([a-z0-9]+__[^ ]*) .*/\1/p' "$work/out" | sort)" "$wanted"
        plain "$rooftop" --no-tui -i "$samples" -c 1 --page $page --csv --print-metric-name name --metrics "$1"
        status_is 0
        same "$1 on page $page as CSV" "$(tr , '\n' <"$work/out" | grep -o '^"[a-z0-9]*__[^"]*' | tr -d '"' | sort)" "$wanted"
        plain "$rooftop" --no-tui -i "$samples" -c 1 --page $page --json --metrics "$1"
        status_is 0
        is_json out
        same "$1 on page $page as JSON" "$(grep -o '^ *{"name": "[a-z0-9]*__[^"]*' "$work/out" | sed 's/.*"//' | sort)" "$wanted"
    done
}

check "metrics: of a report, expressions, groups and breakdowns choose what they choose when measuring"
shown_by 'regex:^launch__registers' "launch__registers_per_thread launch__registers_per_thread_allocated"
shown_by 'regex:^launch__registers_per_th.{1,1}ead$' launch__registers_per_thread
shown_by 'regex:^gpu__time_duration$' "gpu__time_duration.avg gpu__time_duration.max gpu__time_duration.min gpu__time_duration.sum"
shown_by group:memory__chart smsp__cycles_elapsed.sum
shown_by breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed "$(printf '%s.avg.pct_of_peak_sustained_elapsed ' \
    idc__request_cycles_active sm__inst_executed sm__inst_executed_pipe_{adu,cbu_pred_on_any,ipa,lsu,tex,uniform,xu} \
    sm__instruction_throughput_internal_activity sm__issue_active sm__memory_throughput_internal_activity \
    sm__mio2rf_writeback_active sm__mio_inst_issued sm__mio_pq_{read,write}_cycles_active \
    sm__pipe_{alu,fma,fmaheavy,fp64,shared,tensor,tensor_op_dmma,tensor_type_hmma_hgmma_qgmma_imma_igmma_bmma_bgmma,tma}_cycles_active |
    sed 's/ $//')"
done_check

check "metrics: what chooses nothing is said, for each form of an entry, and of results that pass the filters"
for entry in regex:nothing group:memory__no_table breakdown:sm__throughput.avg no__such.sum; do
    for page in "raw" "raw --csv" "raw --json" "details" "details --csv" "raw --print-summary per-kernel" source; do
        # shellcheck disable=SC2086
        plain "$rooftop" --no-tui -i "$samples" -c 1 --page $page --metrics "$entry"
        status_is 1
        err_has "the report has no metric \"$entry\""
    done
done
plain "$rooftop" --no-tui -i "$samples" -c 1 --page source --metrics regex:time_duration
err_has "kernel 0 has no metrics of instructions that --metrics chooses"
plain "$rooftop" -i "$samples" --page raw --metrics 'regex:(,launch__grid_size'
status_is 1
err_has '--metrics: "(,launch__grid_size" is not a regular expression'
plain "$rooftop" diff "$samples" "$samples" --metrics 'regex:^launch__registers_per_th.{1,1}ead$'
status_is 0
plain "$rooftop" diff "$samples" "$samples" --metrics regex:nothing
status_is 1
err_has "no result has a metric of --metrics regex:nothing"
done_check

check "set: none, and one that does not exist, leave --metrics alone"
for set in none nosuch; do
    run --set $set "${few[@]}" -f -o report -- vector_add
    status_is 0
    in_report gpu__time_duration.sum
    same "sections of --set $set" "$("$rooftop" --no-tui -i "$report" | grep -c 'Section: ')" 1
    err_count "$([ $set = none ] && echo 0 || echo 1)" '==WARNING== no section set is called "nosuch"; see --list-sets'
    run --set $set --list-metrics "${few[@]}" --chips gh100
    status_is 0
    out_has gpu__time_duration.sum
    out_lacks sm__throughput
    err_count "$([ $set = none ] && echo 0 || echo 1)" 'no section set is called "nosuch"'
    plain "$rooftop" --no-tui -i "$samples" --set $set --metrics gpu__time_duration.sum --csv -c 1
    status_is 0
    same "rows of a report with --set $set" "$(grep -c '^"[0-9]' "$work/out")" 1
    err_count "$([ $set = none ] && echo 0 || echo 1)" 'no section set is called "nosuch"'
    run --set $set -- vector_add
    status_is 1
    err_has "no section set is called \"$set\""
done
run --set none --section Occupancy --list-metrics --chips gh100
status_is 0
plain "$rooftop" --no-tui -i "$samples" --set none --page raw --metrics gpu__time_duration.sum
status_is 0
done_check

check "metrics: a blank in the list costs what stands behind it alone"
for page in details raw; do
    run --metrics "gpu__time_duration.sum, dram__bytes.sum" --page $page -o report -f -- vector_add
    status_is 0
    grep -qE '^ +dram__bytes.sum +\(!\) n/a$' "$work/out" || wrong "no row of n/a on page $page"
    grep -qE '^ +gpu__time_duration.sum +us +2.64$' "$work/out" || wrong "no time on page $page"
    err_has 'without them it is "dram__bytes.sum": not measured'
    plain "$rooftop" --no-tui -i "$report" --page $page
    grep -qE '^ +dram__bytes.sum +\(!\) n/a$' "$work/out" || wrong "no row of n/a on page $page of the report"
done
run --metrics "gpu__time_duration.sum, dram__bytes.sum" --csv -- vector_add
out_has '" dram__bytes.sum","","n/a"'
out_has '"gpu__time_duration.sum","ns","2638"'
run --metrics "gpu__time_duration.sum, dram__bytes.sum" --csv --page raw -- vector_add
same "columns" "$(grep -o '"CC"," dram__bytes.sum"' "$work/out")" '"CC"," dram__bytes.sum"'
same "cells" "$(tail -n 1 "$work/out" | grep -o '"9.0","n/a"')" '"9.0","n/a"'
plain "$rooftop" --no-tui -i "$report" --csv --page raw
same "cells of the report" "$(tail -n 1 "$work/out" | grep -o '"9.0","n/a"')" '"9.0","n/a"'
done_check

check "section: folders below one; the list says sets, files and what is replaced; a broken file stops nothing"
mkdir -p "$work/more/below"
printf 'Identifier: "Own"\nDisplayName: "Of the folder"\nSets { Identifier: "mine" }\nSets { Identifier: "basic" }\n' \
    >"$work/more/below/own.section"
printf 'Identifier: "Broken"\nOder: 3\n' >"$work/more/below/broken.section"
plain env XDG_CONFIG_HOME="$work/config" "$rooftop" --list-sections --section-folder-recursive "$work/more"
status_is 1
out_has "mine,basic                   $work/more/below/own.section, replaces $work/config/rooftop/sections/own.section"
out_has "built in"
err_has "$work/more/below/broken.section:2:1: ProfilerSection has no field \"Oder\", nearest is \"Order\""
plain env XDG_CONFIG_HOME="$work/config" "$rooftop" --list-sections --section-folder "$work/more"
status_is 0
out_lacks "Of the folder"
run --section-folder-recursive "$work/more" --section regex:Light --metrics sm__cycles_active.avg -- vector_add
status_is 0
err_has "a section is left out: $work/more/below/broken.section:2:1"
out_has "GPU Speed Of Light"
done_check

check "section: unknown: nearest, the program is not started"
run --section SpeedOfLigt -o report -- vector_add
status_is 1
err_has 'no section is called "SpeedOfLigt"; nearest is "SpeedOfLight"'
out_lacks "ok"
no_report
done_check

check "section: regex that matches nothing; regex that is none"
run --section regex:Nothing -- vector_add
status_is 1
run --section 'regex:(' -- vector_add
status_is 1
err_has "is not a regular expression"
done_check

check "set: basic is the default"
run -o report -- vector_add
default=$(rows | wc -l; "$rooftop" -i "$report" --page raw --csv | head -n 1 | tr ',' '\n')
run -f -o report --set basic -- vector_add
basic=$(rows | wc -l; "$rooftop" -i "$report" --page raw --csv | head -n 1 | tr ',' '\n')
same "the set" "$basic" "$default"
done_check

check "set: full"
run --set full -o report -- vector_add
status_is 0
out_has "vector_add ok"
results_are 1
err_count 1 "==WARNING== this GPU (GH100) does not offer the metrics "
err_lacks "not collected"
in_report sm__ops_path_tensor_src_fp64.sum.peak_sustained
in_report l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
in_report derived__lts__lts2xbar_bytes.sum.per_second
plain "$rooftop" -i "$report" --markdown --print-details all
out_has "#### GPU Speed Of Light Hierarchical Roofline Chart (Tensor Core)"
out_has "| Shared Load Matrix |"
out_has "#### Source Counters"
done_check

check "set: basic has nothing that is not collected"
run --set basic -- vector_add
err_lacks "not collected yet"
done_check

check "metrics: of a kind that is not collected"
run --metrics sass__inst_executed_per_opcode_with_modifier_all,dram__bytes.sum -- vector_add
status_is 0
out_has "dram__bytes.sum"
err_count 1 "==WARNING== not collected yet: opcodes with modifiers (--metrics)"
done_check

check "--list-sets: all sets with their sections"
plain "$rooftop" --list-sets
status_is 0
same "the sets" "$(awk '{ print $1, NF - 1 }' "$work/out" | sort | tr '\n' ';')" \
    "basic 4;detailed 9;full 21;nvlink 3;pmsampling 2;roofline 7;"
done_check

check "--list-sections: in order, one a line"
plain "$rooftop" --list-sections
status_is 0
same "the sections" "$(awk '{ print $1 }' "$work/out" | tr '\n' ' ')" "$(awk '/ structure / { print $1 }' \
    "$here/../data/sections.txt" | tr '\n' ' ')"
done_check

check "--explain: terms in any spelling, metrics, all terms, and the nearest of an unknown one"
plain "$rooftop" --explain LONG_scoreboard
status_is 0
out_has 'Long Scoreboard (stall; also '
out_has 'What to try first:'
out_lacks 'Short Scoreboard'
plain "$rooftop" --explain long_sb
status_is 0
out_has 'Long Scoreboard (stall; also '
plain "$rooftop" --explain sm__inst_executed_pipe_xu.sum
status_is 0
out_has 'rollup sum: sum over all instances of the unit'
out_has 'XU (pipeline;'
plain "$rooftop" --explain all
status_is 0
same "the terms" "$(grep -c '^[^ ].*(.*)$' "$work/out")" \
    "$(grep -vc -e '^#' -e '^$' "$here/../../src/report/data/glossary.tsv")"
plain "$rooftop" --explain 'long scorebord'
status_is 1
err_has 'no term is called "long scorebord"; nearest is "Long Scoreboard"; --explain all prints all'
for label in "Memory Throughput" "l2 cache throughput" "SM Active Cycles" "Registers Per Thread"; do
    plain "$rooftop" --explain "$label"
    status_is 0
    out_has "(metric)"
done
plain "$rooftop" --explain "Warp State Statistics"
status_is 0
out_has "(section WarpStateStats)"
plain "$rooftop" --explain "L2 Sectors HUB"
status_is 0
out_has "lts__t_sectors_srcnode_hub"
plain "$rooftop" --explain "small launches"
status_is 0
out_has "Small Launches (finding of the rule Configurations)"
plain "$rooftop" --explain "Stands for"
status_is 0
out_has "(column stands_for of the list)"
plain "$rooftop" --explain "Smal Launches"
status_is 1
err_has 'nearest is "Small Launches"'
plain "$rooftop" --explain warp vector_add
status_is 1
err_has '"vector_add" is left over: --explain and --write-sections run no program'
done_check

check "--write-sections: what is built in can be edited, and what is edited stays"
mine=$work/mine
plain "$rooftop" --write-sections "$mine"
status_is 0
out_has "built-in sections, rules and themes are in $mine"
for folder in sections rules themes; do
    for file in "$here/../../$folder"/*.section "$here/../../$folder"/*.yaml; do
        [ ! -e "$file" ] || cmp -s "$file" "$mine/$folder/${file##*/}" || wrong "$file is not there"
    done
done
plain env XDG_CONFIG_HOME="$work/config" "$rooftop" --list-sections --section-folder "$mine/sections"
status_is 0
same "sections that replace the built-in ones" "$(grep -c 'replaces the built-in one' "$work/out")" \
    "$(find "$mine/sections" -name '*.section' | wc -l)"
sed -i 's/^DisplayName: .*/DisplayName: "Edited"/' "$mine/sections/Occupancy.section"
plain "$rooftop" --write-sections "$mine"
status_is 1
err_has 'Occupancy.section differs from the built-in file and stays as it is; -f replaces it'
same "the edited file" "$(grep -c Edited "$mine/sections/Occupancy.section")" 1
plain "$rooftop" --write-sections "$mine" -f
status_is 0
same "the replaced file" "$(grep -c Edited "$mine/sections/Occupancy.section")" 0
plain "$rooftop" --write-sections "$work/out/below-a-file"
status_is 1
err_has 'below-a-file/'
done_check

check "set: unknown"
run --set basc -- vector_add
status_is 1
err_has 'no section set is called "basc"; nearest is "basic"'
done_check

# refused NAME TEXT WORDS...: the program is not started.
refused()
{
    check "options: $1"
    local text=$2
    shift 2
    run "$@"
    status_is 1
    err_has "$text"
    out_lacks "ok"
    done_check
}

refused "unknown" "unknown option --kernl-name; nearest is --kernel-name" --kernl-name x -- count
refused "unknown letter" "unknown option -x; see rooftop --help" -x -- count
refused "letter of the other case" "unknown option -K; nearest is -k (--kernel-name)" -K x -- count
refused "name behind one dash" "unknown option -page; nearest is --page" -page raw -- count
refused "name behind one dash, whose first letter is one" "unknown option -kernel-name; nearest is --kernel-name" \
    -kernel-name x -- count
refused "unknown value" '--cache-control does not know "al"; nearest is "all"' --cache-control al -- count
refused "unknown page" 'nearest is "details"' --page detials -- count
refused "unknown form of names" '--print-kernel-base does not know "mangeld"; nearest is "mangled"' \
    --print-kernel-base mangeld -- count
refused "unknown instances" '--print-metric-instances does not know "value"; nearest is "values"' \
    --print-metric-instances value -- count
refused "incomplete id" '--kernel-id: "::count" lacks a part' --kernel-id ::count -- count
refused "bad context" '--kernel-id: "x" is not the number of a context' --kernel-id x::: -- count
refused "unknown summary" '--print-summary does not know "per-kernl"; nearest is "per-kernel"' --print-summary per-kernl -- count
refused "unknown part" '--print-details does not know "bdy"; nearest is "body"' --print-details bdy -- count
refused "unknown form" '--print-metric-name does not know "nme"; nearest is "name"' --print-metric-name nme -- count
refused "unknown renaming" '--print-nvtx-rename does not know "kernels"; nearest is "kernel"' --print-nvtx-rename kernels -- count
refused "names without renaming" "--rename-kernels-path has no use" --rename-kernels no --rename-kernels-path x -- count
refused "no such names" "absent.yaml: cannot open" --rename-kernels-path absent.yaml -- count
refused "unknown truth" '--kill does not know "yess"; nearest is "yes"' -c 1 --kill yess -- count
refused "--kill without -c" "--kill needs --launch-count" --kill yes -- count
refused "missing value" "--launch-count needs a value" -c
refused "not a number" '--launch-count takes a number, not "1x"' -c 1x -- count
refused "negative" '--launch-skip takes a number, not "-1"' -s -1 -- count
refused "value for a switch" '--csv takes no value' --csv=1 -- count
refused "bad regular expression" "is not a regular expression" -k 'regex:(' -- count
refused "no program" "nothing to do"

check "options: -- ends them"
take_variables
plain "$rooftop" --no-tui --clock-control none "${few[@]}" -- "$app" vector_add </dev/null
status_is 0
out_has "vector_add ok"
done_check
