# Inside of kernels: counters of single instructions, and sampled warps. What the doubles say of them is in
# tests/fakegpu/cupti_inside.h and cupti_sampling.c. inplace runs 64 blocks of 256 threads: 512 warps, 2638 ns.

source_few=(--section SourceCounters)

check "inside: counters of instructions, and codes of memory accesses"
run "${source_few[@]}" -o report -- inplace 3
status_is 0
out_has "inplace ok"
results_are 3
err_lacks "not counted"
for result in 1 2 3; do
    number_is inst_executed $((6 * 512)) $result
    number_is thread_inst_executed $((6 * 16384)) $result
    number_is thread_inst_executed_true $((6 * 16384 - 8192)) $result
    number_is memory_l2_theoretical_sectors_global $((3 * 512 * 8)) $result
    number_is memory_l2_theoretical_sectors_global_ideal $((3 * 512 * 4)) $result
    number_is memory_l2_theoretical_sectors_local 0 $result
    number_is memory_l1_wavefronts_shared $((512 * 2)) $result
    number_is smsp__branch_targets_threads_divergent 256 $result
    number_is derived__memory_l1_wavefronts_shared_excessive 512 $result
    number_is derived__memory_l1_conflicts_shared_nway 2 $result
    # 32, 32, 16, 32, 32, 0 (it never ran), 32
    number_is derived__derivative_avg_thread_executed_true $((16 + 16 + 32 + 32)) $result
done
plain "$rooftop" -i "$report" --page source --csv
same "the kinds of memory" "$(awk -F'","' '/^"0x/ { printf "%s ", $14 }' "$work/out" | cut -d ' ' -f 1-7)" \
    "- Global Global Global Shared  -"
done_check

# 5276 cycles on 132 SMs, a sample each 2^11 cycles: 340, of which 1/28, 2/28, ... 7/28 at each instruction.
check "inside: warp samples"
run "${source_few[@]}" -f -o report -- inplace 1
number_is smsp__pcsamp_sample_count $((12 + 24 + 36 + 48 + 60 + 72 + 85))
number_is smsp__pcsamp_warps_issue_stalled_wait $((6 + 12 + 18 + 24 + 30 + 36 + 42))
number_is smsp__pcsamp_warps_issue_stalled_wait_not_issued $((3 + 6 + 9 + 12 + 15 + 18 + 21))
number_is smsp__pcsamp_warps_issue_stalled_selected 0
number_is smsp__pcsamp_interval 6
number_is smsp__pcsamp_interval_cycles 2048
number_is smsp__pcsamp_buffer_size_bytes 33554432
number_is smsp__pcsamp_dropped_bytes 0
number_is smsp__pcsamp_aggregated_passes 1
done_check

check "inside: the counters beside them are the same as without"
number_is smsp__inst_executed.sum "$(run --metrics smsp__inst_executed.sum -o report -- inplace 1 >"$work/null" 2>&1
    column smsp__inst_executed.sum)"
done_check

check "inside: an interval is kept, by both spellings of the option"
for option in --warp-sampling-interval --sampling-interval; do
    run "${source_few[@]}" $option 3 -f -o report -- inplace 1
    status_is 0
    number_is smsp__pcsamp_interval 3
    number_is smsp__pcsamp_interval_cycles 256
    number_is smsp__pcsamp_warps_issue_stalled_selected 0
done
done_check

check "inside: a kernel too short for the interval is sampled at the shortest one"
run "${source_few[@]}" -f -o report -- count 1
status_is 0
number_is smsp__pcsamp_interval 6
done_check

check "inside: launches like those that were too short are sampled at the shortest interval only"
run FAKEGPU_SAMPLES_UP_TO=9 "${source_few[@]}" --replay-window 3 -f -o report -- inplace 6
status_is 0
out_has "inplace ok"
for result in 1 3 4 6; do
    number_is smsp__pcsamp_interval 0 $result
    number_is smsp__pcsamp_aggregated_passes $((result < 4 ? 2 : 1)) $result
done
same "a sample each 2^5 cycles" "$(column smsp__pcsamp_sample_count 3)" "$(column smsp__pcsamp_sample_count 4)"
run FAKEGPU_SAMPLES_UP_TO=9 "${source_few[@]}" --warp-sampling-max-passes 1 --replay-window 3 -f -o report -- inplace 6
status_is 0
results_are 6
done_check

check "inside: lost samples are taken again with twice the period, and said"
run FAKEGPU_SAMPLES_LOST=13 "${source_few[@]}" -f -o report -- inplace 1
status_is 0
err_count 1 "were lost: sampled again, at last each 2^13 cycles"
err_lacks "still lost"
number_is smsp__pcsamp_interval 8
number_is smsp__pcsamp_aggregated_passes 3
number_is smsp__pcsamp_dropped_bytes 0
run FAKEGPU_SAMPLES_LOST=13 "${source_few[@]}" --warp-sampling-max-passes 2 -f -o report -- inplace 1
number_is smsp__pcsamp_interval 7
number_is smsp__pcsamp_dropped_bytes 7
err_has "each 2^12 cycles, where some are still lost"
done_check

check "inside: where a longer interval has no samples, those that are left of a shorter one stay"
run FAKEGPU_SAMPLES_LOST=20 FAKEGPU_SAMPLES_UP_TO=12 "${source_few[@]}" -f -o report -- inplace 1
status_is 0
err_count 1 "each 2^12 cycles, where some are still lost"
number_is smsp__pcsamp_interval 7
number_is smsp__pcsamp_dropped_bytes 7
done_check

check "inside: a window whose samples are all lost does not end the sampling; the third in a row does"
run FAKEAPP_SCRIPT=cicci FAKEGPU_SAMPLES_NOT=count "${source_few[@]}" --replay-window 1 -f -o report -- script
status_is 0
results_are 5
err_lacks "not sampled"
for result in 1 3 4; do
    same "samples of launch $result" "$(column smsp__pcsamp_sample_count $result)" ""
done
for result in 2 5; do
    number_is smsp__pcsamp_sample_count 337 $result
done
run FAKEAPP_SCRIPT=icccci FAKEGPU_SAMPLES_NOT=count "${source_few[@]}" --replay-window 1 -f -o report -- script
status_is 0
err_count 1 "warps are not sampled: CUPTI lost all samples"
number_is smsp__pcsamp_sample_count 337 1
same "samples behind it" "$(column smsp__pcsamp_sample_count 6)" ""
done_check

check "inside: a kernel whose first launches are left out is sampled later, also one of a graph"
run FAKEAPP_SCRIPT=cicic "${source_few[@]}" --launch-skip 1 --launch-count 3 --replay-window 1 -f -o report -- script
status_is 0
results_are 3
number_is smsp__pcsamp_sample_count 337 1
same "samples of count" "$([ "$(column smsp__pcsamp_sample_count 2)" -gt 0 ] && echo some)" some
number_is smsp__pcsamp_sample_count 337 3
for mode in capture inplace; do # it is tried before anything is measured
    run FAKEGPU_FAIL=cuptiPCSamplingEnable=35 "${source_few[@]}" --launch-skip 100 -f -o report -- $mode 3
    fault_made cuptiPCSamplingEnable
    err_lacks "not sampled"
done
done_check

check "inside: where no warp samples are asked for, or the filter has no launch, nothing is sampled"
run FAKEGPU_FAIL=cuptiPCSamplingEnable=35 FAKEAPP_SCRIPT=cici --metrics smsp__inst_executed.sum --launch-skip 2 -f -o report -- script
status_is 0
results_are 2
no_fault cuptiPCSamplingEnable
run FAKEGPU_FAIL=cuptiPCSamplingEnable=35 FAKEAPP_SCRIPT=cccc "${source_few[@]}" -k inplace -f -o report -- script
no_fault cuptiPCSamplingEnable
done_check

check "inside: samples that CUPTI has no instructions of are no values, and not taken again"
run ROOFTOP_TRACE=1 FAKEAPP_SCRIPT=ici FAKEGPU_SAMPLES_UNKNOWN=count "${source_few[@]}" -f -o report -- script
status_is 0
results_are 3
same "samples of count" "$(column smsp__pcsamp_sample_count 2)" ""
number_is smsp__pcsamp_sample_count 337 3
err_count 1 "warps sampled each 2^11 cycles: "
err_has "of other kernels, 0 dropped; _Z7inplacePffi"
run FAKEAPP_SCRIPT=ccci FAKEGPU_SAMPLES_UNKNOWN=count "${source_few[@]}" --replay-window 1 -f -o report -- script
status_is 0
err_count 1 "warps are not sampled: counters saw these kernels before they were sampled, and CUPTI has no records then"
results_are 4
done_check

check "inside: a full buffer, too"
run "${source_few[@]}" --warp-sampling-interval 0 --warp-sampling-buffer-size 65536 -f -o report -- inplace 1
status_is 0
err_has "were lost: sampled again"
number_is smsp__pcsamp_buffer_size_bytes 65536
same "samples" "$([ "$(column smsp__pcsamp_sample_count)" -gt 0 ] && echo some)" some
done_check

check "inside: samples that stay in the buffer of the configuration are found there"
run FAKEGPU_SAMPLES_IN=configuration "${source_few[@]}" -f -o report -- inplace 3
status_is 0
for result in 1 2 3; do
    number_is smsp__pcsamp_sample_count 337 $result
    number_is smsp__pcsamp_warps_issue_stalled_wait 168 $result
done
done_check

check "inside: where no warp was seen there are no values instead of zeros, and sampling ends"
run FAKEGPU_SAMPLES_IN=nowhere FAKEGPU_SAMPLES_LOST=13 "${source_few[@]}" --replay-window 1 -f -o report -- inplace 6
status_is 0
out_has "inplace ok"
results_are 6
err_count 1 "warps are not sampled: CUPTI lost all samples; the counters are not affected"
err_lacks "sampled again"
not_in_report smsp__pcsamp_sample_count
number_is inst_executed $((6 * 512)) 6
run FAKEGPU_SAMPLES_IN=nowhere "${source_few[@]}" --replay-window 1 -f -o report -- inplace 6
status_is 0
results_are 6
err_count 1 "warps are not sampled: CUPTI hands over none; the counters are not affected"
not_in_report smsp__pcsamp_sample_count
done_check

check "inside: only what is asked for"
run --metrics inst_executed,smsp__pcsamp_sample_count,group:smsp__pcsamp_warp_stall_reasons -f -o report -- inplace 1
status_is 0
number_is inst_executed $((6 * 512))
number_is smsp__pcsamp_sample_count 337
number_is smsp__pcsamp_warps_issue_stalled_wait 168
not_in_report thread_inst_executed
run --metrics inst_executed -f -o report -- inplace 1
not_in_report smsp__pcsamp_interval
done_check

for call in cuptiSassMetricsSetConfig cuptiSassMetricsEnable cuptiSassMetricsFlushData; do
    check "inside: $call fails"
    run FAKEGPU_FAIL=$call=35 "${source_few[@]}" -f -o report -- inplace 3
    status_is 0
    out_has "inplace ok"
    err_count 1 "instructions are not counted: "
    err_has "the counters are not affected"
    results_are 3
    in_report smsp__inst_executed.sum
    not_in_report inst_executed
    number_is smsp__pcsamp_sample_count 337
    fault_made $call
    done_check
done
for call in cuptiPCSamplingEnable cuptiPCSamplingSetConfigurationAttribute cuptiPCSamplingGetData \
    cuptiPCSamplingGetNumStallReasons; do
    check "inside: $call fails"
    run FAKEGPU_FAIL=$call=35 "${source_few[@]}" -f -o report -- inplace 3
    status_is 0
    out_has "inplace ok"
    err_count 1 "warps are not sampled: "
    results_are 3
    in_report smsp__inst_executed.sum
    not_in_report smsp__pcsamp_sample_count
    number_is inst_executed $((6 * 512))
    fault_made $call
    done_check
done

check "inside: kernels of a graph, and several windows"
run "${source_few[@]}" --replay-window 2 -f -o report -- inplace 5
status_is 0
out_has "inplace ok"
results_are 5
number_is inst_executed $((6 * 512)) 5
number_is smsp__pcsamp_sample_count 337 5
done_check

check "inside: whole graphs and ranges say that they have none"
run "${source_few[@]}" --graph-profiling graph -f -o report -- capture 1
status_is 0
err_count 1 "instructions are counted, and warps and counters sampled, for kernels only"
run "${source_few[@]}" --replay-mode application -f -o report -- inplace 2
status_is 0
err_count 1 "instructions are counted, and warps and counters sampled, with --replay-mode kernel only"
results_are 2
done_check

refused_inside() # TEXT WORDS...
{
    local text=$1
    shift
    run "$@" -- count
    status_is 1
    err_has "$text"
}
check "inside: options"
refused_inside '--warp-sampling-interval takes auto or a number from 0 to 31, not "32"' --warp-sampling-interval 32
refused_inside '--warp-sampling-interval takes auto or a number from 0 to 31, not "x"' --sampling-interval x
refused_inside "--warp-sampling-max-passes is from 1 to 1000" --sampling-max-passes 0
refused_inside "--warp-sampling-buffer-size is from 65536" --sampling-buffer-size 1
done_check
