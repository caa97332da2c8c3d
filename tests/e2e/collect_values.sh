# Values: what tests/fakegpu/README.md predicts, and launch facts worked out by hand.

# FNV-1a of 64 bits modulo $2; bash counts signed, so the lowest bit goes its own way.
fnv_modulo()
{
    local text=$1 modulo=$2 hash=$((0xcbf29ce484222325)) i code
    for ((i = 0; i < ${#text}; i++)); do
        printf -v code %d "'${text:i:1}"
        hash=$(((hash ^ code) * 0x100000001b3))
    done
    echo $(((((hash >> 1) & 0x7fffffffffffffff) % modulo * 2 + (hash & 1)) % modulo))
}

add=_Z7vec_addPKfS0_Pfi
nl=$'\n'

# vec_add runs 64 blocks of 256 threads: 16384 threads, D = 1000 + 1638.
check "attributes that are computed"
run --metrics gpu__time_duration.sum -o report -- vector_add
number_is device__attribute_max_registers_per_thread 255
number_is device__attribute_max_ipc_per_scheduler 1
number_is device__attribute_max_ipc_per_multiprocessor 4
number_is device__attribute_num_tex_per_multiprocessor 1
number_is device__attribute_sass_level 9
number_is device__attribute_gpu_pci_ext_device_id 9013
number_is launch__uses_mps 0
number_is launch__uses_cdp 0
number_is launch__uses_nvlink_centric_scheduling 0
number_is profiler__replayer_passes_type_warmup 0
done_check

# The second kernel of the module: behind the code of vec_add.
check "a launch tells where its code stands, and its module where each function does"
run -c 1 --metrics gpu__time_duration.sum -o report -- inplace
number_is launch__function_pcs 1
first=$("$rooftop" -i "$report" --page source --csv 2>>"$work/err" |
    sed -n '3s/^"\(0x[0-9a-f]*\)".*/\1/p')
same "the instance" "$("$rooftop" -i "$report" --page raw --csv --print-metric-instances values \
    --metrics launch__function_pcs | tail -n 1 | sed 's/.*"1 (\(.*\))"$/\1/')" "$((first))"
[ "$((first))" -gt 0 ] || wrong "the code stands at \"$first\""
done_check

check "values: time, cycles, rates"
run --set basic --metrics gpc__cycles_elapsed.avg.per_second,dram__bytes.sum.per_second \
    --metrics lts__t_sectors.avg.per_cycle_elapsed,smsp__inst_executed.sum -o report -- vector_add
status_is 0
results_are 1
number_is gpu__time_duration.sum 2638
number_is sm__cycles_elapsed.avg 5276
number_is sm__cycles_elapsed.max 5276
number_is sm__cycles_elapsed.sum $((5276 * 132))
number_is smsp__cycles_active.avg 3957
number_is smsp__cycles_active.sum $((3957 * 528))
number_is lts__cycles_elapsed.sum $((5276 * 96))
number_is gpc__cycles_elapsed.avg.per_second 2000000000
done_check

check "values: counters with their siblings"
run --metrics dram__bytes.sum,dram__bytes.sum.per_second,lts__t_sectors.avg.per_cycle_elapsed \
    --metrics smsp__inst_executed.sum -o report -- vector_add
bytes=$((1 + $(fnv_modulo "$add${nl}dram__bytes" 1000000)))
number_is dram__bytes.avg $bytes
number_is dram__bytes.max $((2 * bytes))
number_is dram__bytes.min "$(awk -v b=$bytes 'BEGIN { printf "%.6f", b / 2 }')"
number_is dram__bytes.sum $((48 * bytes))
number_is dram__bytes.sum.per_second "$(awk -v b=$bytes 'BEGIN { printf "%.6f", 48 * b * 1e9 / 2638 }')"
sectors=$((1 + $(fnv_modulo "$add${nl}lts__t_sectors" 1000000)))
number_is lts__t_sectors.avg.per_cycle_elapsed "$(awk -v s=$sectors 'BEGIN { printf "%.9f", s / 5276 }')"
number_is smsp__inst_executed.sum $((528 * (1 + $(fnv_modulo "$add${nl}smsp__inst_executed" 1000000))))
done_check

check "values: percentages, ratios, peaks"
run --metrics sm__throughput.avg.pct_of_peak_sustained_elapsed,dram__bytes.sum.peak_sustained \
    --metrics smsp__average_warp_latency_per_inst_issued.ratio -o report -- vector_add
m=sm__throughput.avg.pct_of_peak_sustained_elapsed
number_is $m "$(awk -v h="$(fnv_modulo "$add$nl$m" 10001)" 'BEGIN { print h / 100 }')"
m=smsp__average_warp_latency_per_inst_issued.ratio
number_is $m "$(awk -v h="$(fnv_modulo "$add$nl$m" 1001)" 'BEGIN { print h / 100 }')"
number_is dram__bytes.sum.peak_sustained $((1 + $(fnv_modulo dram__bytes 128)))
done_check

check "values: counters of links and buses, which have a schedule and so a range profiler of their own"
run --metrics pcie__read_bytes.max,smsp__inst_executed.sum -o report -- vector_add 40
status_is 0
results_are 40
for launch in 1 17 40; do # of three windows
    number_is pcie__read_bytes.max $((2 * (1 + $(fnv_modulo "$add${nl}pcie__read_bytes" 1000000)))) $launch
    number_is smsp__inst_executed.sum $((528 * (1 + $(fnv_modulo "$add${nl}smsp__inst_executed" 1000000)))) $launch
    number_is gpu__time_duration.sum 2638 $launch
done
same "times in the report" "$("$rooftop" -i "$report" --page raw | grep -c "^  gpu__time_duration.sum ")" 40
run --metrics nvlrx__bytes.sum -o other -- vector_add
status_is 1
err_has "chips of this kind have nvlrx__bytes.sum, but it cannot be collected on this GPU"
done_check

check "values: what a section defines that is not chosen"
run --metrics derived__smsp__sass_thread_inst_executed_op_ffma_pred_on_x2 -o report -- vector_add
status_is 0
run --metrics smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed -o counter -- vector_add
number_is derived__smsp__sass_thread_inst_executed_op_ffma_pred_on_x2 "$("$rooftop" -i "$work/counter.ncu-rep" --page raw \
    --print-fp --print-units base --csv --metrics smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed |
    tail -n 1 | sed 's/.*,"\([^"]*\)"$/\1/; s/,//g' | awk '{ printf "%.6f", 2 * $1 }')"
mkdir -p "$work/own"
printf '%s\n' 'Identifier: "Own" DisplayName: "Own" Order: 1' \
    'MetricDefinitions { MetricDefinitions { Name: "own_twice" Expression: "own_once * 2" }' \
    'MetricDefinitions { Name: "own_once" Expression: "lts__t_sectors.sum + 1" }' \
    'MetricDefinitions { Name: "own_itself" Expression: "own_itself + lts__t_sectors.sum" } }' >"$work/own/own.section"
run --section-folder "$work/own" --metrics own_twice,own_itself,lts__t_sectors.sum -f -o report -- vector_add
status_is 0
sectors=$((96 * (1 + $(fnv_modulo "$add${nl}lts__t_sectors" 1000000))))
number_is lts__t_sectors.sum $sectors
number_is own_twice $((2 * (sectors + 1)))
done_check

check "values: each launch has its own"
run --metrics gpu__time_duration.sum -o report -- memops 2
number_is gpu__time_duration.sum 2638 1
number_is gpu__time_duration.sum 1006 2
number_is gpu__time_duration.sum 2638 3
text_is launch__block_size 256 1
text_is launch__block_size 64 2
done_check

# 16 registers: 512 a warp, 32 warps a scheduler, 128 warps an SM, 16 blocks of 8 warps. 64 / 8 warps: 8 blocks.
# The driver's 1 KiB a block into 32 KiB: 32 blocks. 64 blocks in 132 * 8 places.
check "launch facts of vec_add"
run --section LaunchStats --section Occupancy -o report -- vector_add
text_is launch__grid_size 64
text_is launch__grid_dim_x 64
text_is launch__grid_dim_y 1
text_is launch__block_size 256
text_is launch__block_dim_x 256
text_is launch__thread_count 16384
text_is launch__registers_per_thread 16
text_is launch__sm_count 132
number_is launch__shared_mem_per_block_static 0
number_is launch__shared_mem_per_block_dynamic 0
number_is launch__shared_mem_per_block_driver 1024
number_is launch__shared_mem_config_size 32768
number_is launch__occupancy_limit_registers 16
number_is launch__occupancy_limit_warps 8
number_is launch__occupancy_limit_shared_mem 32
number_is launch__occupancy_limit_blocks 32
number_is sm__maximum_warps_avg_per_active_cycle 64
number_is sm__maximum_warps_per_active_cycle_pct 100
waves=$(column launch__waves_per_multiprocessor)
same "waves" "$(awk -v w="$waves" 'BEGIN { printf "%.2f", w }')" 0.06
done_check

# 2048 static + 4096 dynamic + 1024 of the driver: 4 blocks in 32 KiB, 4 warps each: 16 of 64.
check "launch facts of a kernel with clusters and shared memory"
run --section LaunchStats --section Occupancy -o report -- ex
text_is launch__grid_size 8
text_is launch__block_size 128
number_is launch__cluster_size 4
number_is launch__cluster_dim_x 4
number_is launch__cluster_max_active 33
# 33 clusters of 4 are 132 of the 132 * 32 places for blocks; 16 of 64 warps can be active in any case.
number_is launch__occupancy_cluster_pct 3.125
number_is launch__occupancy_cluster_gpu_pct 0.78125
# 132, 66, 44, 33, 26, 22, 18 and 16 clusters of 1 to 8 blocks
number_is launch__occupancy_per_cluster_size 357
number_is launch__shared_mem_per_block_static 2048
number_is launch__shared_mem_per_block_dynamic 4096
number_is launch__shared_mem_per_block 7168
number_is launch__occupancy_limit_shared_mem 4
number_is launch__occupancy_limit_warps 16
number_is sm__maximum_warps_avg_per_active_cycle 16
number_is sm__maximum_warps_per_active_cycle_pct 25
done_check

check "names of kernels: demangled, with template arguments"
run --metrics gpu__time_duration.sum -o report -- template
rows | grep -qF 'tile<16>(float *)"' ||
    wrong "the row says $(rows)"
done_check

check "names of kernels: from a file, while profiling"
printf -- '-\n  - Original: count(unsigned int *)\n  - Renamed: My Count\n' > "$work/names.yaml"
run --metrics gpu__time_duration.sum --rename-kernels-path names.yaml --print-summary per-kernel -- memops
status_is 0
out_has "  My Count ("
out_has ", Invocations 4"
out_lacks "count(unsigned"
rm "$work/names.yaml"
done_check

check "the memory that was saved is in the result"
run --metrics gpu__time_duration.sum -o report -- inplace 1
saved=$(column profiler__replayer_bytes_mem_backed_up.sum)
[ "${saved%.*}" -ge $((65536 + 4 + 4)) ] || wrong "saved were \"$saved\" bytes"
done_check
