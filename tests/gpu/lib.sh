# shellcheck shell=bash
# What the stages of run.sh share. Sets PASSED, FAILED, SKIPPED; expects ROOFTOP, NCU, OUT, HERE.

PASSED=0
FAILED=0
SKIPPED=0

say() { # WORD NAME TEXT...
    local word=$1 name=$2
    shift 2
    printf '%-4s %s %s\n' "$word" "$name" "$*" | tee -a "$OUT/checks.txt"
}

ok() { # NAME TEXT...
    PASSED=$((PASSED + 1))
    say ok "$@"
}

fail() { # NAME TEXT...
    FAILED=$((FAILED + 1))
    say FAIL "$@"
}

skip() { # NAME TEXT...
    SKIPPED=$((SKIPPED + 1))
    say skip "$@"
}

# Runs the condition, and says how it went.
check() { # NAME TEXT CONDITION...
    local name=$1 text=$2
    shift 2
    if "$@"; then
        ok "$name" "$text"
    else
        fail "$name" "$text"
    fi
}

now_us() {
    local now=$EPOCHREALTIME
    echo "${now/./}"
}

# Runs a command with a time limit, its output in LOG. Sets STATUS (124: took too long, 128 + n:
# killed by signal n) and WALL_US.
launch() { # LOG COMMAND...
    local log=$1 start
    shift
    start=$(now_us)
    timeout -k 5 "$COMMAND_LIMIT" "$@" >"$log" 2>&1 </dev/null
    # shellcheck disable=SC2034
    STATUS=$?
    # shellcheck disable=SC2034
    WALL_US=$(($(now_us) - start))
}

# Profiles a program into BASE.ncu-rep, the tool's messages and the program's output in BASE.log.
with_rooftop() { # BASE ARGUMENT...
    local base=$1
    shift
    rm -f "$base.ncu-rep"
    launch "$base.log" "$ROOFTOP" --clock-control none -o "$base.ncu-rep" -f "$@"
}

with_ncu() { # BASE ARGUMENT...
    local base=$1
    shift
    rm -f "$base.ncu-rep"
    launch "$base.log" "$NCU" --clock-control none -o "$base.ncu-rep" -f "$@"
}

# Where memory lies, of code and commands too, is worth a tenth of the time of a kernel that takes
# 2 us, in any profiler. From here on the memory of programs begins another number of MiB further
# on: a process holds them until the next call, or until this script ends. Nothing is changed for
# an empty number.
place() { # MIB
    local held
    [ -n "$1" ] && [ "${HOLDING:=no}" != failed ] || return 0
    if [ "$HOLDING" = no ]; then
        HOLDING=yes
        coproc HOLDER { exec ./samples hold 2>&1; }
        HOLDER_IN=${HOLDER[1]} HOLDER_OUT=${HOLDER[0]}
    fi
    echo "$1" >&"$HOLDER_IN"
    read -r held <&"$HOLDER_OUT"
    if [ "$held" != "held $1" ]; then
        fail "place $1" "no process holds so much: $held"
        HOLDING=failed
    fi
}

# The raw page of a report, as READER prints it; what READER complains of goes to CSV.err.
raw_page() { # READER REPORT CSV [OPTION...]
    rm -f "$3"
    [ -f "$2" ] || return 1
    timeout -k 5 "$COMMAND_LIMIT" "$1" -i "$2" --page raw --csv --print-units base "${@:4}" \
        >"$3" 2>"$3.err" </dev/null
}

# Number of results in a raw page, 0 if there is none; with -v show=launches a line for each.
results() { # [-v show=launches] CSV
    awk -f "$HERE/csv.awk" -f "$HERE/results.awk" "$@"
}

milliseconds() { # MICROSECONDS
    awk -v us="$1" 'BEGIN { printf "%.1f", us / 1000 }'
}

# True if both are numbers, with decimals or without, and A <= B.
at_most() { # A B
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a ~ /^[0-9.]+$/ && b ~ /^[0-9.]+$/ && a + 0 <= b + 0) }'
}

describe_machine() {
    local gpu
    gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1)
    echo "GPU: ${gpu:-none that nvidia-smi can tell of}" | sed 's/, /, driver /'
    echo "CUDA: $("${NVCC:-nvcc}" --version 2>&1 | sed -n 's/^.*release [^,]*, V/nvcc /p')"
    echo "ncu: $("${NCU:-ncu}" --version 2>&1 | sed -n 's/^Version //p')"
    echo "rooftop: $("$ROOFTOP" --version 2>&1 | head -n 1)"
}

# Writes the record, prints the last line and ends the script.
finish() {
    write_record
    echo "all output is in $OUT, the record in $OUT/RESULTS.part.md, after $SECONDS s"
    [ "$SKIPPED" = 0 ] || echo "$SKIPPED skipped"
    echo "$PASSED passed, $FAILED failed"
    [ "$FAILED" = 0 ]
    exit
}

# What judge.awk makes of a table of compare.awk without what cannot be equal.
judged() { # WITHOUT TSV
    awk -f "$HERE/judge.awk" -v without="$1" "$2" | sed -n 's/^# total: //p'
}

nothing_off() { # WITHOUT TSV
    awk -f "$HERE/judge.awk" -v without="$1" "$2" >/dev/null
}
