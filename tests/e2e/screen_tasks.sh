# What a user wants to know, found on the screen without the manual, with few keys.

samples=$root/tests/data/samples.ncu-rep
if [ ! -f "$samples" ]; then
    skip tasks "tests/data/samples.ncu-rep is not there"
    return
fi

# by_keys MOST KEY...: presses no more keys than that; a text counts once, and what is waited for not at all.
by_keys()
{
    local most=$1 key count=0
    shift
    for key in "$@"; do
        case $key in
        wait:*) ;;
        *) count=$((count + 1)) ;;
        esac
    done
    [ $count -le "$most" ] || wrong "$count keys instead of $most"
    press "$@"
}

# CUPTI's own words for metrics are no part of a task.
task() # NAME [OPTION...]: on the samples, in the order that rooftop chooses
{
    check "task: $1"
    shift
    order='' show 80x24 ROOFTOP_CUPTI=/nowhere "$@" "$samples"
    sees "◆ 1"
}

task "why histogram is slow"
by_keys 2 Enter
sees "◆ Global Atomics · could save 843.17 us, 77.9 %"
sees "most of them go to few addresses"
done_check

task "two kernels compared"
by_keys 8 j b j Enter
sees "‹ 3 blas::sgemm_tiled<16>"
sees "1.50× faster"
sees "vs ❶ 2 sgemm_naive"
done_check

task "the kernel that is worth most, and why"
by_keys 2 O
sees "▸◆  1 -843.17 us  -41.8 %  histogram"
sees "Global Atomics"
by_keys 2 Enter
sees "◆ Global Atomics"
done_check

code=$work/code.ncu-rep
[ -s "$code" ] || "$build/unit/code_report" "$code" || return
check "task: the hottest line and its stall, by the name that stalls have everywhere"
show 80x24 "$code"
sees Kernel
by_keys 3 x +
sees "top stall Long Scoreboard"
sees "─ /app/work.cu:10 "
sees " Long Scoreboard "
settle
capture | grep -qE '^ Long Scoreboard +84\.0 % +760 ' || { wrong "no share of the line's samples"; detail=$(capture); }
done_check

task "what a wavefront, LSU and MIO throttle are"
by_keys 2 'text:\;' text:wavefront
sees "The unit of work into which L1/TEX splits a request"
press Enter
sees "In result 5"
sees "The unit of work into which L1/TEX splits a request"
sees "In result 5"
press Escape
by_keys 2 'text:\;' text:LSU
sees "The load/store pipeline"
press Enter
sees "The load/store pipeline"
sees "Greatest"
press Escape
by_keys 2 'text:\;' 'text:mio throttle'
sees "queue for shared memory"
press Enter
sees "‹ mio throttle"
press Escape
by_keys 2 'text:\;' text:GB/s
sees "Bytes that were moved in a second"
press Enter
sees "Bytes that were moved in a second"
press Escape
by_keys 2 'text:\;' text:long_sb
sees "A warp in this state waits for data from global"
press Enter
sees "A warp in this state waits for data from global"
press Escape
by_keys 3 'text:\;' 'text:High Pipe Utilization' Enter
sees "Rule High Pipe Utilization"
press Escape
by_keys 3 'text:\;' 'text:L2 Sectors HUB' Enter
sees "Metrics with this label"
sees "lts__"
press Escape
by_keys 3 'text:\;' 'text:Limited by' Enter
sees "what limits the kernel"
press Escape
press 'text:\;' 'text:no such word' Enter
sees "no term and no metric is called so"
done_check

task "the letters of a word show what they mean"
press 'text:\;' text:confl
sees "bank conflict"
press Tab
sees ":explain bank conflict"
press Enter
sees "Shared memory has 32 banks"
done_check

task "the occupancy with twice the registers"
by_keys 4 u j '*'
sees "Registers per thread         16        32"
sees "Occupancy        100 %"
done_check

views=$work/views.ncu-rep
[ -s "$views" ] || "$build/unit/views_report" "$views" || return
check "task: the kernels of one NVTX range"
show 80x24 "$views"
sees Kernel
by_keys 4 v 'wait:epoch 1' j j f
sees "filter nvtx:[epoch 1/: 3 of 6"
press Escape
by_keys 4 f text:nvtx:forw Tab Enter
sees "filter nvtx:forward/: 2 of 6"
lacks gemm
press Escape
press f text:nvtx:forward
sees "did you mean nvtx:forward/, the push/pop range?"
press / Enter
sees "filter nvtx:forward/: 2 of 6"
press Escape
press f text:nvtx: Tab
sees "nvtx:backward/  nvtx:epoch 1/"
press Tab
sees "filter: nvtx:backward/"
press Escape
press f text:gemm Tab
sees "Tab completes NVTX ranges, and none begins so"
done_check

task "a pane exported"
by_keys 3 : "text:export $work/task.txt" Enter
sees "written"
grep -q histogram "$work/task.txt" || wrong "the file lacks the kernel"
done_check

task "two reports compared"
by_keys 3 : "text:baseline $samples" Enter
sees "± Duration"
done_check

check "task: the result sent as one file"
"$rooftop" --html "$work/task.html" "$samples" >"$work/out" 2>&1 || wrong "status $?"
grep -q "Global Atomics" "$work/task.html" || wrong "the page lacks the cause"
! grep -qi "<script" "$work/task.html" || wrong "the page has a script"
done_check

check "a click on a cause above the list goes to its result, two clicks open it"
order='' show 80x24 "$samples"
sees "◆ 2"
click 30 4
wait_until "the second cause's kernel is selected" eval "capture | grep -q '^▸ *2 sgemm_naive'"
sleep 0.5 # no part of a double click
click_twice 30 3
sees "‹ 5 histogram"
done_check

profiles "screens: tasks that profile" || return
full=$work/full.ncu-rep
env -i "${base[@]}" "${gpu[@]}" timeout 60 "$rooftop" --no-tui --quiet --set full "${few[@]}" -f -o "$full" \
    "$app" vector_add 1 >"$work/made" 2>&1

check "task: the memory chart at 80x24"
show 80x24 "$full"
sees "◆ 1"
by_keys 2 Enter C
sees "│L1/TEX  │"
sees "│L2      │"
sees "Device"
done_check

check "task: all levels of a roofline, zoomed"
roofs=$work/roofs.ncu-rep
"$build/unit/rooflines_report" "$roofs" 8 || wrong "rooflines_report failed"
order='' show 80x24 "$roofs"
sees "Kernel"
by_keys 4 Enter f + +
sees "Zoom: 25 %"
sees "DRAM 4.80 TB/s"
sees "L1 33 TB/s"
done_check

check "a result without a roofline or a memory chart says so"
"$build/unit/findings_report" "$work"
show 80x24 "$work/nothing.ncu-rep"
sees "Launch Statistics"
press f
sees "this result has no roofline"
press C
sees "this result has no memory chart; the sets detailed and full have it"
done_check

check "task: the time series"
show 80x24 "$full"
sees "◆ 1"
by_keys 2 T
sees "vec_add"
lacks "no time series"
done_check

check "sections beyond nine are gone to by letters of their name, and titles say where there is more"
show 120x40 "$full"
sees "◆ 1"
press Enter
sees "T time"
press "'" text:wst
sees " Warp State Statistics"
press Enter
sees "▾ Warp State Statistics"
press "'" text:occ Enter
sees "▾ Occupancy"
sees "u what if"
press "'" text:zzz Enter
sees "no section's name has these letters in their order: \"zzz\""
done_check

check "sections that do not apply stand behind one row, which unfolds; a search opens it, too"
show 120x40 "$full"
sees "◆ 1"
press Enter 1 End
sees "▸ 2 sections do not apply"
lacks "▸ NVLink Topology"
press Enter
sees "▸ NVLink Topology"
press Enter
sees_not "▸ NVLink Topology"
press / "text:NVLink Top" Enter
sees "▾ NVLink Topology"
done_check

check "task: the program again with another set"
live 120x40 --set basic fakeapp inplace
sees "the program has ended: 3 results"
by_keys 3 r Right wait:"[detailed]" Enter
wait_until "both runs are in the list" eval "[ \"\$(capture | grep -cE '^[▸ ] +[0-9]+ .*inplace')\" = 6 ]"
done_check
check "task: a live run stopped and saved"
live 80x24 --metrics gpu__time_duration.sum sh -c 'fakeapp tiny 1; sleep 60'
sees " 1 result "
by_keys 4 C-c wait:"ended by signal" : "text:save $work/stopped" Enter
sees "1 result written to $work/stopped.ncu-rep"
press Q Q
ends any
done_check
