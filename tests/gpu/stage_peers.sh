# shellcheck shell=bash
# Programs with several GPUs or several processes: each prints numbers that depend on all of its memory, runs twice without a
# profiler, and then under rooftop in several modes. Its output has to be the same, and it has to end in time.
#
# PEERS: which of them (all); PEER_MODES: of basic full one gemm window1 application trace (basic); PEER_REPEATS: runs in each
# mode (1); PEER_LIMIT: seconds for one run (60); PEER_NCU: 1 also runs ncu, for NCU_LAUNCHES launches (60). The table is
# peers/table.md. All logs are beside it. No program uses multicast, and none needs a network.

# Name, GPUs that it needs, and command, whose last word is the name that the program gives itself. "torchrun" stands for two
# ranks of python/peer_loops.py, "pieces" for PyTorch that maps its memory in pieces.
PEER_TABLE='
all_reduce       2  torchrun all_reduce
graph_reduce     2  torchrun graph_reduce
broadcast        2  torchrun broadcast
all_gather       2  torchrun all_gather
reduce_scatter   2  torchrun reduce_scatter
send_recv        2  torchrun send_recv
ddp              2  torchrun ddp
ddp_mlp          2  torchrun ddp_mlp
fsdp             2  torchrun fsdp
tensor_parallel  2  torchrun tensor_parallel
pipeline         2  torchrun pipeline
generate         2  torchrun generate
symmetric        2  torchrun symmetric
ddp_pieces       2  pieces torchrun ddp
fsdp_pieces      2  pieces torchrun fsdp
generate_pieces  2  pieces torchrun generate
tensors_pieces   2  pieces torchrun tensors
gloo_same_gpu    1  torchrun gloo_same_gpu
peer_copy        2  python3 python/peer_single.py peer_copy
data_parallel    2  python3 python/peer_single.py data_parallel
nccl_single      2  python3 python/peer_single.py nccl_single
split_training   2  python3 python/peer_single.py split_training
split_generate   2  python3 python/peer_single.py split_generate
pmap             2  env XLA_FLAGS=--xla_gpu_autotune_level=0 XLA_PYTHON_CLIENT_PREALLOCATE=false python3 python/peer_jax.py pmap
pmap_preallocated 2 env XLA_FLAGS=--xla_gpu_autotune_level=0 python3 python/peer_jax.py pmap
ipc              2  peers/peers ipc
fabric_handles   2  peers/peers fabric_handles
pieces           2  peers/peers pieces
early_writer     2  peers/peers early_writer
peer_kernels     2  peers/peers peer_kernels
peer_async       2  peers/peers peer_async
wait_value       1  peers/peers wait_value
writer_thread    1  peers/peers writer_thread
same_gpu         1  peers/peers same_gpu
'

stage_peers() {
    local name gpus command there limit=$COMMAND_LIMIT
    local torchrun='python3 -m torch.distributed.run --standalone --local-addr 127.0.0.1 --nproc-per-node 2 python/peer_loops.py'
    mkdir -p peers
    peer_environment
    "${NVCC:-nvcc}" -arch="${ARCH:-native}" -std=c++17 -O2 -Xcompiler -pthread -o peers/peers "$HERE/programs/peers.cu" -lcuda \
        >peers/build.txt 2>&1 || fail "peers build" "see peers/build.txt"
    there=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')
    printf '| program | mode | launches | windows | without counters | ms a launch beyond the program | output |\n' >peers/table.md
    printf '| --- | --- | ---: | ---: | ---: | ---: | --- |\n' >>peers/table.md
    COMMAND_LIMIT=${PEER_LIMIT:-60}
    while read -r name gpus command; do
        [ -n "$name" ] && [[ " ${PEERS:-$name} " == *" $name "* ]] || continue
        if [ "$there" -lt "$gpus" ]; then
            skip "peers $name" "it needs $gpus GPUs, and $there are there"
            continue
        fi
        command=${command/torchrun/$torchrun}
        command=${command/#pieces /env PYTORCH_ALLOC_CONF=expandable_segments:True PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True }
        read -ra PROGRAM <<<"${command//python\//$HERE/python/}"
        one_peer "$name"
    done <<<"$PEER_TABLE"
    COMMAND_LIMIT=$limit
    cat peers/table.md
}

# Multicast stays off, all traffic stays on this machine.
peer_environment() {
    export NCCL_NVLS_ENABLE=0 TORCH_SYMM_MEM_DISABLE_MULTICAST=1 NVSHMEM_DISABLE_NVLS=1
    export NCCL_SOCKET_IFNAME=lo GLOO_SOCKET_IFNAME=lo MASTER_ADDR=127.0.0.1
    export CUBLAS_WORKSPACE_CONFIG=:4096:8 OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
}

# What the program said of its memory. Lines of the profiler may share a line with these.
peer_lines() { # LOG
    local name=${PROGRAM[-1]}
    grep -aoE "(rank [0-9]+ $name|$name rank [0-9]+): [-+.0-9a-finx ]*" "$1" | sed 's/ *$//' | sort
}

# Runs a command as launch() does. The ranks of torchrun have sessions of their own, so that those of a run that was cut
# off may still be there: they are known by their environment.
peer_launch() { # LOG COMMAND...
    local log=$1 mark
    shift
    mark=PEER_RUN=$BASHPID.$(now_us)
    launch "$log" env "$mark" "$@"
    end_marked "$mark"
}

# Ends the processes that have this in their environment.
end_marked() { # NAME=VALUE
    local entry
    for entry in /proc/[0-9]*; do
        if grep -qzxF "$1" "$entry/environ" 2>/dev/null; then
            kill -KILL "${entry#/proc/}" 2>/dev/null
        fi
    done
}

# Sets PLAIN_US. False, and a skip, if there is nothing to compare with.
peer_plain() { # NAME
    local name=$1 base=peers/$1.plain run reason
    for run in 1 2; do
        peer_launch "$base$run.log" "${PROGRAM[@]}"
        PLAIN_US=$WALL_US
        reason=$(grep -aom 1 'skipped: .*' "$base$run.log")
        if [ -n "$reason" ]; then
            skip "peers $name" "$reason"
            return 1
        fi
        if [ "$STATUS" != 0 ]; then
            skip "peers $name" "it does not run without a profiler, status $STATUS: $(grep -av '^ *$' "$base$run.log" | tail -n 1)"
            return 1
        fi
        peer_lines "$base$run.log" >"$base$run.txt"
    done
    if [ ! -s "${base}1.txt" ]; then
        skip "peers $name" "it prints no numbers"
        return 1
    fi
    if ! cmp -s "${base}1.txt" "${base}2.txt"; then
        skip "peers $name" "not deterministic: see ${base}1.txt and ${base}2.txt"
        return 1
    fi
}

one_peer() { # NAME
    local name=$1 mode repeat
    peer_plain "$name" || return
    for mode in ${PEER_MODES:-basic}; do
        for ((repeat = 1; repeat <= ${PEER_REPEATS:-1}; repeat++)); do
            peer_mode "$name" "$mode" "$repeat"
        done
    done
    [ "${PEER_NCU:-0}" = 0 ] || peer_ncu "$name"
}

peer_mode() { # NAME MODE REPEAT
    local name=$1 mode=$2 base=peers/$1.$2 label=$2 same few windows
    local -a options=()
    if [ "$3" != 1 ]; then
        base=$base.$3
        label="$2, run $3"
    fi
    case $mode in
    basic | trace) ;;
    full) options=(--set full) ;;
    one) options=(--metrics gpu__time_duration.sum) ;;
    gemm) options=(-k regex:gemm) ;;
    window1) options=(--replay-window 1) ;;
    application) options=(--replay-mode application) ;;
    *)
        fail "peers $name $label" "no mode has this name"
        return
        ;;
    esac
    rm -f "$base.ncu-rep" "$base.rtrace"
    if [ "$mode" = trace ]; then
        peer_launch "$base.log" "$ROOFTOP" trace -f -o "$base.rtrace" "${PROGRAM[@]}"
        few=$(traced_launches "$base.rtrace")
    else
        ROOFTOP_TRACE=1 peer_launch "$base.log" "$ROOFTOP" --clock-control none -f -o "$base.ncu-rep" "${options[@]}" "${PROGRAM[@]}"
        few=$(sed -nE 's/.*(rooftop:|==PROF==) report .*, ([0-9]+) results?$/\2/p' "$base.log" | tail -n 1)
    fi
    same=$(peer_same "$name" "$base")
    windows=$(grep -ac 'ended by: ' "$base.log")
    peer_row "$name" "$label" "${few:-0}" "$windows" "$base.log" "$((WALL_US - PLAIN_US))" "$same"
    check "peers $name $label" "status $STATUS after $(milliseconds "$WALL_US") ms, ${few:-0} launches, output $same" \
        [ "$STATUS/$same" = 0/equal ]
}

# Launches in a trace.
traced_launches() { # TRACE
    [ -f "$1" ] || return 0
    "$ROOFTOP" "$1" --page kernels --csv 2>/dev/null | python3 -c '
import csv, sys
print(sum(int(row["Count"]) for row in csv.DictReader(sys.stdin) if (row["Count"] or "").isdigit()))' 2>/dev/null
}

# What became of the numbers of a run.
peer_same() { # NAME BASE
    peer_lines "$2.log" >"$2.txt"
    case $STATUS in
    124 | 137) echo "cut off" ;;
    *) if cmp -s "peers/$1.plain1.txt" "$2.txt"; then echo equal; else echo other; fi ;;
    esac
}

# Launches without counters: those that messages name, and those that they count.
without_counters() { # LOG
    awk '/ was not measured: | has a time and no counters: / { count++ }
         / more of .* (not measured|with a time and no counters): / { for (i = 1; i < NF; i++) if ($(i + 1) == "more") count += $i }
         END { print count + 0 }' "$1"
}

peer_row() { # NAME MODE LAUNCHES WINDOWS LOG MICROSECONDS OUTPUT
    awk -v name="$1" -v mode="$2" -v few="$3" -v windows="$4" -v not="$(without_counters "$5")" -v us="$6" -v same="$7" 'BEGIN {
        printf "| %s | %s | %d | %s | %d | %s | %s |\n", name, mode, few, windows, not,
            (few > 0 ? sprintf("%.1f", us / few / 1000) : "-"), same }' | tee -a peers/table.md
}

# Only a row: ncu may well wait for ever where two kernels wait for each other.
peer_ncu() { # NAME
    local base=peers/$1.ncu few pace mark
    mark=PEER_RUN=$BASHPID.$(now_us)
    with_stamped_ncu "$base" --target-processes all -c "${NCU_LAUNCHES:-60}" env "$mark" "${PROGRAM[@]}"
    end_marked "$mark"
    few=$(grep -ac '==PROF== Profiling' "$base.log")
    pace=$(ncu_pace "$base.log")
    peer_row "$1" ncu "$few" - "$base.log" "$((pace * few))" "$(peer_same "$1" "$base")"
}
