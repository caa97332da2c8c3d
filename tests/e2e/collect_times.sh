# Counters over time (PM sampling). tests/fakegpu/cupti_pm.c has the values: the ns of a sample in which a kernel ran.
# inplace runs 64 blocks of 256 threads: 2638 ns. A domain SM_B needs a pass of its own.

times=(--section PmSampling)

check "times: samples of counters, cut by launch"
run "${times[@]}" -o report -- inplace 3
status_is 0
out_has "inplace ok"
results_are 3
err_lacks "not sampled"
for result in 1 2 3; do
    number_is TPC.TriageCompute.sm__cycles_active.avg 2638 $result
    number_is SM_B.TriageCompute.l1tex__t_sectors.sum 2638 $result
    number_is profiler__pmsampler_pass_groups 2 $result
    number_is profiler__pmsampler_interval_time 1500 $result
done
done_check

check "times: the curves are in the report, with their times"
run "${times[@]}" -f -o report -- inplace 1
plain "$rooftop" -i "$report" --page raw --print-metric-instances values --metrics TPC.TriageCompute.sm__cycles_active.avg
curve=$(tr -d ' \n,' <"$work/out" | sed 's/.*cycle2638(//; s/).*//' | tr ';' '\n')
same "the sum of the curve" "$(echo "$curve" | awk '{ n += $1 } END { print n }')" 2638
# One sample lies within the kernel, so that all of it is work.
same "the highest sample" "$(echo "$curve" | sort -n | tail -1)" 1500
done_check

check "times: more samples than are decoded at a time"
run "${times[@]}" --pm-sampling-interval 1000 -f -o report -- inplace 40
status_is 0
results_are 40
for result in 1 20 40; do
    number_is TPC.TriageCompute.sm__cycles_active.avg 2638 $result
    number_is profiler__pmsampler_interval_time 1000 $result
done
done_check

# The first flush takes longer than the buffer lasts.
check "times: with caches flushed before each launch"
for launches in 3 40; do
    run FAKEGPU_NVIDIACTL=1 "${times[@]}" --cache-control all -f -o report -- inplace $launches
    status_is 0
    results_are $launches
    err_lacks "was full"
    err_lacks "not sampled"
    for result in 1 2 $launches; do
        number_is TPC.TriageCompute.sm__cycles_active.avg 2638 $result
        number_is SM_B.TriageCompute.l1tex__t_sectors.sum 2638 $result
    done
done
done_check

check "times: a small buffer is emptied in time"
run FAKEGPU_PM_SAMPLE=2048 "${times[@]}" --pm-sampling-buffer-size 1048576 --pm-sampling-interval 1000 -f -o report -- inplace 40
status_is 0
results_are 40
err_lacks "was full"
for result in 1 20 40; do
    number_is TPC.TriageCompute.sm__cycles_active.avg 2638 $result
done
done_check

check "times: of a buffer that was full there is nothing, and that is said"
run FAKEGPU_PM_SAMPLE=8192 "${times[@]}" --pm-sampling-buffer-size 65536 -f -o report -- inplace 3
status_is 0
out_has "inplace ok"
results_are 3
err_has "the buffer of PM sampling was full"
err_has "use --pm-sampling-buffer-size or a longer --pm-sampling-interval"
not_in_report TPC.TriageCompute.sm__cycles_active.avg
in_report gpu__time_duration.sum
done_check

check "times: launches whose samples were lost are sampled once more"
for caches in none all; do
    run FAKEGPU_PM_LATE=2 FAKEGPU_NVIDIACTL=1 "${times[@]}" --cache-control $caches -f -o report -- inplace 3
    status_is 0
    out_has "inplace ok"
    err_lacks "was full"
    for result in 1 2 3; do
        number_is TPC.TriageCompute.sm__cycles_active.avg 2638 $result
        number_is SM_B.TriageCompute.l1tex__t_sectors.sum 2638 $result
    done
done
done_check

check "times: most passes"
run "${times[@]}" --pm-sampling-max-passes 1 -f -o report -- inplace 1
status_is 0
number_is profiler__pmsampler_pass_groups 1
number_is TPC.TriageCompute.sm__cycles_active.avg 2638
not_in_report SM_B.TriageCompute.l1tex__t_sectors.sum
done_check

check "times: states of warps need two passes each, which CUPTI does not sample"
run --section PmSampling_WarpStates -f -o report -- inplace 1
status_is 0
err_has "not collected yet: PM sampling (PmSampling_WarpStates)"
run "${times[@]}" --section PmSampling_WarpStates -f -o report -- inplace 1
number_is TPC.TriageCompute.sm__cycles_active.avg 2638
done_check

for call in cuptiPmSamplingGetCounterAvailability cuptiPmSamplingEnable cuptiPmSamplingSetConfig cuptiPmSamplingStart cuptiPmSamplingStop \
    cuptiPmSamplingDecodeData cuptiPmSamplingGetCounterDataSize cuptiPmSamplingCounterDataGetSampleInfo; do
    check "times: $call fails"
    run FAKEGPU_FAIL=$call=35 "${times[@]}" -f -o report -- inplace 3
    status_is 0
    out_has "inplace ok"
    err_count 1 "counters are not sampled: "
    results_are 3
    in_report gpu__time_duration.sum
    not_in_report TPC.TriageCompute.sm__cycles_active.avg
    fault_made $call
    done_check
done

check "times: several windows, and beside counts and warp samples"
run "${times[@]}" --section SourceCounters --replay-window 2 -f -o report -- inplace 5
status_is 0
out_has "inplace ok"
results_are 5
for result in 1 3 5; do
    number_is TPC.TriageCompute.sm__cycles_active.avg 2638 $result
    number_is inst_executed $((6 * 512)) $result
    number_is smsp__pcsamp_sample_count 337 $result
done
done_check

check "times: only what is asked for"
run --metrics pmsampling:sm__cycles_active.avg -f -o report -- inplace 1
status_is 0
number_is pmsampling:sm__cycles_active.avg 2638
not_in_report TPC.TriageCompute.sm__cycles_active.avg
run --section SpeedOfLight -f -o report -- inplace 1
not_in_report profiler__pmsampler_interval_time
done_check

check "times: whole graphs and application replay say that they have none"
run "${times[@]}" --graph-profiling graph -f -o report -- capture 1
status_is 0
err_has "for kernels only"
run "${times[@]}" --replay-mode application -f -o report -- inplace 2
status_is 0
err_has "with --replay-mode kernel only"
done_check

check "times: options"
run --pm-sampling-interval 5 -- count
status_is 1
err_has "--pm-sampling-interval is from 1000 to 1000000000 nanoseconds, or 0"
run --pm-sampling-buffer-size 5 -- count
status_is 1
err_has "--pm-sampling-buffer-size is from 65536"
done_check
