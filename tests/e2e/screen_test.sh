#!/usr/bin/env bash
# screen_test.sh [BUILD [viewer]]: rooftop in a terminal of tmux, with keys pressed, compared with the screens in screens/.
# GENERATE=1 writes those instead. ONLY=list,details,... runs some of the parts, SHARE=2/4 every fourth from the second on.
# Of a viewer, which cannot record a report, the parts that look at stored and made ones; the others are named.
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build}
case $build in /*) ;; *) build=$PWD/$build ;; esac
viewer=${2-}

. "$root/tests/e2e/screen_lib.sh"

sample=$work/sample.ncu-rep
[ -n "$viewer" ] || make_report "$sample"

# In the order in which twelve shares of them take about as long: four parts take half a minute, the first of them alone.
parts="live views keys restore rerun help typing source findings edit export outside
    notes viewer readme links sizes list trace terminals numbers columns details samples
    diagnosis occupancy auto session tasks commands filter rooflines cpu panes hostile figures
    nvtx sections rules reports timeline launch ranks log hot mouse baselines"
# Those that look at the report that is recorded on the doubles, or profile on them.
recorded="live restore outside edit help rerun sizes list filter commands typing terminals details columns panes hostile log mouse keys export baselines
    links reports auto"
number=0
for part in $parts; do
    number=$((number + 1))
    [ -z "${SHARE-}" ] || [ $((number % ${SHARE#*/})) = $((${SHARE%/*} % ${SHARE#*/})) ] || continue
    case ,${ONLY-$part}, in
    *,$part,*) ;;
    *) continue ;;
    esac
    case " ${recorded//[[:space:]]/ } " in
    *" $part "*) profiles "screens: $part" || continue ;;
    esac
    report=$sample with=()
    . "$root/tests/e2e/screen_$part.sh"
done

check "no process is left behind"
end_rooftop
mux kill-server 2>/dev/null
for _ in {1..600}; do
    left=$(strays)
    [ -n "$left" ] || break
    sleep 0.1
done
[ -z "$left" ] || wrong "$(for pid in $left; do tr '\0' ' ' <"/proc/$pid/cmdline"; done 2>/dev/null)"
done_check
summary
