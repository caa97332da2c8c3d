# The view of the session.

views=$work/views.ncu-rep
[ -s "$views" ] || "$build/unit/views_report" "$views" || return
report=$views
screen_check session_200_end 200x60 I "wait:Working folder" '>' k k
check "the session at small sizes"
show 80x24 "$report"
sees rooftop
press I
for size in 30x5 31x8 44x12 60x17 80x5 30x40; do
    mux resize-window -t run -x "${size%x*}" -y "${size#*x}"
    settle
    alive
done
done_check
check "the session is found, and written as its page"
show 80x24 "$report"
sees Kernel
press I / text:environment Enter
wait_until "it is selected" eval "capture | grep -q '^▸.*Environment'"
press : "text:export $work/session.txt" Enter
sees "written"
grep -q "Launch Settings" "$work/session.txt" || wrong "it is not the page"
done_check
check "two reports stand one after the other, and fold"
show 80x24 "$report" "$root/tests/data/samples.ncu-rep"
sees Kernel
press I
sees "▾ views.ncu-rep"
press Enter
sees_not "Working folder"
sees "samples.ncu-rep"
press a
sees "Working folder"
done_check
