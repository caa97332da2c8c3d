#!/bin/sh
# check.sh BUILD cuda|viewer [sanitized]: runs all tests that need no GPU and sums up their results in the last line. Of a
# sanitized build those that look at its code; bytes and time of keys are those of the plain one.
build=$1 kind=$2 sanitized=${3-}
here=$(dirname "$0")
log=$build/check
mkdir -p "$log"
rm -f "$log"/*.log "$log"/*.status "$log"/*.times
LSAN_OPTIONS=suppressions=$(cd "$here" && pwd)/lsan.supp:print_suppressions=0
# See SANITIZERS in the Makefile. Of blocks of thread-local storage that dlopen() brings, LeakSanitizer guesses begin and size from
# what lies before them, and ends with a signal where it guesses wrong.
ASAN_OPTIONS=handle_sigill=1:intercept_tls_get_addr=0
export LSAN_OPTIONS ASAN_OPTIONS
passed=0 failed=0 skipped=0
# Parts of collect.sh, those that take longest first.
parts="terminal application machine strain in_place mpi lines pools chance trace devices modes windows mps ranges select graphs"
parts="$parts series auto output guides scripts stacks ends services nvtx faults links clocks rules values forms sources diff query"
# A part that is not named here is run, too.
for file in "$here"/e2e/collect_*.sh; do
    name=${file##*/collect_} name=${name%.sh}
    case " $parts " in *" $name "*) ;; *) parts="$parts $name" ;; esac
done
# SANITIZED_PARTS=host leaves those out of a sanitized build whose subject is the injection library, which stays plain, or
# CUPTI, which takes most of the time of its part and is not ours.
injected="chance modes strain graphs exposed in_place windows devices faults inside pools times series"
if [ -n "$sanitized" ] && [ "${SANITIZED_PARTS:-all}" = host ]; then
    kept=
    for name in $parts; do
        case " $injected " in *" $name "*) ;; *) kept="$kept $name" ;; esac
    done
    parts=$kept
fi
units=unit screens=screens twins="cupti wire reports random" # a sanitized build runs these, too,
own="build python compare" last=keys              # and these not; the last one alone
[ -z "$sanitized" ] || last='' own=''
[ "$kind" = cuda ] || parts='' twins="reports random"
[ -z "$sanitized" ] || [ "${SANITIZED_PARTS:-all}" != host ] || twins=${twins#cupti }
# PLAIN_PARTS=own leaves those out of a plain build that run sanitized as well, and the schedules of all chips but one.
chip=
if [ -z "$sanitized" ] && [ "${PLAIN_PARTS:-all}" = own ]; then
    [ -z "$parts" ] || parts=$injected
    units='' screens='' twins=$([ "$kind" != cuda ] || echo cupti) chip=GH100
fi
# PART="trace screens" runs these alone.
only() { # NAME...: those of them that PART names
    for name; do
        case " ${PART:-$name} " in *" $name "*) printf '%s ' "$name" ;; esac
    done
}
all="$units $screens $parts $twins $own $last"
for name in ${PART-}; do
    case " $all " in
    *" $name "*) ;;
    *)
        echo "check: no part is called $name. There are: $all" >&2
        exit 2
        ;;
    esac
done
# shellcheck disable=SC2086
screens=$(only $screens) parts=$(only $parts) twins=$(only $twins) last=$(only $last) own=$(only $own)
shares=$([ -z "$screens" ] || seq 12)

# What processors worked for a part: the second line of `times`, which is that of its programs.
worked() { # NAME
    [ ! -e "$log/$1.times" ] || awk -F '[ms ]+' 'NR == 2 { printf ", %.0f s of a processor", $1 * 60 + $2 + $3 * 60 + $4 }' "$log/$1.times"
}

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
    echo "$1: ${p:-0} passed, ${f:-0} failed${s:+, $s skipped}$(worked "$1")"
}

# The make above lends its job server to recipes that it knows to run make; this one it does not know, and what is
# open under these numbers here may be anything.
MAKEFLAGS=$(printf '%s' "${MAKEFLAGS:-}" | sed -E 's/(^| )--jobserver-(auth|fds)=[^ ]*//g; s/(^| )-j[0-9]*//g')
export MAKEFLAGS

# They compute, beside all that waits.
test_units() {
    make --no-print-directory -j"$(nproc)" -k check-unit BUILD="$build" CHECKING=1 >"$log/unit.log" 2>&1
    echo $? >"$log/unit.status"
    times >"$log/unit.times"
}
# shellcheck disable=SC2086
units=$(only $units)
if [ -n "$units" ]; then
    test_units &
    units_run=$!
    # A shell without job control lets what is in the background ignore an interrupt.
    trap 'kill $(ps -o pid= --ppid "$units_run") "$units_run" 2>/dev/null; exit 130' INT TERM
fi

# What sanitizers say is a failure also of a run that is to fail, whose status tells nothing.
rm -f "$log"/sanitizer.*
[ -z "$sanitized" ] || LSAN_OPTIONS=$LSAN_OPTIONS:log_path=$(cd "$log" && pwd)/sanitizer

# Most of this waits for programs: three times as many things at a time as there are processors, what takes longest first.
viewer=
[ "$kind" = cuda ] || viewer=viewer
# Seconds of hostile reports and programs: it is the sanitizers that find what they do. Their seed is always the same, so that a
# failure comes of the change; `make fuzz-hostile` and `make fuzz-keys` look further.
hostile=5
[ -z "$sanitized" ] || hostile=40
# shellcheck disable=SC2046,SC2086,SC2016
printf '%s\n' $twins ${shares:+$(printf 'screens%s ' $shares)} $own $parts | grep . | xargs -P $((3 * $(nproc))) -I NAME sh -c '
    part=NAME
    case $part in
    cupti) bash "$1/cupti/run.sh" "$2" $6 ;;
    screens[0-9]*) SHARE=${part#screens}/12 bash "$1/e2e/screen_test.sh" "$2" $4 ;;
    random) bash "$1/keys/run.sh" "$2" 1 20 ;;
    reports) bash "$1/hostile/reports.sh" "$2" 1 $5 ;;
    wire) bash "$1/hostile/wire.sh" "$2" 1 $5 2 ;;
    build) bash "$1/build_test.sh" ;;
    python) bash "$1/python/run.sh" "$2" ;;
    compare) bash "$1/gpu/compare_test.sh" ;;
    *) bash "$1/e2e/collect.sh" "$2" $part ;;
    esac >"$3/$part.log" 2>&1
    echo $? >"$3/$part.status"
    times >"$3/$part.times"' check "$here" "$build" "$log" "$viewer" "$hostile" "$chip"
wait
if [ -n "$last" ]; then # it measures
    bash "$here/keys/run.sh" "$build" >"$log/keys.log" 2>&1
    echo $? >"$log/keys.status"
fi

if [ -n "$units" ]; then
    echo "== unit tests"
    status=$(cat "$log/unit.status" 2>/dev/null || echo 1)
    grep -E '^\[  (FAILED|ERROR)|error:|FAILED|^check-unit: failed|ERROR:|Sanitizer|^    #[0-9] |\*\*\*' "$log/unit.log"
    p=$(grep -cE '^\[       OK \]' "$log/unit.log") f=$(grep -cE '^\[  FAILED  \] [a-z_0-9]+$' "$log/unit.log")
    [ "$status" = 0 ] || [ "$f" != 0 ] || f=1
    passed=$((passed + p)) failed=$((failed + f))
    echo "unit: $p passed, $f failed$(worked unit)"
fi
[ -z "$parts" ] || echo "== collection on the doubles of driver, CUPTI and NVML"
# shellcheck disable=SC2086
[ -z "$shares" ] || shares=$(printf 'screens%s ' $shares)
for name in $parts $twins $shares $own $last; do
    case $name in
    screens1) echo "== screens" ;;
    cupti) echo "== schedules and values by CUPTI, without a GPU" ;;
    random) echo "== random keys" ;;
    reports) echo "== hostile reports" ;;
    wire) echo "== hostile programs" ;;
    keys) echo "== keys: what they cost" ;;
    build) echo "== build, packages, demonstration" ;;
    compare) echo "== comparison scripts of the GPU tests" ;;
    python) echo "== Python: modules and rules" ;;
    esac
    count "$name" "$(cat "$log/$name.status" 2>/dev/null || echo 1)"
done
if [ "$kind" != cuda ]; then
    echo "skip collection: built without CUDA 13 headers (set CUDA_HOME), so there is nothing that profiles"
    skipped=$((skipped + 1))
fi

for file in "$log"/sanitizer.*; do
    [ -e "$file" ] || continue
    failed=$((failed + 1))
    echo "FAIL sanitizers: $file: $(grep -m 1 ^SUMMARY "$file")"
done

# What failed once more, where it is seen: the first lines of each, at most 40 in all.
failures='^FAIL|^[[]  (ERROR|FAILED) +[]]|[*][*][*] '
if [ "$failed" != 0 ]; then
    echo "== what failed; all of it is in $log"
    many=$(cat "$log"/*.log | grep -cE "$failures")
    for file in "$log"/*.log; do
        name=${file##*/}
        awk -v name="${name%.log}" -v most=$((many < 36 ? 36 / (many + 1) : 0)) -v failures="$failures" '
            $0 ~ failures { left = most; print name ": " substr($0, 1, 200); next }
            /^ / && left-- > 0 { print substr($0, 1, 200) }' "$file"
    done | head -n 38
fi
if [ "$skipped" = 0 ]; then
    echo "$passed passed, $failed failed"
else
    echo "$passed passed, $failed failed, $skipped skipped"
fi
[ "$failed" = 0 ]
