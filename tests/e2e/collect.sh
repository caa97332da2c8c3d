#!/bin/bash
# End-to-end checks of profiling with text output, on the doubles of driver, CUPTI and NVML.
#   tests/e2e/collect.sh [BUILD [PART...]]
#   parts: each collect_PART.sh beside this file; all of them, if none is named
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-build}
shift
. "$here/lib.sh"
for part in "${@:-all}"; do
    [ "$part" = all ] || [ -f "$here/collect_$part.sh" ] || { echo "collect: no part $part"; exit 2; }
done
if [ "${1:-all}" = all ]; then
    # shellcheck disable=SC2046
    set -- $(cd "$here" && ls collect_*.sh | sed 's/^collect_//; s/\.sh$//')
fi
for part in "$@"; do
    . "$here/collect_$part.sh"
done
check "no process is left behind"
wait_until "the last process is gone" no_strays
done_check
summary
