#!/bin/bash
# End-to-end checks of profiling with text output, on the doubles of driver, CUPTI and NVML.
#   tests/e2e/collect.sh [BUILD [PART...]]
#   parts: modes windows native application services values select nvtx ranges stacks graphs rules query output forms sources terminal diff ends clocks links faults machine strain mpi series mps hostile trace
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-build}
shift
. "$here/lib.sh"
for part in "${@:-all}"; do
    [ "$part" = all ] || [ -f "$here/collect_$part.sh" ] || { echo "collect: no part $part"; exit 2; }
done
case ${1:-all} in
all) set -- modes windows native application services values select nvtx ranges stacks graphs rules query output forms sources terminal diff ends clocks links faults machine strain mpi series mps hostile trace ;;
esac
for part in "$@"; do
    . "$here/collect_$part.sh"
done
check "no process is left behind"
wait_until "the last process is gone" no_strays
done_check
summary
