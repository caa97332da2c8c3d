# The cursor over numbers, the raw view and the help of metrics; what CUPTI would say of a metric depends on the machine.

figures=$work/numbers.ncu-rep
check "numbers: the report with figures is made"
"$build/unit/figures_report" "$figures" || wrong "figures_report failed"
done_check
samples=$root/tests/data/samples.ncu-rep views=$work/metric_views.ncu-rep
check "numbers: the report with time series and ranges is made"
"$build/unit/views_report" "$views" || wrong "views_report failed"
done_check
none=(ROOFTOP_CUPTI=/nowhere)

with=("${none[@]}")
report=$figures
screen_check numbers_80 80x24 a . . . . .
screen_check numbers_memory_120 120x40 2 z . . . . . .
then_check numbers_memory_next .
screen_check numbers_memory_80 80x24 2 z . .
screen_check numbers_roofline_120 120x40 4 z . .
screen_check numbers_200 200x60 a . Down Down Right
with=("${none[@]}" LC_ALL=C)
screen_check numbers_ascii 80x24 2 z . . .
check "numbers in LANG=C: only ASCII"
ascii_only
done_check

with=("${none[@]}" --apply-rules no)
report=$samples
screen_check raw_filter_80 80x24 M f text:occupancy_per Enter
then_check raw_instances_80 Enter Down Down
screen_check raw_120 120x40 M '#'
screen_check raw_40 40x14 M
screen_check metric_80 80x24 Enter . . i
then_check metric_operand Down Down Down Down Down Down Down Down Enter
with=()

check "numbers: the cursor goes on in the next open section, and is let go of"
show 100x40 "${none[@]}" "$figures"
sees "Figure of Curves"
press 2 z
press 5
press .
sees "smsp__average_warps_issue_stalled_mio_throttle"
press ,
sees "Total: Bytes"
press .
sees "smsp__average_warps_issue_stalled_mio_throttle"
press Escape
sees_not "Esc drop"
press Escape
sees "Limited by"
done_check

check "numbers: without an open section there is none, which is said"
show 80x24 "${none[@]}" "$figures"
sees "Figure of Curves"
press 1
press .
sees "no section with numbers is open"
done_check

check "numbers: the row of messages is about the marked one, also if another result was shown meanwhile"
show 100x40 "${none[@]}" "$samples"
sees "Limited by"
press Enter
press . . . . . . .
sees "▸80.42"
sees "elapsed  80.42"
press Tab
sees_not "elapsed  80.42"
press "]"
press BTab
sees "▸39.46"
sees "elapsed  39.46"
done_check

check "numbers: the row of messages is about the marked one, also if the old one is folded away"
show 100x60 "${none[@]}" "$samples"
sees "Limited by"
press Enter e
press . ,
sees "Esc drop"
press e
sees "20 more (e)"
sees "▸33.31 %"
sees "gpu__compute_memory_access_throughput_internal_activity"
done_check

check "numbers: a click selects one, a second one opens its help"
show 80x24 "${none[@]}" "$figures"
sees "Figure of Curves"
press 5 z
sees "Barrier"
settle
line=$(capture | grep -n 'Barrier ' | head -1)
row=${line%%:*} text=${line#*:}
before=${text%%31.60*}
click_twice $((${#before} + 2)) "$row"
sees "In result 0"
sees "smsp__average_warps_issue_stalled_barrier"
done_check

check "help of metrics: operands and back, a name, an unknown one"
show 100x40 "${none[@]}" "$samples"
sees Kernel
press : "text:metric sm__throughput.avg.pct_of_peak_sustained_elapsed" Enter
sees "The greatest of these"
press / "text:sm__inst_executed.avg" Enter
press Enter
sees "A part of"
press Escape
sees "The greatest of these"
press Escape
sees "Limited by"
press : "text:metric gpu__time_duraton.sum" Enter
sees "nearest is"
done_check

check "help of metrics: to the section that shows it"
press : "text:metric gpu__time_duration.sum" Enter
press / "text:Speed Of Light" Enter
press Enter
sees "▾ GPU Speed Of Light"
done_check

check "raw view and help are written to files"
cd "$work" || return
press M
sees "metrics"
press : "text:export $work/raw.csv" Enter
wait_until "the CSV has a metric" grep -q "gpu__time_duration.sum" "$work/raw.csv"
press i
sees "In result"
press : "text:export $work/help.json" Enter
wait_until "the JSON has what it is" grep -q '"title": "What it is"' "$work/help.json"
press : "text:export $work/help.md" Enter
wait_until "Markdown has what it is" grep -q "^| What it is | " "$work/help.md"
cd "$root" || return
done_check

# helps KEYS... -- WORD...: after the keys `i` opens the help of that metric, and closes it again; without a word it says why not.
helps()
{
    local keys=()
    while [ "$1" != -- ]; do
        keys+=("$1")
        shift
    done
    press "${keys[@]}"
    settle
    press i
    if [ -n "$2" ]; then
        sees "‹ $2"
        sees "In result"
        press i
        sees_not "In result"
    else
        sees "$3"
        lacks "In result"
    fi
}

check "the help of a metric is that of what is under the cursor, in every view"
show 100x40 "${none[@]}" "$samples"
sees Kernel
helps -- "" "the list is not sorted by a metric"
helps : text:sort-by Space text:sum Enter -- gpu__time_duration.sum
helps O -- lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed
helps O p -- "" "this value is not a metric"
helps / text:Grid Enter -- launch__grid_dim_x
helps / text:per Space text:block Enter -- launch__block_size
helps p u -- launch__block_size
helps j -- launch__registers_per_thread
helps u I -- "" "this value is not a metric"
helps I C -- "" "this column shows no metric"
helps / text:occupancy Enter -- sm__warps_active.avg.pct_of_peak_sustained_active
helps C o -- "" "this shows no metric"
check "without a cursor over numbers the help is that of the first number of the section or row"
show 100x40 "${none[@]}" "$samples"
sees Kernel
press Enter
sees "▾ GPU Speed Of Light"
helps -- sm__throughput.avg.pct_of_peak_sustained_elapsed
helps Escape Enter -- "" "no number stands here"
done_check
show 100x40 "${none[@]}" "$views"
sees Kernel
helps T -- pmsampling:sm__throughput
helps / text:SM Enter -- "" "this row is not a time series"
helps T v -- gpu__time_duration.sum
done_check
