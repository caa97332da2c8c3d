#!/bin/sh
# check.sh BUILD cuda|viewer [sanitized]: runs all tests that need no GPU and sums up their results in the last line. Of a
# sanitized build those that look at its code; bytes and time of keys are those of the plain one.
build=$1 kind=$2 sanitized=${3-}
here=$(dirname "$0")
log=$build/check
mkdir -p "$log"
LSAN_OPTIONS=suppressions=$(cd "$here" && pwd)/lsan.supp:print_suppressions=0
export LSAN_OPTIONS
passed=0 failed=0 skipped=0
# Parts of collect.sh, those that take longest first.
parts="application modes machine strain ranges graphs output mpi select in_place mps series stacks ends windows services nvtx"
parts="$parts terminal faults links clocks rules values forms sources diff query hostile"
# A part that is not named here is run, too.
for file in "$here"/e2e/collect_*.sh; do
    name=${file##*/collect_} name=${name%.sh}
    case " $parts " in *" $name "*) ;; *) parts="$parts $name" ;; esac
done
# SANITIZED_PARTS=host leaves those out of a sanitized build whose subject is the injection library, which stays plain.
injected="modes strain graphs in_place windows faults inside pools times series"
if [ -n "$sanitized" ] && [ "${SANITIZED_PARTS:-all}" = host ]; then
    kept=
    for name in $parts; do
        case " $injected " in *" $name "*) ;; *) kept="$kept $name" ;; esac
    done
    parts=$kept
fi
shares=$(seq 12) twins="cupti wire reports random"
# PLAIN_PARTS=own leaves those out of a plain build that run sanitized as well.
if [ -z "$sanitized" ] && [ "${PLAIN_PARTS:-all}" = own ]; then
    parts=$injected shares='' twins=''
fi

# Parts that print "N passed, N failed[, N skipped]" last.
count() { # NAME STATUS
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "$log/$1.log" | tail -n 1)
    p=$(echo "$line" | sed -E 's/^([0-9]+) passed.*/\1/') f=$(echo "$line" | sed -E 's/.* ([0-9]+) failed.*/\1/')
    s=$(echo "$line" | sed -nE 's/.* ([0-9]+) skipped.*/\1/p')
    if [ -z "$line" ] || { [ "$2" != 0 ] && [ "$f" = 0 ]; }; then
        f=$((${f:-0} + 1))
    fi
    passed=$((passed + ${p:-0})) failed=$((failed + ${f:-0})) skipped=$((skipped + ${s:-0}))
    grep -E '^(FAIL|skip)' "$log/$1.log"
    echo "$1: ${p:-0} passed, ${f:-0} failed${s:+, $s skipped}"
}

# The make above lends its job server to recipes that it knows to run make; this one it does not know, and what is
# open under these numbers here may be anything.
MAKEFLAGS=$(printf '%s' "${MAKEFLAGS:-}" | sed -E 's/(^| )--jobserver-(auth|fds)=[^ ]*//g; s/(^| )-j[0-9]*//g')
export MAKEFLAGS

echo "== unit tests"
make --no-print-directory -j"$(nproc)" -k check-unit BUILD="$build" CHECKING=1 >"$log/unit.log" 2>&1
status=$?
grep -E '^\[  (FAILED|ERROR)|error:|FAILED|^check-unit: failed|ERROR:|Sanitizer|^    #[0-9] |\*\*\*' "$log/unit.log"
p=$(grep -cE '^\[       OK \]' "$log/unit.log") f=$(grep -cE '^\[  FAILED  \] [a-z_0-9]+$' "$log/unit.log")
[ "$status" = 0 ] || [ "$f" != 0 ] || f=1
passed=$((passed + p)) failed=$((failed + f))
echo "unit: $p passed, $f failed"

# What sanitizers say is a failure also of a run that is to fail, whose status tells nothing.
rm -f "$log"/sanitizer.*
[ -z "$sanitized" ] || LSAN_OPTIONS=$LSAN_OPTIONS:log_path=$(cd "$log" && pwd)/sanitizer

part() { # NAME COMMAND...
    name=$1
    shift
    "$@" >"$log/$name.log" 2>&1
    echo $? >"$log/$name.status"
}
rm -f "$log"/*.status
# Most of this waits for programs: twice as many things at a time as there are processors, what waits most first.
viewer=
[ "$kind" = cuda ] || parts='' viewer=viewer
[ -n "$parts" ] || twins=${twins:+reports random}
plain=yes
[ -z "$sanitized" ] || plain=
# Seconds of hostile reports and programs: it is the sanitizers that find what they do. Their seed is always the same, so that a
# failure comes of the change; `make fuzz-hostile` and `make fuzz-keys` look further.
hostile=5
[ -z "$sanitized" ] || hostile=40
# shellcheck disable=SC2046,SC2086,SC2016
printf '%s\n' ${shares:+$(printf 'screens%s ' $shares)} $twins $parts ${plain:+build} | xargs -P $((2 * $(nproc))) -I NAME sh -c '
    part=NAME
    case $part in
    cupti) bash "$1/cupti/run.sh" "$2" ;;
    screens[0-9]*) SHARE=${part#screens}/12 bash "$1/e2e/screen_test.sh" "$2" $4 ;;
    random) bash "$1/keys/run.sh" "$2" 1 20 ;;
    reports) bash "$1/hostile/reports.sh" "$2" 1 $5 ;;
    wire) bash "$1/hostile/wire.sh" "$2" 1 $5 2 ;;
    build) bash "$1/build_test.sh" ;;
    *) bash "$1/e2e/collect.sh" "$2" $part ;;
    esac >"$3/$part.log" 2>&1
    echo $? >"$3/$part.status"' check "$here" "$build" "$log" "$viewer" "$hostile"
if [ -n "$plain" ]; then
    part keys bash "$here/keys/run.sh" "$build"
    part compare bash "$here/gpu/compare_test.sh"
    part python bash "$here/python/run.sh" "$build"
fi

result() { # NAME TITLE
    echo "== $2"
    count "$1" "$(cat "$log/$1.status" 2>/dev/null || echo 1)"
}
if [ "$kind" = cuda ]; then
    echo "== collection on the doubles of driver, CUPTI and NVML"
    for name in $parts; do
        count "$name" "$(cat "$log/$name.status" 2>/dev/null || echo 1)"
    done
    [ -z "$twins" ] || result cupti "schedules and values by CUPTI, without a GPU"
else
    echo "skip collection: built without CUDA 13 headers (set CUDA_HOME), so there is nothing that profiles"
    skipped=$((skipped + 1))
fi
echo "== screens"
for share in $shares; do
    count "screens$share" "$(cat "$log/screens$share.status" 2>/dev/null || echo 1)"
done
if [ -n "$twins" ]; then
    result random "random keys"
    result reports "hostile reports"
    [ -z "$parts" ] || result wire "hostile programs"
fi
if [ -n "$plain" ]; then
    result keys "keys: what they cost"
    result build "build, packages, demonstration"
    result compare "comparison scripts of the GPU tests"
    result python "Python: modules and rules"
fi

for file in "$log"/sanitizer.*; do
    [ -e "$file" ] || continue
    failed=$((failed + 1))
    echo "FAIL sanitizers: $file: $(grep -m 1 ^SUMMARY "$file")"
done

if [ "$skipped" = 0 ]; then
    echo "$passed passed, $failed failed"
else
    echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" = 0 ]
