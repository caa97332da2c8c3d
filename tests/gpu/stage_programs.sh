# shellcheck shell=bash
# Programs as people run them, each without a profiler, under rooftop and under ncu: its output has to be the same, and what
# a launch takes beyond the program is compared. Basic set, caches flushed.
#
# PROGRAMS: which of them (all); PROGRAM_LIMIT: seconds for one run (60); NCU_LAUNCHES: that ncu measures (60, 0: ncu is
# left out). The table is programs/table.md. A program that ncu cannot do has "-".

# Name, and command. "python" stands for the folder of the loops, "." for that of the compiled programs.
PROGRAM_TABLE='
float32       python3 python/torch_loops.py float32
dropout       python3 python/torch_loops.py dropout
autocast      python3 python/torch_loops.py autocast
scaler        python3 python/torch_loops.py scaler
convolutions  python3 python/torch_loops.py convolutions
benchmark     python3 python/torch_loops.py benchmark
lstm          python3 python/torch_loops.py lstm
loader        python3 python/torch_loops.py loader
workers       python3 python/torch_loops.py workers
pinned_ring   python3 python/torch_loops.py pinned_ring
items         python3 python/torch_loops.py items
compiled      python3 python/torch_loops.py compiled
reduced       python3 python/torch_loops.py reduced
graphs        python3 python/torch_loops.py graphs
attention     python3 python/torch_loops.py attention
bags          python3 python/torch_loops.py bags
checkpoint    python3 python/torch_loops.py checkpoint
graphs_async  env PYTORCH_CUDA_ALLOC_CONF=backend:cudaMallocAsync python3 python/torch_loops.py graphs
generate      python3 python/torch_loops.py generate
streams       python3 python/torch_loops.py streams
threads       python3 python/torch_loops.py threads
tuned         python3 python/triton_loops.py tuned
triton        python3 python/triton_loops.py plain
cupy_pool     python3 python/cupy_loops.py pool
cupy_raw      python3 python/cupy_loops.py raw
cupy_fft      python3 python/cupy_loops.py fft
jax_jit       python3 python/jax_loops.py jit
jax_vmap      python3 python/jax_loops.py vmap
jax_scan      python3 python/jax_loops.py scan
jax_train     python3 python/jax_loops.py train
jax_small     env XLA_PYTHON_CLIENT_PREALLOCATE=false python3 python/jax_loops.py train
jax_fixed     env XLA_FLAGS=--xla_gpu_autotune_level=0 python3 python/jax_loops.py train
jax_fixed_small env XLA_FLAGS=--xla_gpu_autotune_level=0 XLA_PYTHON_CLIENT_PREALLOCATE=false python3 python/jax_loops.py train
thrust        ./thrust 6
cublas        ./libraries cublas
cublaslt      ./libraries cublaslt
cufft         ./libraries cufft
cusparse      ./libraries cusparse
cusolver      ./libraries cusolver
managed       ./memory managed
written       ./memory written
mapped        ./memory mapped
pageable      ./memory pageable
ipc           ./memory ipc
table         ./memory table
symbols       ./memory symbols
answers       ./memory answers
prints        ./memory prints
full          ./memory full
contexts      ./memory contexts
reset         ./memory reset
variables_far ./variables far
variables_contexts ./variables contexts
variables_devices ./variables devices
elsewhere_kernel ./elsewhere kernel
elsewhere_graph ./elsewhere graph
elsewhere_nodes ./elsewhere nodes
elsewhere_mixed ./elsewhere mixed
elsewhere_memory ./elsewhere memory
elsewhere_variable ./elsewhere variable
elsewhere_pools ./elsewhere pools
elsewhere_pinned ./elsewhere pinned
elsewhere_copies ./elsewhere copies
elsewhere_green ./elsewhere green
captures_carried ./captures carried
captures_allocated ./captures allocated
captures_pooled ./captures pooled
captures_beside ./captures beside
captures_dropped ./captures dropped
captures_updated ./captures updated
refused_frees ./refused frees
refused_moment ./refused moment
refused_needs ./refused needs
random_7      ./random 7 300
random_threads ./random 11 100 3
tensors       ./kernels tensors
bulk          ./kernels bulk
clusters      ./kernels clusters
early         ./kernels early
tickets       ./kernels tickets
children      ./kernels children
tails         ./kernels tails
textures      ./kernels textures
spread        ./kernels spread
heap          ./kernels heap
batch         ./queues batch
attached      ./queues attached
discarded     ./queues discarded
functions     ./queues functions
loop          ./queues loop
branch        ./queues branch
launched      ./queues launched
kept          ./queues kept
orders        ./queues orders
blocks        ./queues blocks
values        ./queues values
server        timeout -s INT 4 ./memory server
'

stage_programs() {
    local name command
    mkdir -p programs
    build_programs || return
    printf '| program | launches | rooftop, ms a launch | ncu | ratio | windows | output |\n' >programs/table.md
    printf '| --- | ---: | ---: | ---: | ---: | ---: | --- |\n' >>programs/table.md
    while read -r name command; do
        [ -n "$name" ] && [[ " ${PROGRAMS:-$name} " == *" $name "* ]] || continue
        read -ra PROGRAM <<<"${command//python\//$HERE/python/}"
        one_program "$name"
    done <<<"$PROGRAM_TABLE"
    cat programs/table.md
}

# The libraries of CUDA are linked only where they are there.
build_programs() {
    local nvcc=${NVCC:-nvcc} arch=${ARCH:-native} source
    for source in memory variables elsewhere captures refused random kernels queues thrust libraries; do
        [ -x "./$source" ] && continue
        case $source in
        memory | elsewhere | refused | random) set -- -lcuda ;;
        kernels | queues) set -- -rdc=true -lcuda -lcudadevrt ;;
        variables) set -- "$HERE/programs/variables_other.cu" -lcuda ;;
        thrust | captures) set -- ;;
        libraries) set -- -lcublas -lcublasLt -lcufft -lcusparse -lcusolver ;;
        esac
        "$nvcc" -arch="$arch" -std=c++17 -O2 -o "./$source" "$HERE/programs/$source.cu" "$@" >"programs/build_$source.txt" 2>&1 &
    done
    wait
    for source in memory variables elsewhere captures refused random kernels queues thrust libraries; do
        [ -x "./$source" ] || skip "programs" "$source.cu cannot be built here: see programs/build_$source.txt"
    done
}

# What the program itself said. Kernels that print do so in each pass, also under ncu.
own_output() { # LOG
    grep -avE '^(==[A-Z]+==|rooftop: |[0-9.]+ ==[A-Z]+==)' "$1" | sed -E 's/^[0-9]{10}\.[0-9]+ //' |
        grep -avE 'Warning|warn\(|^ *$' | uniq
}

# Of a program that says one of several things without a profiler, too, the profiled run has to say one of these: "seen".
# One that says something else in each run proves nothing: "varies".
why_other() { # BASE
    local base=$1 run
    for run in 2 3 4 5 6; do
        plain "$base.plain$run" "${PROGRAM[@]}"
        cmp -s <(own_output "$base.plain$run.log") <(own_output "$base.log") && { echo seen && return; }
    done
    for run in "" 2 3 4 5 6; do
        own_output "$base.plain$run.log" | md5sum
    done | sort -u | awk 'END { print NR == 6 ? "varies" : "other" }'
}

one_program() { # NAME
    local name=$1 base=programs/$1 plain own ours theirs=- few windows same=equal limit=$COMMAND_LIMIT
    COMMAND_LIMIT=${PROGRAM_LIMIT:-60}
    if [ "${PROGRAM[0]}" != python3 ] && [ "${PROGRAM[0]}" != env ] && [ "${PROGRAM[0]}" != timeout ] && [ ! -x "${PROGRAM[0]}" ]; then
        skip "programs $name" "it is not built"
        COMMAND_LIMIT=$limit
        return
    fi
    plain "$base.plain" "${PROGRAM[@]}"
    if [ "$STATUS" != 0 ] && [ "$name" != server ]; then
        skip "programs $name" "it does not run without a profiler: $(tail -n 1 "$base.plain.log")"
        COMMAND_LIMIT=$limit
        return
    fi
    plain=$WALL_US
    own=$STATUS
    ROOFTOP_TRACE=1 with_rooftop "$base" "${PROGRAM[@]}"
    ours=$WALL_US
    few=$(sed -nE 's/^(rooftop:|==PROF==) report .*, ([0-9]*) results?$/\2/p' "$base.log" | tail -n 1)
    windows=$(grep -c 'ended by' "$base.log")
    cmp -s <(own_output "$base.plain.log") <(own_output "$base.log") || same=$(why_other "$base")
    [ "$STATUS" != 124 ] || [ "$own" = 124 ] || same="cut off"
    ours=$(((ours - plain) / (${few:-0} > 0 ? ${few:-0} : 1)))
    if [ "${NCU_LAUNCHES:-60}" != 0 ]; then
        with_stamped_ncu "$base.ncu" -c "${NCU_LAUNCHES:-60}" "${PROGRAM[@]}"
        theirs=$(ncu_pace "$base.ncu.log")
    fi
    COMMAND_LIMIT=$limit
    awk -v name="$name" -v few="${few:-0}" -v a="$ours" -v b="$theirs" -v windows="$windows" -v same="$same" 'BEGIN {
        printf "| %s | %d | %.1f | %s | %s | %d | %s |\n", name, few, a / 1000, (b > 0 ? sprintf("%.1f", b / 1000) : "-"),
            (b > 0 && a > 0 ? sprintf("1/%.0f", b / a) : "-"), windows, same }' | tee -a programs/table.md
    sed -n 's/.*ended by: //p' "$base.log" | sort | uniq -c | sort -rn | head -n 4 >"$base.ends"
    if [ "$same" = varies ]; then
        skip "programs $name" "it says something else in each run without a profiler, so its output proves nothing"
        return
    fi
    check "programs $name" "${few:-0} launches, output $same, windows ended by: $(tr -s ' \n' ' ,' <"$base.ends")" \
        test "$same" = equal -o "$same" = seen
}
