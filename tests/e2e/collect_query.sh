# Lists of metrics: what chips have, what would be collected, what it would cost.

# Fields of the CSV form, divided by "|".
fields() { sed -E '1d; s/^"//; s/"$//; s/","/|/g' "$work/out"; }

check "--list-chips"
run --list-chips
status_is 0
same "chips" "$(wc -l <"$work/out")" 30
out_has GH100
done_check

check "--query-metrics: names, types, units, parts, words of CUPTI"
run --query-metrics --chips GH100 --csv
status_is 0
same "head" "$(head -n 1 "$work/out")" \
    '"Chip","Collection","Metric Name","Metric Type","Metric Unit","Hardware Unit","Metric Description"'
same "rows" "$(fields | wc -l)" 29
same "order" "$(fields | cut -d'|' -f3)" "$(fields | cut -d'|' -f3 | sort -u)"
same "a counter" "$(fields | grep '|dram__bytes_read|')" \
    "GH100|profiling|dram__bytes_read|Counter|byte|dram|imitated dram__bytes_read"
same "types" "$(fields | cut -d'|' -f4 | sort | uniq -c | tr -s ' \n' ' ')" " 21 Counter 3 Ratio 5 Throughput "
no_fault cuInit
done_check

check "--query-metrics: chips in any case, each once, as text"
run --query-metrics --chips gh100,Ga100,GH100
status_is 0
same "titles" "$(grep -n ' metrics$' "$work/out")" "1:GH100, profiling: 29 metrics
33:GA100, profiling: 29 metrics"
same "a row" "$(grep '^sm__cycles_active ' "$work/out" | uniq | tr -s ' ')" \
    "sm__cycles_active Counter cycle sm imitated sm__cycles_active"
done_check

check "--query-metrics on a narrow terminal: what a metric is stands below its name, no line too long"
COLUMNS=40 plain script -qec "stty cols 40; '$rooftop' --query-metrics --chips gh100 --query-metrics-collection warpsampling" \
    /dev/null </dev/null
tr -d '\r' <"$work/out" >"$work/lines"
same "below" "$(grep -A 2 '^smsp__pcsamp_warps_issue_stalled_barrier$' "$work/lines" | tail -n 2)" \
    "    Counter, warp: Samples of warps that
    waited for a barrier of the block"
same "long lines" "$(grep '^ ' "$work/lines" | awk 'length > 40')" ""
rm "$work/lines"
done_check

check "--query-metrics of this machine's devices"
run --query-metrics
status_is 0
same "title" "$(head -n 1 "$work/out")" "GH100 (device 0: NVIDIA H200), profiling: 28 metrics"
same "links that this device lacks" "$(grep -c nvlrx "$work/out")" 0
run --query-metrics --chips gh100
same "links that the chip may have" "$(grep -c '^nvlrx__bytes ' "$work/out")" 1
run --query-metrics --devices 0,0 --json
status_is 0
same "devices" "$(grep -c '"id": 0' "$work/out")" 1
done_check

check "--query-metrics of a device that does not tell what it has lists its chip's, and says so"
for fault in cuptiProfilerGetCounterAvailability=35 cuDevicePrimaryCtxRetain=2; do
    run FAKEGPU_FAIL=$fault --query-metrics
    status_is 0
    fault_made "${fault%=*}"
    same "title" "$(grep ' metrics$' "$work/out")" "GH100 (device 0: NVIDIA H200), profiling: 29 metrics"
    grep -q '^==PROF== device 0: .*: what its chip GH100 can have is listed$' "$work/err" || failed "notice: $(cat "$work/err")"
done
done_check

check "--query-metrics without a GPU tells to name chips, and which"
for options in "--query-metrics" "--query-metrics --devices 0"; do
    # shellcheck disable=SC2086
    run FAKEGPU_FAIL=cuInit=100 $options
    status_is 1
    fault_made cuInit
    err_has "the driver finds no GPU: CUDA_ERROR_NO_DEVICE; name chips with --chips (CUPTI has GV100, "
    same "output" "$(wc -c <"$work/out")" 0
done
err_has "--devices needs a GPU: "
done_check

# refused TEXT OPTIONS...
refused()
{
    local text=$1
    shift
    run "$@"
    status_is 1
    err_has "$text"
    same "output" "$(wc -c <"$work/out")" 0
}

check "queries: what is unknown is named with the nearest"
refused '--chips: CUPTI has no chip "gh101"; nearest is "GH100" (it has GV100, ' --query-metrics --chips ga100,gh101
refused '--chips: CUPTI has no chip "zzzzzzzz" (it has ' --list-metrics --chips zzzzzzzz
refused 'query-metrics-collection does not know "lunch"; nearest is "launch"' --query-metrics-collection lunch
refused 'query-metrics-mode does not know "al"; nearest is "all"' --query-metrics-mode al
refused '--devices: there is no device 3; nearest is 0' --query-metrics --devices 3
refused '--devices takes numbers of devices, not "0x"' --query-metrics --devices 0x
refused '--devices takes numbers of devices, not "-1"' --query-metrics --devices -1
refused 'GH100: --metrics: unknown metric "sn__cycles_active.avg"; nearest is "sm__cycles_active.avg"' \
    --list-metrics --chips gh100 --metrics sn__cycles_active.avg
refused 'no section set is called "basci"' --list-metrics --set basci
run --query-metrics --chips gh100 --metrics sm__cycles_actve
status_is 1
err_has 'GH100, profiling: --metrics: unknown metric "sm__cycles_actve"; nearest is "sm__cycles_active"'
run --query-metrics --chips gh100 --metrics sm__cycles_active.agv
status_is 1
err_has 'GH100, profiling: --metrics: sm__cycles_active exists, but not with the suffix ".agv"'
run --query-metrics --chips gh100 --metrics 'regex:^nothing$'
status_is 1
err_has 'GH100, profiling: --metrics: no metric matches "^nothing$"'
run --query-metrics --chips gh100 --metrics 'regex:('
status_is 1
err_has '"(" is not a regular expression'
done_check

check "queries: options that do not go together"
refused '--chips and --devices are both given' --query-metrics --chips gh100 --devices 0
refused '--chips needs --query-metrics or --list-metrics' --chips gh100 -- vector_add
refused '--query-metrics-mode suffix needs --metrics' --query-metrics-mode suffix --chips gh100
refused '--markdown has no use with lists of metrics' --query-metrics --markdown --chips gh100
done_check

check "--query-metrics-mode suffix and all, which imply --query-metrics"
run --query-metrics-mode suffix --metrics sm__throughput,lts__t_sector_hit_rate.pct --chips gh100 --csv
status_is 0
same "names and units" "$(fields | cut -d'|' -f3,5 | head -n 4)" "lts__t_sector_hit_rate.max_rate|
lts__t_sector_hit_rate.pct|%
lts__t_sector_hit_rate.ratio|
sm__throughput.avg.pct_of_peak_sustained_active|%"
same "rows" "$(fields | wc -l)" 11
run --query-metrics-mode all --chips gh100 --csv
status_is 0
same "all names" "$(fields | wc -l)" $((21 * 44 + 3 * 3 + 5 * 8))
same "a rate" "$(fields | grep '|dram__bytes_read.sum.per_second|' | cut -d'|' -f5)" byte/s
done_check

check "--query-metrics-collection: those that no library tells of"
for collection in device:20 groups:8 launch:58 numa:4 nvlink:18 source:46 stats:21 warpsampling:38 pmsampling:29; do
    run --query-metrics-collection ${collection%:*} --chips gh100 --csv
    status_is 0
    same "$collection" "$(fields | grep -c "^GH100|${collection%:*}|[^|]*|[A-Z][a-z]*|[^|]*|[^|]*|.")" ${collection#*:}
done
run --query-metrics-collection launch --query-metrics-mode suffix --metrics launch__grid_size --chips gh100 --csv
same "no suffix" "$(fields | cut -d'|' -f3)" launch__grid_size
done_check

check "--query-metrics: a chip that cannot be opened is named, the others are printed"
run FAKEGPU_FAIL=cuptiProfilerHostInitialize=7@2 --query-metrics --chips gh100,ga100 --json
status_is 1
fault_made cuptiProfilerHostInitialize
err_has 'CUPTI does not know the chip "GA100": '
run FAKEGPU_FAIL=cuptiProfilerHostInitialize=7 --query-metrics --chips gh100 --query-metrics-collection pmsampling
err_has 'CUPTI samples no counters of the chip "GH100": '
run FAKEGPU_FAIL=cuptiProfilerHostInitialize=7@2 --query-metrics --chips gh100,ga100 --json
is_json out
same "chips" "$(grep -o '"chip": "[A-Z0-9]*"' "$work/out")" '"chip": "GH100"'
same "error" "$(grep -c '^  "error": "CUPTI does not know' "$work/out")" 1
done_check

check "--list-metrics of a chip: full names in byte order, passes and times"
run --list-metrics --metrics dram__bytes_read.sum,launch__grid_size --chips gh100
status_is 0
same "names" "$(cat "$work/out")" "dram__bytes_read.avg
dram__bytes_read.max
dram__bytes_read.min
dram__bytes_read.sum
gpu__time_duration.sum
launch__grid_size"
# 1 + 5 / 8 passes on the double; 20 ms and 1 ms each, and 20 / 16 + 1.
err_has "GH100: 1 pass; about 21 ms for a launch alone, 1 ms each for 256 in a row"
err_has "measured on an H200"
run --list-metrics --metrics dram__bytes_read.sum --chips gh100 --cache-control all --quiet
same "messages" "$(wc -c <"$work/err")" 0
done_check

check "--list-metrics: what is listed is what a report then holds"
run --list-metrics --section Occupancy --section SpeedOfLight
status_is 0
err_has "GH100 (device 0: NVIDIA H200): "
# Facts that the driver does not tell are no part of a report.
grep -v '^breakdown:\|^device__\|^launch__' "$work/out" | sort >"$work/listed"
run --section Occupancy --section SpeedOfLight -o report -- vector_add
"$rooftop" -i "$report" --page raw --csv 2>>"$work/err" | head -n 1 | tr , '\n' | tr -d '"' | sort -u >"$work/held"
same "listed and not held" "$(comm -23 "$work/listed" "$work/held")" ""
same "counters held and not listed" "$(comm -13 "$work/listed" "$work/held" | grep -v '^launch__\|^profiler__' | grep '__.*\.')" ""
[ "$(wc -l <"$work/listed")" -gt 50 ] || wrong "only $(wc -l <"$work/listed") names"
rm "$work/listed" "$work/held"
done_check

check "--list-metrics without a GPU: names as sections have them"
run FAKEGPU_FAIL=cuInit=100 --list-metrics --section SpeedOfLight
status_is 0
out_has "breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed"
out_lacks "sm__throughput.max"
err_has "no chip is known: these are the names that sections use"
run FAKEGPU_FAIL=cuInit=100 --list-metrics --devices 0
status_is 1
err_has "--devices needs a GPU: "
done_check

check "--list-metrics: several chips, CSV"
run --list-metrics --metrics sm__cycles_active.avg --chips gh100,ga100
same "titles" "$(grep -n '^[A-Z]' "$work/out" | tr '\n' ' ')" "1:GH100 7:GA100 "
same "names below" "$(sed -n 2p "$work/out")" "  gpu__time_duration.sum"
run --list-metrics --metrics sm__cycles_active.avg --chips ga100 --csv
same "rows" "$(head -n 2 "$work/out")" '"Chip","Metric Name","Metric Unit"
"GA100","gpu__time_duration.sum","ns"'
done_check

check "lists of metrics as JSON: strict, and every member is in man rooftop-json"
for options in "--query-metrics" "--query-metrics --chips gh100,ga100 --query-metrics-collection source" \
    "--list-metrics" "--list-metrics --chips gh100 --set full" "--query-metrics-mode suffix --metrics sm__cycles_active"; do
    # shellcheck disable=SC2086
    run --json $options
    status_is 0
    is_json out
    cat "$work/out" >>"$work/all"
done
members "$work/all" >"$work/members"
[ "$(wc -l <"$work/members")" -gt 18 ] || wrong "only $(wc -l <"$work/members") members"
sed -nE 's/^\.(It )?Cm //p' "$here/../../man/rooftop-json.5" | tr ' ,' '\n\n' | sort -u >"$work/described"
same "not described" "$(comm -23 "$work/members" "$work/described")" ""
rm -f "$work"/{all,members,described}
done_check

check "lists of metrics: --log-file, a full disk, no CUPTI"
run --query-metrics --chips gh100 --log-file log
status_is 0
same "log" "$(head -n 1 "$work/log")" "GH100, profiling: 29 metrics"
run --log-file /dev/full --query-metrics --chips gh100
status_is 1
err_has "the output could not be written"
for options in "--query-metrics --chips gh100" --list-chips; do
    # shellcheck disable=SC2086
    run ROOFTOP_CUPTI=/nowhere/libcupti.so.13 $options
    status_is 1
    err_has "CUPTI is missing"
done
done_check
