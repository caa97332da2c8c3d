#!/bin/sh
# lint.sh BUILD CUDA_HOME: checks the use of rooms, marks that merges left, the format, the code by static analysis, shell
# scripts and manual pages. Prints what each check found and fails if any found something. BUILD has to hold a build with everything in it.
build=$1 cuda=$2 failed=0
cache=${XDG_CACHE_HOME:-$HOME/.cache}/rooftop
passed=$cache/tidy
mkdir -p "$passed" "$cache/cppcheck" && find "$passed" -type f -mtime +30 -delete
report() { # NAME STATUS
    if [ "$2" = 0 ]; then echo "ok   $1"; else echo "FAIL $1"; failed=1; fi
}
# A file that passed is not looked at again before it or the settings change.
each() { # SETTINGS COMMAND... <FILES
    settings=$1
    shift
    new=$(python3 tools/unchecked.py "$passed" "" "$settings")
    # shellcheck disable=SC2046
    [ -z "$new" ] || "$@" $(echo "$new" | cut -d ' ' -f 2) || return 1
    [ -z "$new" ] || (cd "$passed" && echo "$new" | cut -d ' ' -f 1 | xargs touch)
}
python3 tools/layers.py "$build/obj"
report rooms $?
! git grep -nE '^(<<<<<<<|>>>>>>>) ' -- ':!tests/data' ':!tests/fuzz/corpus'
report "marks of merges" $?
git ls-files 'src/*.c' 'src/*.h' 'tools/*.c' 'tools/*.h' 'tests/*.c' 'tests/*.h' |
    each "$(clang-format --version) $(cat .clang-format)" clang-format --dry-run -Werror
report clang-format $?
# One process: several do not look across files. It keeps what it found in a file, and looks at those again that changed;
# another one that runs meanwhile does without.
kept=--cppcheck-build-dir=$cache/cppcheck
exec 8>"$cache/cppcheck.lock"
flock -n 8 || kept=
# shellcheck disable=SC2086
cppcheck --quiet --std=c11 --language=c --inline-suppr --error-exitcode=1 --enable=warning,performance,portability $kept \
    --suppress=missingIncludeSystem --suppress=autoVariables --suppress=invalidPointerCast -D_GNU_SOURCE -DROOFTOP_COLLECT \
    -Isrc src tools
report cppcheck $?
exec 8>&-
flags="-std=c11 -D_GNU_SOURCE -DROOFTOP_VERSION=\\\"0\\\" -DROOFTOP_COLLECT -Isrc -I$build/gen -isystem $build/gen/cxx -isystem $cuda/include"
# LINT_STATES: how many the analyzer goes through in a function. With a fraction of its own number (225,000) it takes less
# than half the time, and still sees some of each function. Here and in CI it is the same, so that what passed here is not
# looked at again there.
flags="$flags -Xclang -analyzer-config -Xclang max-nodes=${LINT_STATES:-15000}"
# Here it is looked at again also when something changes that it includes.
git ls-files 'src/*.c' 'tools/*.c' >"$build/tidy.all"
python3 tools/unchecked.py "$passed" "$build" "$flags $(clang-tidy --version) $(cat .clang-tidy)" <"$build/tidy.all" >"$build/tidy.new"
# What it says on standard error (how many warnings of other headers it left out) matters only if it failed.
# shellcheck disable=SC2016
xargs -r -P 2 -n 16 sh -c '
    passed=$1 said=$(mktemp)
    shift
    keys= files=
    while [ $# != 0 ]; do
        keys="$keys $1" files="$files $2"
        shift 2
    done
    clang-tidy --quiet --warnings-as-errors="*" $files -- '"$flags"' 2>"$said"
    status=$?
    [ $status = 0 ] || cat "$said" >&2
    rm -f "$said"
    [ $status = 0 ] && cd "$passed" && for key in $keys; do
        [ "$key" = - ] || : >"$key"
    done
    exit $status' tidy "$passed" <"$build/tidy.new"
report clang-tidy $?
{ git ls-files '*.sh' && echo .ci/run; } | each "$(shellcheck --version)" shellcheck -S warning
report shellcheck $?
warnings=$(groff -mdoc -Tutf8 -ww -z "$build/man/rooftop.1" "$build/man/rooftop-glossary.7" man/*.[1357] 2>&1) && [ -z "$warnings" ]
report "manual pages" $?
[ -z "$warnings" ] || echo "$warnings"
exit $failed
