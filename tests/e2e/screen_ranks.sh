# The ranks of a job side by side, on a report of four processes.

ranks=$work/ranks.ncu-rep
before=$report
[ -s "$ranks" ] || "$build/unit/ranks_report" "$ranks"
report=$ranks
screen_check ranks_80 80x24 P j
then_check ranks_80_kernel G
screen_check ranks_120 120x40 P / text:residual Enter
with=(LC_ALL=C)
screen_check ranks_ascii_80 80x24 P
ascii_only
with=()

check "ranks: Enter opens the slowest result of a kernel, a rank or a finding, Esc and P lead back"
show 80x24 "$ranks"
press P wait:stencil G Enter
sees "29 pack_halo"
press Escape wait:Kernels k Enter
sees "15 residual"
press Escape wait:Kernels Home Enter
sees "26 stencil"
press Escape wait:Kernels / text:"rank 2" Enter Enter
sees "18 stencil"
press Escape wait:Kernels P
sees "Limited by"
alive
done_check

check "ranks: Enter on a title says what to go to, and the menu finds the view"
show 80x24 "$ranks"
press A text:ranks Enter
sees "4 ranks, 32 results, 3 kernels in common"
press Home j j j j j j j Enter
sees "go to a rank, a kernel or a finding first"
done_check

check "ranks: filters of the command line choose the results"
show 80x24 -k stencil "$ranks"
press P
sees "4 ranks, 12 results, 1 kernel in common"
sees_not "residual"
press P F P
sees "4 ranks, 32 results, 3 kernels in common"
done_check

check "ranks at small sizes"
show 80x24 "$ranks"
press P wait:stencil
for size in 61x19 44x12 30x5 20x10 80x5; do
    mux resize-window -t run -x "${size%x*}" -y "${size#*x}"
    settle
    alive
done
mux resize-window -t run -x 44 -y 24
press G
sees "+60.5 %"
done_check

check "ranks: the page is exported, and a kernel is copied with its headings"
show 120x40 "$ranks"
press P wait:stencil : text:"export $work/ranks.csv" Enter
sees "written: $work/ranks.csv"
"$rooftop" --page ranks --csv -i "$ranks" >"$work/page.csv"
cmp -s "$work/ranks.csv" "$work/page.csv" || wrong "it is another text"
done_check

check "ranks: a report of one process says what to open"
show 80x24 "$root/tests/data/samples.ncu-rep"
press P
sees "Open the reports of several ranks together"
done_check
report=$before
