# lib: what the end-to-end checks share. Sourced; needs $build and $here.
#
#   check NAME            begins a check
#   run / start           runs rooftop on the doubles, in front or in the background
#   status_is, out_has... note the first thing that is wrong
#   done_check            prints "ok   NAME" or "FAIL NAME: why" with the output
#
# Every check also fails on a break of the CUPTI protocol (FAKEGPU_LOG), on a private folder that stays, and on a timeout.

. "$here/results.sh"
. "$here/processes.sh"
build=$(cd "$build" 2>/dev/null && pwd) || { echo "collect: no such build folder"; exit 2; }
rooftop=$build/rooftop
doubles=$build/fakegpu
app=$doubles/fakeapp
json_check=$build/real/json_check
for needed in "$rooftop" "$app" "$json_check" "$doubles/libcupti.so.13" "$doubles/libnvidia-ml.so.1"; do
    [ -e "$needed" ] || { echo "collect: $needed is missing: make all fakegpu BUILD=$build"; exit 2; }
done

work=$(mktemp -d /tmp/rt-e2e.XXXXXX) || exit 2
mkdir "$work/tmp"
report=$work/report.ncu-rep

unset XDG_RUNTIME_DIR CUDA_INJECTION64_PATH NVTX_INJECTION64_PATH ROOFTOP_SOCKET CUDA_HOME CUDA_PATH
unset ${!FAKEGPU_@} OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK MV2_COMM_WORLD_RANK PALS_RANKID JSM_NAMESPACE_RANK \
    FLUX_TASK_RANK SLURM_PROCID RANK LOCAL_RANK WORLD_SIZE
export XDG_CACHE_HOME=$work/cache LC_ALL=C TMPDIR=$work/tmp LD_LIBRARY_PATH=$doubles ROOFTOP_CUPTI=$doubles/libcupti.so.13
export FAKEGPU_LOG=$work/protocol FAKEGPU_FAULTS=$work/faults FAKEGPU_NVML_LOG=$work/nvml
limit=300 # seconds for one run: only what hangs is to run into it, and a slow machine is not

kill_strays()
{
    local pid
    for pid in $(strays); do
        [ -d "/proc/$pid" ] && kill -KILL "$pid" 2>/dev/null
    done
    return 0
}

leave()
{
    kill_strays
    rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM

check()
{
    name=$1 why= dirty= keeps_folder= status=
    rm -rf "$report" "$work"/report.ncu-rep.* "$work/out" "$work/err" "$work/log" "$work/pid"
    : >"$FAKEGPU_LOG"
    : >"$FAKEGPU_FAULTS"
    : >"$FAKEGPU_NVML_LOG"
}

# Starts $1 ... with a time limit; the first words may be NAME=VALUE. Standard input is the caller's.
plain()
{
    rm -f "$work/out" "$work/err"
    (cd "$work" && exec env "${variables[@]}" timeout -k 2 "$limit" "$@") >"$work/out" 2>"$work/err"
    status=$?
    [ "$status" = 124 ] && wrong "ran into the time limit of $limit s"
    return 0
}

take_variables()
{
    variables=()
    while [[ ${1-} =~ ^[A-Z_0-9]+= ]]; do
        variables+=("$1")
        shift
    done
    rest=("$@")
}

# run [NAME=VALUE...] OPTIONS... -- MODE [N]: rooftop on fakeapp; without "--" the words are taken as they are.
# Clocks and caches are left alone unless an option says otherwise: that is faster.
arguments()
{
    local word
    command_line=("$rooftop" --no-tui --clock-control none --cache-control none)
    while [ $# -gt 0 ]; do
        word=$1
        shift
        if [ "$word" = -- ]; then
            command_line+=("$app" "$@")
            return
        fi
        command_line+=("$word")
    done
}

run()
{
    take_variables "$@"
    arguments "${rest[@]}"
    plain "${command_line[@]}" </dev/null
}

run_with_input()
{
    take_variables "$@"
    arguments "${rest[@]}"
    plain "${command_line[@]}"
}

# The same in the background, in a session of its own; `host` is rooftop's process id.
start()
{
    take_variables "$@"
    arguments "${rest[@]}"
    local restore=()
    env --default-signal=INT true 2>/dev/null && restore=("--default-signal=INT,QUIT")
    rm -f "$work/pid" "$work/out" "$work/err"
    (cd "$work" && setsid env "${restore[@]}" "${variables[@]}" \
        timeout --foreground -k 2 "$limit" \
        sh -c 'echo $$ >"$0.new"; mv "$0.new" "$0"; exec "$@"' "$work/pid" "${command_line[@]}"
        exit $?) </dev/null >"$work/out" 2>"$work/err" & # the subshell stays: it says "Killed" to err
    runner=$!
    wait_until "it starts" test -s "$work/pid"
    host=$(cat "$work/pid" 2>/dev/null)
}

# log_is TEXT: what was asked of NVML, with a ; behind each line.
log_is() { same "NVML log" "$(tr '\n' ';' <"$FAKEGPU_NVML_LOG")" "$1"; }

# Waits for the end of what start() started.
finish()
{
    wait "$runner" 2>/dev/null
    status=$?
    [ "$status" = 124 ] && wrong "ran into the time limit of $limit s"
    return 0
}

# wait_until WHAT COMMAND...: at most a minute.
wait_until()
{
    local what=$1 late=$((SECONDS + 60))
    shift
    until "$@" 2>/dev/null; do
        if [ $SECONDS -ge $late ]; then
            wrong "waited in vain until $what"
            in_vain
            return 1
        fi
        pause 0.05
    done
}

# holds FILE TEXT: whether it has the text, which is one line. The shell looks itself, since a process takes longer, but it
# reads only to a byte of 0.
holds()
{
    local all
    if [ ! -e "$1" ] || IFS= read -r -d '' all <"$1"; then
        grep -qF -- "$2" "$1"
    else
        [[ $all == *"$2"* ]]
    fi
}

said() { holds "$work/$1" "$2"; }
gone() { ! kill -0 "$1" 2>/dev/null; }
no_strays() { [ -z "$(strays)" ]; }

status_is() { [ "$status" = "$1" ] || wrong "exit status $status instead of $1"; }
out_has() { holds "$work/out" "$1" || wrong "standard output lacks \"$1\""; }
out_lacks() { ! holds "$work/out" "$1" || wrong "standard output has \"$1\""; }
err_has() { holds "$work/err" "$1" || wrong "the messages lack \"$1\""; }
err_lacks() { ! holds "$work/err" "$1" || wrong "the messages have \"$1\""; }
# How many lines of the messages hold this text.
err_count()
{
    local count
    count=$(grep -cF -- "$2" "$work/err")
    [ "$count" = "$1" ] || wrong "\"$2\" is in $count lines of the messages instead of $1"
}
# windows_are "SIZES": the launches of each window or session in place, in their order, of a run with ROOFTOP_TRACE. Where a
# slow machine made one end for its age, or for a pause, it counts as one with the next.
windows_are()
{
    same "windows of" "$(sed -nE 's/.*window of ([0-9]+):.*ended by: (.*)/\1 \2/p' "$work/err" | awk '
        { n += $1 }
        !/ (time|a pause of the program)$/ { printf "%d ", n; n = 0 }
        END { if (n) printf "%d ", n }')" "$1 "
}

# Whether a failure of FAKEGPU_FAIL was met.
fault_made() { grep -q "^$1" "$FAKEGPU_FAULTS" || wrong "$1 was never made to fail"; }
no_fault() { ! grep -q "^$1" "$FAKEGPU_FAULTS" || wrong "$1 was called"; }
no_report()
{
    [ ! -e "$report" ] || wrong "a report was written"
    no_temporary
}
no_temporary()
{
    local left
    left=$(cd "$work" && ls -d report.ncu-rep.* 2>/dev/null)
    [ -z "$left" ] || wrong "a temporary file stays: $left"
}

# Rows of the raw page of the report.
rows()
{
    "$rooftop" -i "$report" --page raw --csv --metrics launch__grid_size 2>>"$work/err" | tail -n +3
}
# The file with its raw page in base units, which is made once for each report: a start of rooftop takes longer than most checks.
raw_page()
{
    local key
    key=$(stat -c %i.%s.%y.%z "$report") || return
    page=$work/raw/${key//[: ]/_}
    if [ ! -e "$page" ]; then
        mkdir -p "$work/raw"
        "$rooftop" -i "$report" --page raw --csv --print-units base >"$page" 2>>"$work/err"
    fi
}
results_are()
{
    local count=0 lines=() page
    [ ! -f "$report" ] || { raw_page && mapfile -t -s 2 lines <"$page"; }
    count=${#lines[@]}
    [ "$count" -eq "$1" ] || wrong "$count results instead of $1"
}
# column METRIC [ROW]: its text in base units, without separators of thousands. What the page does not show of itself is asked for.
column()
{
    local page names=
    raw_page && IFS= read -r names <"$page"
    if [[ $names != *"\"$1\""* ]]; then
        page=$work/column
        "$rooftop" -i "$report" --page raw --csv --print-units base --metrics "$1" >"$page" 2>>"$work/err"
    fi
    awk -v row="${2:-1}" -v metric="$1" '
        NR == 1 { sub(/^"/, ""); sub(/"$/, ""); n = split($0, names, "\",\""); while (n && names[n] != metric) n--; if (!n) exit }
        NR == row + 2 { sub(/^"/, ""); sub(/"$/, ""); split($0, values, "\",\""); gsub(/,/, "", values[n]); print values[n]; exit }' "$page"
}
# Pages round to two decimals.
number_is()
{
    local got
    got=$(column "$1" "${3:-1}")
    awk -v a="$got" -v b="$2" 'BEGIN { d = a - b; if (d < 0) d = -d
        exit !(a != "" && d <= 0.006 + 1e-6 * (b < 0 ? -b : b)) }' ||
        wrong "$1 is \"$got\" instead of $2"
}
text_is() { same "$1" "$(column "$1" "${3:-1}")" "$2"; }
in_report() { [ -n "$(column "$1")" ] || wrong "the report lacks $1"; }
not_in_report() { [ -z "$(column "$1")" ] || wrong "the report has $1"; }

is_json() # FILE
{
    "$json_check" "$work/$1" >"$work/problem" || wrong "$1: $(head -n 1 "$work/problem")"
}
# Names of members, by the grammar of the writer: no text holds a quote that is not escaped.
members()
{
    grep -ohE '(^ *|\{|, )"[a-z_]+": ' "$@" | tr -d ' {,":' | sort -u
}

show_file()
{
    [ -s "$2" ] || return
    echo "    -- $1"
    { head -n 12 "$2" && tail -n +13 "$2" | tail -n 12; } | cut -c 1-300 | cat -v | sed 's/^/    | /'
}

done_check()
{
    local left= entry
    # Asking for names that do not exist is no break of the protocol.
    [ ! -s "$FAKEGPU_LOG" ] || sed -i '/^cuptiProfilerHost\(ConfigAddMetrics\|GetSubMetrics\|GetMetricProperties\):/d' "$FAKEGPU_LOG"
    [ -n "$dirty" ] || [ ! -s "$FAKEGPU_LOG" ] || wrong "CUPTI or driver calls in a wrong order"
    for entry in "$work"/tmp/{.[!.],}*; do
        case ${entry##*/} in
        nsight-compute-lock | rooftop-gpu-*.lock | rooftop-clocks-*.lock) ;;
        *) [ ! -e "$entry" ] || left+=$entry ;;
        esac
    done
    [ -z "$left" ] || [ -n "$keeps_folder" ] || wrong "the private folder stays: $left"
    rm -rf "$work"/tmp/*
    say_result "$name" && return
    [ ! -e "$work/out" ] || show_file "standard output" "$work/out"
    [ ! -e "$work/err" ] || show_file "messages (status $status)" "$work/err"
    show_file "protocol" "$FAKEGPU_LOG"
    show_file "NVML" "$FAKEGPU_NVML_LOG"
}
