# The tree of NVTX ranges, and the list filtered by one.

views=$work/views.ncu-rep
[ -s "$views" ] || "$build/unit/views_report" "$views" || return
report=$views
screen_check nvtx_80 80x24 v
then_check nvtx_80_open a j j j
check "a range filters the list"
press f
sees "filter nvtx:[epoch 1/forward/: 2 of 6"
lacks gemm
press Escape
sees gemm
done_check
check "a range with odd characters filters, too"
press v / text:前向 Enter f
sees "1 of 6"
lacks scale
press : 'text:filter nvtx:solver@copy' Enter
sees "2 of 6"
press : 'text:filter nvtx:solver@' Enter
sees "character 8"
done_check
check "a result in the tree opens its details, and Esc goes back to the tree"
show 80x24 "$report"
sees Kernel
press v wait:'epoch 1' / text:'5 fill' Enter Enter
sees "‹ 5 fill"
press Escape
sees "Range"
done_check
check "the tree is copied and written"
press y
sees "sent to the terminal's clipboard"
press : "text:export $work/ranges.txt" Enter
sees "written"
grep -q "epoch 1: 3 results, 6.00 us, 28.6%" "$work/ranges.txt" || wrong "the file lacks a range"
done_check
check "a report without ranges says how they are recorded"
show 80x24 "$root/tests/data/samples.ncu-rep"
sees Kernel
press v
sees "--nvtx"
done_check
check "the tree at small sizes"
show 80x24 "$report"
sees rooftop
press v a
for size in 30x5 31x8 44x12 60x17 80x5 30x40; do
    mux resize-window -t run -x "${size%x*}" -y "${size#*x}"
    settle
    alive
done
done_check
