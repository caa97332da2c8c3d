#!/bin/sh
# lint.sh BUILD CUDA_HOME: format, static analysis and shell scripts. Prints what each found; fails if any found something.
build=$1 cuda=$2 failed=0
sources=$(git ls-files 'src/*.c' 'src/*.h' 'tests/*.c' 'tests/*.h')
report() { # NAME STATUS
    if [ "$2" = 0 ]; then echo "ok   $1"; else echo "FAIL $1"; failed=1; fi
}
# shellcheck disable=SC2086
clang-format --dry-run -Werror $sources
report clang-format $?
# One process: several do not look across files.
cppcheck --quiet --std=c11 --language=c --inline-suppr --error-exitcode=1 --enable=warning,performance,portability \
    --suppress=missingIncludeSystem --suppress=autoVariables --suppress=invalidPointerCast -D_GNU_SOURCE -DROOFTOP_COLLECT \
    -Isrc -Isrc/report src
report cppcheck $?
flags="-std=c11 -D_GNU_SOURCE -DROOFTOP_VERSION=\\\"0\\\" -DROOFTOP_COLLECT -Isrc -Isrc/report -I$build/gen -isystem $build/gen/cxx -isystem $cuda/include"
# LINT_STATES: how many the analyzer goes through in a function. With a fifth of its own number (225,000 are usual) it takes
# less than half the time, and still sees some of each function.
flags="$flags -Xclang -analyzer-config -Xclang max-nodes=${LINT_STATES:-50000}"
# What it says on standard error (how many warnings of other headers it left out) matters only if it failed.
# shellcheck disable=SC2016
git ls-files 'src/*.c' | xargs -P 2 -n 8 sh -c '
    said=$(mktemp)
    clang-tidy --quiet --warnings-as-errors="*" "$@" -- '"$flags"' 2>"$said"
    status=$?
    [ $status = 0 ] || cat "$said" >&2
    rm -f "$said"
    exit $status' tidy
report clang-tidy $?
# shellcheck disable=SC2046
shellcheck -S warning $(git ls-files '*.sh') .ci/run
report shellcheck $?
warnings=$(groff -mdoc -Tutf8 -ww -z man/*.[15] 2>&1) && [ -z "$warnings" ]
report "manual pages" $?
[ -z "$warnings" ] || echo "$warnings"
exit $failed
