#!/usr/bin/env bash
# screen_test.sh [BUILD]: rooftop in a terminal of tmux, with keys pressed, compared with the screens in screens/.
# GENERATE=1 writes those instead. ONLY=list,details,... runs some of the parts, HALF=1 or 2 those of the first list or the second.
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build}
case $build in /*) ;; *) build=$PWD/$build ;; esac

. "$root/tests/e2e/screen_lib.sh"

report=$work/sample.ncu-rep
make_report "$report"

first="list columns filter reports details help terminals sizes restore hostile live notes findings samples sections"
second="rules links figures rooflines panes commands mouse export rerun timeline nvtx launch session log source occupancy numbers baselines views"
case ${HALF-} in
1) parts=$first ;;
2) parts=$second ;;
*) parts="$first $second" ;;
esac
for part in $parts; do
    case ,${ONLY-$part}, in
    *,$part,*) . "$root/tests/e2e/screen_$part.sh" ;;
    esac
done

check "no process is left behind"
end_rooftop
mux kill-server 2>/dev/null
for _ in {1..50}; do
    left=$(strays)
    [ -n "$left" ] || break
    sleep 0.1
done
[ -z "$left" ] || wrong "$(for pid in $left; do tr '\0' ' ' <"/proc/$pid/cmdline"; done 2>/dev/null)"
done_check
summary
