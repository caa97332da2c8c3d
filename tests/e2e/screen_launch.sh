# The view of the launch.

views=$work/views.ncu-rep
[ -s "$views" ] || "$build/unit/views_report" "$views" || return
report=$views
screen_check launch_80_end 80x24 p '>' k k
screen_check launch_120 120x40 p j Enter j j
check "the launch at small sizes"
show 80x24 "$report"
sees rooftop
press p
for size in 30x5 31x8 44x12 60x17 80x5 30x40; do
    mux resize-window -t run -x "${size%x*}" -y "${size#*x}"
    settle
    alive
done
done_check
check "a fact of the launch is found, copied and written"
show 80x24 "$report"
sees Kernel
press p / text:registers Enter
wait_until "it is selected" eval "capture | grep -q '^▸.*Registers per thread'"
press y
sees "sent to the terminal's clipboard"
press : "text:export $work/launch.csv" Enter
sees "written"
grep -q '"Resources","Registers per thread","32 registers/thread","launch__registers_per_thread"' "$work/launch.csv" ||
    wrong "the file lacks a metric"
press a
sees_not "API call"
press ']'
sees "‹ 1 gemm"
lacks "API call"
press '['
sees "‹ 0 scale"
press Escape
sees "Limited by"
done_check
check "the launch follows the list beside it"
show 160x40 "$report"
sees "▸ Results"
press p
sees "‹ 0 scale"
press Tab j
sees "‹ 1 gemm"
done_check
