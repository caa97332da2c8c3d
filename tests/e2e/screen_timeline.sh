# The timeline: time series of a result, its chart, the cursor in time.

views=$work/views.ncu-rep
check "the report for the timeline"
"$build/unit/views_report" "$views" || wrong "it cannot be made: make all fakegpu BUILD=$build"
done_check
[ -s "$views" ] || return
report=$views
screen_check timeline_80 80x24 T
then_check timeline_80_stack j j j
check "the cursor in time tells the values there"
press L l l
sees "at 12 us"
press h H
sees "at 1 us"
press 0 + +
sees "zoom 4"
press - -
sees_not "zoom 4"
done_check
check "Enter folds a group, a search opens it again"
press k Enter
sees_not "Barrier"
press / text:barrier Enter
sees "a Barrier"
done_check
check "the row is copied with its values, samples are written"
press y
sees "sent to the terminal's clipboard"
press : "text:export $work/series.csv" Enter
sees "written"
same "samples" "$(grep -c '"pmsampling:' "$work/series.csv")" 128
done_check
check "rows say how their mean differs from a baseline's"
lacks "of mean"
press Escape : "text:baseline $views" Enter T
sees "of mean"
sees "="
lacks "n/a before"
press c
sees "changes are hidden"
sees_not "of mean"
press c
sees "of mean"
press Escape B T
sees "Barrier [warp]"
lacks "of mean"
done_check
screen_check timeline_120 120x40 T a j j j j j
check "a result without series says what records them"
show 80x24 "$report"
sees Kernel
press j T
sees "has no time series"
sees "PmSampling"
press '['
sees "Throughput"
press ']' T
sees "Limited by"
press Enter T Escape
sees "gemm"
lacks "time series"
done_check
check "the timeline at small sizes"
show 80x24 "$report"
sees rooftop
press T j j j
for size in 30x5 31x8 44x12 60x17 80x5 30x40; do
    mux resize-window -t run -x "${size%x*}" -y "${size#*x}"
    settle
    alive
done
done_check
check "a click goes to a row and a time"
show 80x24 "$report"
sees Kernel
press T
sees "at 0 us"
click 12 6
sees_not "at 0 us"
click 12 15
wait_until "the group is selected" eval "capture | grep -q '^▸.*DRAM'"
alive
done_check
