#!/bin/bash
# run.sh BUILD: the Python modules and rules in Python, by the python3 of this machine. Prints "N passed, N failed".
build=$(cd "${1:-build}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
"$build/unit/code_report" "$work/code.ncu-rep" && "$build/unit/findings_report" "$work" ||
    echo "FAIL the reports cannot be written: make fakegpu"
export CODE_REPORT=$work/code.ncu-rep FINDINGS_REPORT=$work/findings.ncu-rep
export ROOFTOP_BUILD=$build ROOFTOP=$build/rooftop XDG_CACHE_HOME=$work/cache SAMPLES=$here/../data/samples.ncu-rep WORK=$work
export PYTHONDONTWRITEBYTECODE=1
# The modules come from where a user has them. Sanitizers look at the program, not at python3.
PYTHONPATH=$("$ROOFTOP" --python-path) || echo "FAIL --python-path prints no folder"
export PYTHONPATH
for test in "$here"/test_*.py; do
    timeout 300 python3 "$test" -v >"$work/log" 2>&1
    p=$(grep -c ' \.\.\. ok$' "$work/log") f=$(grep -cE ' \.\.\. (FAIL|ERROR)$' "$work/log")
    [ "$p" != 0 ] || [ "$f" != 0 ] || f=1
    if [ "$f" != 0 ]; then
        echo "FAIL $(basename "$test")"
        cat "$work/log"
    fi
    passed=$((passed + p)) failed=$((failed + f))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
