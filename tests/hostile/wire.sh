#!/usr/bin/env bash
# wire.sh BUILD [SEED [SECONDS [JOBS]]]: profiles programs whose messages wire_proxy changes on their way to the host, in all
# run modes on the doubles, until the time is over. The host must end in time and with a status that it has, say no word
# of a sanitizer, leave no process and no folder behind, and write reports that can be read. SECONDS 0 is the session of
# that seed alone, with what the proxy changed.
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build} seed=${2:-$(date +%s)} seconds=${3-20} jobs=${4:-$((3 * $(nproc)))}
case $build in /*) ;; *) build=$PWD/$build ;; esac
# shellcheck source=/dev/null
. "$root/tests/e2e/results.sh"
limit=60
doubles=$build/fakegpu app=$doubles/fakeapp
for needed in "$build/rooftop" "$app" "$build/hostile/wire_proxy"; do
    [ -e "$needed" ] || { echo "wire: $needed is missing: make all fakegpu hostile-tests BUILD=$build"; exit 2; }
done
several=$(printf 'dram__count%d.sum,' {1..17})
few="gpu__time_duration.sum"

work=$(mktemp -d /tmp/rt-wire.XXXXXX) || exit 2
trap '[ "$failed" != 0 ] || rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
unset XDG_RUNTIME_DIR CUDA_INJECTION64_PATH NVTX_INJECTION64_PATH ROOFTOP_SOCKET CUDA_HOME CUDA_PATH ${!FAKEGPU_@}
# What the program alone does wrong is not what is looked at: only the host is built with sanitizers.
export LC_ALL=C LD_LIBRARY_PATH=$doubles ROOFTOP_CUPTI=$doubles/libcupti.so.13
export LSAN_OPTIONS=suppressions=$root/tests/lsan.supp:print_suppressions=0

# Options and the program, by number. The words of a program are those of fakeapp.
sessions=(
    "--metrics $several|inplace 5"
    "--metrics $several --replay-window 3|twenty"
    "--set basic|inplace 2"
    "--metrics $few|threads"
    "--nvtx --metrics $few|range_nvtx"
    "--call-stack --metrics $few|stacks"
    "--metrics $several|graph_among"
    "--metrics $several --graph-profiling graph|graph_among"
    "--metrics $few|child"
    "--metrics $several --series block=64,128|twenty 3"
    "--replay-mode application --metrics $several|inplace 4"
    "--replay-mode application --metrics $several --app-replay-mode relaxed|twenty"
    "--replay-mode application --metrics $few --app-replay-mode strict --set basic|child"
    "--replay-mode range --metrics $several|range_flow 3"
    "--replay-mode range --metrics $several --nvtx --nvtx-include step/|range_nvtx"
    "--replay-mode app-range --metrics $several|range_flow 3"
    "--replay-mode app-range --metrics $several|range_graph"
    "--metrics $several --replay-window 5|MPS"
    "--replay-mode application --metrics $several|MPS"
    "--import-source yes --set full|inplace 2"
    "-o report|TRACE"
    "--mps control --mps-num-clients 2 --metrics $several|CONTROL"
)

# session SEED: in a folder of its own; says what was wrong there.
session()
{
    local seed=$1 here=$work/$1 status pair options program variables=() command=()
    mkdir -p "$here/tmp"
    pair=${sessions[seed % ${#sessions[@]}]}
    read -ra options <<<"${pair%|*}"
    read -ra program <<<"${pair#*|}"
    variables=(TMPDIR="$here/tmp" XDG_CACHE_HOME="$work/cache" HOME="$here" WIRE_PROXY_RUNS="$here/runs"
        FAKEGPU_LOG="$here/protocol" ASAN_OPTIONS="log_path=$here/sanitizer:exitcode=77:handle_abort=2:handle_sigill=2"
        UBSAN_OPTIONS="log_path=$here/sanitizer:print_stacktrace=1")
    [ "$seconds" != 0 ] || variables+=(WIRE_PROXY_LOG="$here/changes")
    command=("$build/rooftop" --no-tui --clock-control none --cache-control none -f -o report "${options[@]}")
    case ${program[0]} in
    MPS)
        variables+=(FAKEGPU_MPS=1)
        command+=("$build/hostile/wire_proxy" "$seed" /bin/sh -c '"$0" inplace 9 & "$0" inplace 9 & wait' "$app")
        ;;
    CONTROL)
        variables+=(FAKEGPU_MPS=1)
        # The rooftops of the clients only start their programs.
        for client in 1 2; do
            (cd "$here" && exec env "${variables[@]}" timeout -k 2 $limit "$build/rooftop" --mps client --mps-timeout 20 \
                "$build/hostile/wire_proxy" $((seed + client)) "$app" inplace 9) >"$here/client$client" 2>&1 </dev/null &
        done
        command+=(--mps-timeout 20)
        ;;
    TRACE)
        command=("$build/rooftop" trace -f "${options[@]}" "$build/hostile/wire_proxy" "$seed" "$app" inplace 9)
        ;;
    *) command+=("$build/hostile/wire_proxy" "$seed" "$app" "${program[@]}") ;;
    esac
    (cd "$here" && exec env "${variables[@]}" timeout -k 2 $limit "${command[@]}") >"$here/out" 2>"$here/err" </dev/null
    status=$?
    wait
    {
        case $status in
        77 | 124 | 137) echo "rooftop ended with status $status" ;;
        *) [ "$status" -lt 128 ] || [ "$status" = $((128 + 15)) ] || grep -q "ended by signal\|status" "$here/err" ||
            echo "rooftop ended with status $status" ;;
        esac
        cat "$here"/sanitizer.* 2>/dev/null
        left=$(find "$here/tmp" -mindepth 1 ! -name 'proxy-*' ! -name '*lock')
        [ -z "$left" ] || echo "left behind: $left"
        [ ! -s "$here/client1" ] || ! grep -l AddressSanitizer "$here"/client* || cat "$here"/client*
        if [ -e "$here/report.ncu-rep" ]; then
            for page in details raw session; do
                env "${variables[@]}" timeout -k 2 $limit "$build/rooftop" -i "$here/report.ncu-rep" --page $page >/dev/null \
                    2>"$here/read" || { echo "the report cannot be read: page $page, status $?"; cat "$here/read"; }
            done
            cat "$here"/sanitizer.* 2>/dev/null
        fi
        if [ -e "$here/report.rtrace" ]; then
            env "${variables[@]}" timeout -k 2 $limit "$build/rooftop" "$here/report.rtrace" --page all >/dev/null 2>"$here/read" ||
                { echo "the trace cannot be read: status $?"; cat "$here/read"; }
            cat "$here"/sanitizer.* 2>/dev/null
        fi
    } >"$here/wrong" 2>&1
    if [ -s "$here/wrong" ]; then
        echo "FAIL seed $seed: ${options[*]} -- ${program[*]} (in $here)"
        sed 's/^/    /' "$here/wrong" | head -n 60
        sed 's/^/    err: /' "$here/err" | tail -n 5
    elif [ "$seconds" = 0 ]; then
        cat "$here/changes" "$here/out" "$here/err" 2>/dev/null
    else
        # The kinds of what the user was told, as a measure of how far sessions get.
        [ ! -e "$here/report.ncu-rep" ] || echo "$seed" >>"$work/with_report"
        grep -c "connection is closed" "$here/err" >>"$work/refused"
        rm -rf "$here"
    fi
    return 0
}

# worker NUMBER: every JOBS-th seed.
worker()
{
    local number=$1
    while [ "$SECONDS" -lt "$seconds" ]; do
        session $((seed + number)) >>"$work/said.$1" 2>&1
        echo >>"$work/done.$1"
        number=$((number + jobs))
    done
}

if [ "$seconds" = 0 ]; then
    output=$(session "$seed")
    why=
    [[ $output != *"FAIL seed"* ]] || wrong "see above"
    printf '%s\n' "$output"
    say_result "hostile program: seed $seed"
    summary
    exit
fi
echo "hostile programs: seed $seed, $seconds s"
for ((job = 0; job < jobs; job++)); do
    worker $job &
done
wait
cat "$work"/said.* 2>/dev/null
! grep -q "^FAIL" "$work"/said.* || wrong "$(cat "$work"/said.* | grep -c ^FAIL) sessions, see above"
count=$(cat "$work"/done.* | wc -l)
[ "$count" != 0 ] || wrong "no session ran"
say_result "hostile programs: $count sessions in ${#sessions[@]} modes, $(cat "$work/with_report" 2>/dev/null | wc -l) of them \
with a report, $(grep -c 1 "$work/refused" 2>/dev/null) with a refused message (seed $seed)"
summary
