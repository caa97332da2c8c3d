#!/bin/bash
# Schedules and values with the code that makes them on a GPU machine, but from recordings and without a GPU:
#   tests/cupti/run.sh [BUILD [CHIP]]
# With CHIP the real library schedules for that one alone.
# First on the double of CUPTI, whose recording is made here, then on the real library, with the recordings of
# tests/data/counters. Where there is no real library that part is skipped; ROOFTOP_CUPTI names one, as for rooftop.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:-build}" && pwd) || exit 2
data=$here/../data
double=$build/fakegpu/libcupti.so.13
given=${ROOFTOP_CUPTI:-}
work=$(mktemp -d /tmp/rt-cupti.XXXXXX) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

# A program that prints checks; its sum is added to ours.
part() # COMMAND...
{
    local sum
    "$@" >"$work/out" 2>&1
    local status=$?
    sum=$(tail -n 1 "$work/out")
    if [[ $sum =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        head -n -1 "$work/out"
        passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    else
        cat "$work/out"
        echo "FAIL ${1##*/}: ended with status $status"
        failed=$((failed + 1))
    fi
}

# A replay that must fail in the check of that name, and say why.
fails() # NAME TEXT FOLDER
{
    if "$build/cupti/replay" "$3" >"$work/out" 2>&1 || ! grep -q "^FAIL .*$2" "$work/out"; then
        echo "FAIL $1: replay does not say \"$2\""
        sed 's/^/    | /' "$work/out" | tail -n 5
        failed=$((failed + 1))
    else
        echo "ok   $1"
        passed=$((passed + 1))
    fi
}

# What must not go unnoticed in a recording.
damaged() # FOLDER WORD
{
    local name chip
    chip=$(cd "$1" && ls ./*.plan | head -n 1)
    chip=${chip#./} chip=${chip%.plan}
    name=$(cd "$1" && ls ./*.window | head -n 1)
    name=${name#./}
    again() { rm -rf "$work/copy" && cp -r "$1" "$work/copy"; }
    again "$1"
    head -c $(($(wc -c <"$1/$name") / 2)) "$1/$name" >"$work/copy/$name"
    fails "$2: a window that is cut short" "$name: the compressed counter data is damaged" "$work/copy"
    again "$1"
    rm "$work/copy/$name"
    fails "$2: a window that is missing" "$name" "$work/copy"
    again "$1"
    sed -i -E '0,/^gpu__time_duration.sum (.*)$/s//gpu__time_duration.sum 1\1/' "$work/copy/${name%.window}.values"
    fails "$2: a value that is another one" 'values: launch .*"gpu__time_duration.sum ' "$work/copy"
    again "$1"
    sed -i -E '0,/^passes (.*)$/s//passes 1\1/' "$work/copy/$chip.plan"
    fails "$2: a schedule of other passes" "schedule: .* recorded are 1" "$work/copy"
    again "$1"
    sed -i '0,/^metric gpu__time_duration.sum$/s//metric gpu__no_such_counter.sum/' "$work/copy/$chip.plan"
    fails "$2: a metric that the chip does not have" "schedule: the metrics cannot be scheduled" "$work/copy"
    again "$1"
    mv "$work/copy/$chip.device" "$work/copy/other.device"
    fails "$2: a chip that is missing" "opened: .*$chip.device" "$work/copy"
}

export -n ROOFTOP_CUPTI
mkdir "$work/double" "$work/few"
record() # FOLDER OPTION...
{
    local folder=$1
    shift
    (cd "$work" && ROOFTOP_RECORD=$folder ROOFTOP_CUPTI=$double LD_LIBRARY_PATH=$build/fakegpu \
        "$build/rooftop" --no-tui --clock-control none --cache-control none "$@" >record.out 2>&1) ||
        { cat "$work/record.out"; echo "FAIL a recording is made on the doubles"; failed=$((failed + 1)); }
}
record "$work/double" "$build/fakegpu/fakeapp" inplace 4
record "$work/few" --metrics smsp__inst_executed.sum "$build/fakegpu/fakeapp" twenty
export ROOFTOP_CUPTI=$double
part "$build/cupti/replay" "$work/double" "$work/few"
damaged "$work/double" "double"
printf '0\tlaunch__block_size\t256\n3\tlaunch__grid_size\t64\n' >"$work/double/reference.tsv"
part "$build/cupti/replay" "$work/double"
printf '0\tlaunch__block_size\t257\n' >"$work/double/reference.tsv"
fails "double: a value that is not ncu's" "launch__block_size is 256, ncu's value 257" "$work/double"
rm "$work/double/reference.tsv"
# Images of one schedule beside the plan of another, as if the files had been mixed.
cp "$work/few/GH100.plan" "$work/double"
fails "double: images of another schedule" "0001: values: " "$work/double"
sed -i 's/^chip .*/chip XY999/' "$work/double"/*.values
fails "double: values of a chip that is not there" "every window: 1 of 1 are of chips" "$work/double"
mkdir "$work/no"
fails "an empty folder" "it holds no recording" "$work/no"
# A recording that cannot be written is an error of rooftop.
if (cd "$work" && ROOFTOP_RECORD=$work/missing LD_LIBRARY_PATH=$build/fakegpu "$build/rooftop" --no-tui \
    --clock-control none "$build/fakegpu/fakeapp" tiny >"$work/out" 2>&1) ||
    ! grep -q "ROOFTOP_RECORD: $work/missing/GH100.device cannot be written" "$work/out"; then
    echo "FAIL a folder that is not there"
    sed 's/^/    | /' "$work/out"
    failed=$((failed + 1))
else
    echo "ok   a folder that is not there"
    passed=$((passed + 1))
fi
unset ROOFTOP_CUPTI
[ -z "$given" ] || export ROOFTOP_CUPTI=$given

# All chips take minutes; under sanitizers the check for leaks fails in what the library leaves in its threads.
only=${2:-}
if nm -D "$build/cupti/schedules" | grep -q __asan_init; then
    only=GH100
    export ASAN_OPTIONS=detect_leaks=0:handle_sigill=1
fi
if ! "$build/cupti/schedules" /dev/null GH100 >"$work/out" 2>&1 && grep -q '^schedules: CUPTI is missing' "$work/out"; then
    echo "skip the real library: $(sed 's/^schedules: //' "$work/out")"
    skipped=$((skipped + 1))
else
    part "$build/cupti/schedules" "$data/schedules.txt" ${only:+"$only"}
    recordings=()
    mkdir "$work/real"
    for folder in "$data"/counters/*/; do
        [ -d "$folder" ] || continue
        recordings+=("$work/real/$(basename "$folder")")
        cp -r "$folder" "$work/real" && xz -d "$work/real/$(basename "$folder")"/*.xz ||
            { echo "FAIL $folder is not unpacked"; failed=$((failed + 1)); }
    done
    if [ ${#recordings[@]} = 0 ]; then
        echo "skip values by the real library: there is no recording in tests/data/counters" \
            "(bash tests/gpu/run.sh with STAGES=record, on a machine with a GPU, makes them)"
        skipped=$((skipped + 1))
    else
        part "$build/cupti/replay" "${recordings[@]}"
        damaged "${recordings[0]}" "real"
    fi
fi

ptxas=$(command -v ptxas || echo "${CUDA_HOME:-/usr/local/cuda}/bin/ptxas")
if [ -x "$ptxas" ]; then
    part "$here/assemble.sh" "$ptxas" "$here/../../src/collect/inject"
else
    echo "skip the PTX of our kernels: there is no ptxas, which comes with the compilers of the CUDA Toolkit"
    skipped=$((skipped + 1))
fi
echo "$passed passed, $failed failed$([ $skipped = 0 ] || echo ", $skipped skipped")"
[ $failed = 0 ]
