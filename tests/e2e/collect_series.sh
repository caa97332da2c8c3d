# shellcheck shell=bash
# Profile series: a launch is measured again with other parameters. The modes series_* of fakeapp check
# their results and the settings of their functions.
few="--disable-extra-suffixes --metrics gpu__time_duration.sum"

# The parameters of the results, in order, with "|" between them.
parameters()
{
    "$rooftop" -i "$report" --page raw --csv --metrics launch__series_parameters 2>>"$work/err" |
        awk 'NR > 2 { sub(/"$/, ""); sub(/.*"/, ""); printf "%s%s", sep, $0; sep = "|" }'
}
settings() { paste -sd ' ' "$work/settings" 2>/dev/null; }

# series WHAT "PARAMETERS" MODE OPTIONS...: the combinations, the launch's own first; settings end in
# what the program set.
series()
{
    local what=$1 expected=$2 mode=$3
    shift 3
    check "series: $what"
    rm -f "$work/settings"
    run FAKEGPU_SETTINGS="$work/settings" $few -o report "$@" -- $mode
    status_is 0
    out_has "${mode%% *} ok"
    same "the combinations" "$(parameters)" "$expected"
}

series "blocks; the grid follows" "block=256, grid=64|block=64, grid=256|block=1024, grid=16" "inplace 1" \
    --series block=64,256,1024
number_is gpu__time_duration.sum 2638 2
number_is launch__block_size 64 2
number_is launch__grid_size 256 2
number_is launch__block_size 1024 3
number_is launch__occupancy_limit_warps 2 3
number_is launch__shared_mem_config_size 32768 1
number_is launch__shared_mem_config_size 65536 3
err_has "==PROF== 3: inplace(float *, float, int), block=1024, grid=16, 2.64 us"
same "the settings" "$(settings)" ""
done_check

series "every launch has one" \
    "block=256, grid=64|block=64, grid=256|block=256, grid=64|block=64, grid=256|block=256, grid=64|block=64, grid=256" \
    "inplace 3" --series block=64
done_check

series "grids that are named keep the block's change apart" \
    "block=256, grid=64|block=64, grid=64|block=64, grid=32" "inplace 1" --series block=64 --series grid=same,32
number_is gpu__time_duration.sum 1409 2
number_is gpu__time_duration.sum 1204 3
done_check

series "blocks that are chosen are not larger than the launch's" \
    "block=256, grid=64|block=32, grid=512|block=64, grid=256|block=128, grid=128" "inplace 1" --series block
done_check

series "of a launch of small blocks none are chosen" "cache-control=none|cache-control=all" "range_flow 1" \
    --series block --series cache-control -k count -c 1
err_count 1 "the series has no blocks to choose: no smaller power of two from 32 on divides its threads"
done_check

# 132 SMs with 16 blocks of 128 threads: waves of 2112.
series "grids that are chosen are whole waves below the launch's own" \
    "grid=5000|grid=2112|grid=4224" "series_waves" --series grid
done_check

series "chosen grids and larger blocks have no more threads than the launch" \
    "block=128, grid=5000|block=256, grid=2112" "series_waves" --series block=256 --series grid
err_count 1 "the series leaves out block=256, grid=4224: it has more threads than the launch, and may go out of bounds: name grids"
done_check

series "what is named is the user's" \
    "block=128, grid=5000|block=256, grid=5000|block=256, grid=4224" "series_waves" --series block=256 --series grid=same,4224
done_check

# Blocks of an SM: 16 by threads. 233472 bytes: 8, 4, 2 and 1 of them.
series "shared memory that is chosen" \
    "smem=4096|smem=28160|smem=57344|smem=115712|smem=232448" series_shared --series smem
number_is launch__shared_mem_per_block_dynamic 57344 3
number_is launch__shared_mem_per_block_dynamic 232448 5
same "the settings" "$(settings | sed 's/\(dynamic [0-9]* dynamic 49152 \)*dynamic 232448 dynamic 49152$/.../')" \
    "carveout 25 cache 1 ..."
done_check

series "chosen shared memory is not less for a thread of a larger block" \
    "block=128, grid=1000, smem=4096|block=1024, grid=125, smem=57344|block=1024, grid=125, smem=115712|block=1024, grid=125, smem=232448" \
    series_shared --series block=1024 --series smem
err_count 1 "the series leaves out block=1024, grid=125, smem=28160: a thread of it has less shared memory than in the launch"
done_check

series "a larger block gets more shared memory, a smaller one keeps it" \
    "block=128, grid=1000|block=256, grid=500, smem=8192|block=64, grid=2000" series_shared \
    --series block=256,64
number_is launch__shared_mem_per_block_dynamic 8192 2
number_is launch__shared_mem_per_block_dynamic 4096 3
done_check

series "less shared memory than the launch asks for is left out, with the reason" \
    "smem=4096|smem=6144|smem=8192" series_shared --series smem=0:8192:2048
err_count 1 "==WARNING== count(unsigned int *): the series leaves out smem=0 and 1 other: the launch asks for 4096 bytes"
done_check

series "carve-out and preference of L1 are set and put back" \
    "carveout=25, cache=shared|carveout=50, cache=l1|carveout=50, cache=equal|carveout=default, cache=l1|carveout=default, cache=equal|carveout=25, cache=l1|carveout=25, cache=equal" \
    series_shared --series carveout=50,default,same --series cache=l1,equal -c 1
number_is launch__shared_mem_config_size 58368 1
number_is launch__shared_mem_config_size 116736 2
number_is launch__shared_mem_config_size 32768 4
same "the settings" "$(settings)" \
    "carveout 25 cache 1 carveout 50 cache 2 carveout 25 cache 1 carveout 50 cache 3 carveout 25 cache 1 carveout -1 cache 2 carveout 25 cache 1 carveout -1 cache 3 carveout 25 cache 1 cache 2 cache 1 cache 3 cache 1"
done_check

series "kernels of libraries, and shapes" \
    "block=16x16, grid=8x4, carveout=25|block=32x8, grid=4x8, carveout=100" series_library \
    --series block=32x8,64,7x16 --series carveout=100
err_count 1 "the series leaves out block=16x16, carveout=100: the launch has several dimensions: name shapes (32x4)"
err_count 1 "the series leaves out block=7x16, carveout=100: blocks of this size do not divide"
same "the settings" "$(settings)" "carveout 25 carveout 100 carveout 25"
done_check

series "what is left out is told once for each kernel" "block=256, grid=64|block=512, grid=32|block=256, grid=64|block=512, grid=32" \
    "inplace 2" --series block=96,100,512
err_count 1 "the series leaves out block=96 and 1 other: blocks of this size do not divide the launch's threads"
done_check

# Without enough blocks for all at a time a cooperative launch would never end.
series "cooperative launches stay within what runs at a time" \
    "block=64, grid=132|block=64, grid=4224|block=128, grid=132" series_coop \
    --series block=64,128 --series grid=same,4224
err_count 1 "the series leaves out block=128, grid=4224: it is a cooperative launch, of which 2112 blocks can run at a time"
done_check

series "a cooperative launch in clusters" \
    "cluster=none|cluster=2|cluster=4" series_coop --series cluster=2,4,5,9
err_count 1 "the series leaves out cluster=5: its grid is not made of whole clusters"
err_count 1 "the series leaves out cluster=9: clusters of this kernel have at most 8 blocks"
number_is launch__cluster_size 4 3
done_check

series "clusters of their own size divide the grid" \
    "block=128, grid=24, cluster=4|block=128, grid=24, cluster=2|block=64, grid=48, cluster=4|block=64, grid=48, cluster=2|block=512, grid=6, cluster=2" \
    series_cluster --series block=same,64,512 --series cluster=same,2
err_has "the series leaves out block=512, grid=6, cluster=4: its grid is not made of whole clusters"
number_is launch__cluster_size 2 2
done_check

series "clusters are not chosen where the launch has some" "cache-control=none|cache-control=all" series_cluster \
    --series cluster --series cache-control
err_count 1 "the series has no clusters to choose: it is written for the clusters that it has: name sizes (cluster=...)"
done_check

for caches in none all; do
    series "cache control, caches $caches" \
        "cache-control=$caches|cache-control=$([ $caches = all ] && echo none || echo all)" "inplace 1" \
        --cache-control $caches --series cache-control
    number_is gpu__time_duration.sum 2638 1
    number_is gpu__time_duration.sum 2638 2
    done_check
done

series "what a larger grid writes beyond the launch is put back" "grid=64|grid=1024|grid=4096" series_grid \
    --series grid=1024,4096
done_check

# The same without room on the device for a second copy of what the launch changed.
check "series: memory is right without room for its final content"
run FAKEGPU_MEMORY=13000000 $few --series grid=1024 -o report -- series_grid
status_is 0
out_has "series_grid ok"
results_are 2
done_check

check "series: several passes have the values of a launch with these parameters"
several=--metrics=$(printf 'dram__count%d.sum,' {1..17})
run --disable-extra-suffixes "$several" --series block=64 --series grid=10 -o report -- "inplace" 1
number_is profiler__replayer_passes 3 2
[ "$(column dram__count9.sum 2)" = "$(column dram__count9.sum 1)" ] || wrong "another value of the same kernel"
done_check

check "series: a combination that fails is named, the others are measured, the program goes on"
run FAKEGPU_FAIL=cuFuncSetAttribute=1@3 $few --series carveout=10,20,30 -o report -- series_shared
err_has "(launch 0) was not measured: with carveout=20: CUDA_ERROR_INVALID_VALUE"
err_lacks "launches could not be measured"
err_lacks "with carveout=10"
fault_made cuFuncSetAttribute
results_are 2
done_check

check "series: a combination that breaks the context ends it, and is named"
run FAKEGPU_FAIL=cuCtxSynchronize=700@10 $few --series block=64:1024:x2 -o report -- inplace 1
err_has "was not measured: with block="
err_has "CUDA_ERROR_ILLEGAL_ADDRESS; the series ends here, and the program may be unable to go on: leave this variant out"
err_count 1 "was not measured"
err_count 1 "==ERROR== a variant of the series broke the program's context"
err_lacks "after a series"
results_are 2
status_is 1
done_check

check "series: the run has failed then, whatever the program makes of it; nothing more is measured"
run FAKEGPU_FAIL=cuCtxSynchronize=700@10 $few --series block=64:1024:x2 -o report sh -c "'$app' inplace 5; exit 0"
err_count 1 "==ERROR== a variant of the series broke the program's context"
results_are 2
status_is 1
done_check

check "series: a combination that does not end is named, the program goes on"
run --replay-timeout 1 $few --series block=32,128 -o report -- series_stuck
out_has "series_stuck ok"
err_has "(launch 0) was not measured: with block=32, grid=16: it did not end within --replay-timeout"
results_are 1
done_check

check "series: kernels with a heap and graphs are measured without it"
run $few --series cache-control -o report -- heap
out_has "heap ok"
err_count 1 "kernels of this program use the heap of malloc on the device: they are profiled without the series"
run $few --series cache-control -f -o report -- graph_nodes
err_count 1 "launches of graphs are profiled without the series"
done_check

check "series: -c counts launches, and --kill waits for all combinations"
run $few --series block=64,128 -c 2 --kill yes -o report -- inplace 5
results_are 6
done_check

check "series: NVTX ranges are those of the launch"
run $few --nvtx --nvtx-include setup/ --series smem=same,1024 -o report -- nvtx
same "ranges" "$("$rooftop" -i "$report" | grep -c '<0,setup>')" "$(rows | wc -l)"
[ "$(rows | wc -l)" -ge 2 ] || wrong "there is no series"
done_check

check "series: pages say which combination was best"
run $few --series block=64 --series grid=10,same -o report -- inplace 1
"$rooftop" -i "$report" >"$work/out"
out_has "      block=64, grid=64: 1.87 times as fast as the launch"
out_has "      the best of 3 is block=64, grid=10 (result 1): 2.48 times as fast as the launch; its number of threads differs"
"$rooftop" -i "$report" --page summary >"$work/out"
out_has "    0 block=256, grid=64 (the launch)  2.64 us   1.00x"
out_has "    1 block=64, grid=10 (best)         1.06 us   2.48x"
"$rooftop" -i "$report" --page summary --markdown >"$work/out"
out_has "| 1 | block=64, grid=10 (best) | 1.06 us | 2.48x |  |"
"$rooftop" -i "$report" --page summary --json >"$work/out"
is_json out
out_has '{"result": 1, "parameters": "block=64, grid=10", "duration": 1064, "gain": 2.47'
"$rooftop" -i "$report" --json >"$work/out"
is_json out
out_has '"series": {"number": 1, "parameters": "block=64, grid=64"}'
done_check

# refuse WHAT TEXT OPTIONS...
refuse()
{
    check "series: $1"
    run "${@:3}" -- inplace 1
    status_is 1
    err_has "$2"
    done_check
}
refuse "a parameter that is none" '--series: "blocks" is not a parameter of a launch' --series blocks=64
refuse "a value that is none" '--series: "2048" is not a value of block' --series block=2048
refuse "application replay" "--series needs --replay-mode kernel" --series block --replay-mode application
refuse "windows" "--replay-window has no use with --series" --series block --replay-window 5
