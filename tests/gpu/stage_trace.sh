# shellcheck shell=bash
# rooftop trace beside a program of 100 lines that counts CUPTI's records (cupti_floor.c), and beside PyTorch's own
# profiler: equal counts, equal times; and what tracing costs. Also by itself: STAGES=trace bash tests/gpu/run.sh ROOFTOP OUT

TRACE_LAUNCHES=${TRACE_LAUNCHES:-50000}
TRACE_STEPS=${TRACE_STEPS:-150}

# The checks of records that few programs make alone: STAGES=trace_rare, about two minutes.
stage_trace_rare() {
    mkdir -p trace_rare && cd trace_rare || return
    if nvcc -arch=native -rdc=true -O2 -o rare "$HERE/programs/rare.cu" -lcudadevrt -lcuda >build.log 2>&1; then
        trace_rare
    else
        fail trace-rare-build "see trace_rare/build.log"
    fi
    cd ..
}

stage_trace() {
    local cuda=${CUDA_HOME:-/usr/local/cuda}
    mkdir -p trace && cd trace || return
    nvcc -arch=native -O2 -o program "$HERE/programs/trace.cu" -Xcompiler -pthread >build.log 2>&1 &&
        gcc -O2 -shared -fPIC -o floor.so "$HERE/cupti_floor.c" -I"$cuda/include" -L"$cuda/lib64" -L"$cuda/extras/CUPTI/lib64" \
            -Wl,-rpath,"$cuda/lib64:$cuda/extras/CUPTI/lib64" -lcupti >>build.log 2>&1
    if [ ! -x program ] || [ ! -f floor.so ]; then
        fail trace-build "see trace/build.log"
        cd ..
        return
    fi
    trace_known
    trace_steady
    trace_torch
    trace_cost
    trace_threads
    trace_killed
    cd ..
}

floor() { # BASE KINDS COMMAND...
    local base=$1 kinds=$2
    shift 2
    CUPTI_FLOOR_OUT=$PWD/$base.floor CUPTI_FLOOR_KINDS=$kinds CUDA_INJECTION64_PATH=$PWD/floor.so timeout 60 "$@" >"$base.floor.log" 2>&1
}

traced() { # BASE OPTIONS... -- COMMAND...
    local base=$1
    shift
    timeout 90 "$ROOFTOP" trace -f -o "$base" "$@" >"$base.log" 2>&1
}

# "NAME COUNT NANOSECONDS" of all kernels, sorted.
kernels_of() {
    "$ROOFTOP" "$1.rtrace" --page kernels --csv --print-kernel-base mangled | python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    print(row["Kernel"].replace(" ", "_"), row["Count"], row["Total (ns)"])' | sort
}

# Whether counts are equal and the totals of each kernel within PERCENT.
same_kernels() { # OURS THEIRS PERCENT
    awk -v most="$3" 'NR == FNR { count[$1] += $2; time[$1] += $3; next }
        { seen[$1] = 1; n++; if (count[$1] != $2) { print "count", $1, count[$1] + 0, $2; bad++ }
          d = 100 * (time[$1] - $3) / ($3 ? $3 : 1); d = d < 0 ? -d : d; if (d > most) { print "time", $1, time[$1], $3; bad++ } all += $2 }
        END { for (k in count) if (!(k in seen)) { print "only ours:", k; bad++ }
              print n + 0, "kernels,", all + 0, "launches,", bad + 0, "differ"; exit bad > 0 || !n }' "$1" "$2"
}

# Two runs of the same program: counts and bytes must be equal; times of single kernels differ from run to run, so they are told.
trace_known() {
    floor known kmrds ./program known
    traced known --trace cuda,api,sync,mem,um,nvtx,overhead ./program known
    kernels_of known >known.ours
    sed -n 's/^kernel //p' known.floor | sort >known.theirs
    same_kernels known.ours known.theirs 10000 >known.diff
    check trace-known-kernels "$(tail -n 1 known.diff)" test $? = 0
    "$ROOFTOP" known.rtrace --page copies --csv >known.copies
    python3 - <<'PY' >known.copies.sum
import csv
for row in csv.DictReader(open("known.copies")):
    print(row["Copy"], row["From"], row["To"], row["Count"], row["Bytes (byte)"])
PY
    check trace-known-copies "$(tr '\n' ';' <known.copies.sum)" test "$(grep -cE '^(HtoD pageable device 3 201326592|HtoD pinned device 5 335544320|DtoD device device 7 469762048|DtoH device pinned 1 67108864)$' known.copies.sum)" = 4
    "$ROOFTOP" known.rtrace --page all >known.pages 2>&1
    check trace-known-um "$("$ROOFTOP" known.rtrace --page um --csv | cut -d, -f1,2,5,11 | tr '\n' ' ')" \
        grep -q 'moved HtoD' known.pages
    check trace-known-gap "the sleep of 50 ms is a gap of the host: $(grep -E 'GPU 0 .*5[0-9]\.[0-9]* ms' known.pages | head -n 1)" grep -qE '5[0-9]\.[0-9]+ ms host is in no CUDA call' known.pages
    check trace-known-right "the program computed what it should" grep -q 'known right' known.log
}

# The same kernel 20,000 times, in two runs: count and total time.
trace_steady() {
    floor steady k ./program steady
    traced steady ./program steady
    kernels_of steady >steady.ours
    sed -n 's/^kernel //p' steady.floor | sort >steady.theirs
    same_kernels steady.ours steady.theirs 0.5 >steady.diff
    check trace-steady "$(cat steady.ours) and $(cat steady.theirs): $(tail -n 1 steady.diff)" test $? = 0
}

# Microseconds a launch: by itself, CUPTI's floor with the same kinds, rooftop.
trace_cost() {
    local run kinds
    for run in 1 2 3; do
        timeout 60 ./program empty "$TRACE_LAUNCHES" >"plain$run.log"
        for kinds in k kr krds; do
            CUPTI_FLOOR_KINDS=$kinds CUDA_INJECTION64_PATH=$PWD/floor.so timeout 60 ./program empty "$TRACE_LAUNCHES" >"floor-$kinds$run.log"
        done
        traced "cuda$run" --trace cuda ./program empty "$TRACE_LAUNCHES"
        traced "runtime$run" --trace cuda,api --api runtime ./program empty "$TRACE_LAUNCHES"
        traced "default$run" ./program empty "$TRACE_LAUNCHES"
    done
    local name
    for name in plain floor-k floor-kr floor-krds cuda runtime default; do
        echo "$name $(sed -n 's/.*empty \([0-9.]*\) us.*/\1/p' "$name"[123].log | sort -n | head -n 1)"
    done >cost.txt
    ls -l cuda1.rtrace default1.rtrace >>cost.txt
    "$ROOFTOP" default1.rtrace --page overhead,kernels >>cost.txt
    check trace-cost "us a launch: $(head -n 7 cost.txt | tr '\n' ' ')" \
        awk '{ v[$1] = $2 } END { exit !(v["cuda"] <= 1.1 * v["floor-k"] && v["default"] <= 1.1 * v["floor-krds"]) }' cost.txt
    check trace-cost-lost "nothing was lost: $(grep -h lost ./*.log | head -n 1)" test -z "$(grep -h 'records were lost' ./*.log)"
}

trace_threads() {
    traced threads ./program threads 32 5000
    kernels_of threads >threads.ours
    check trace-threads "32 threads: $(cat threads.ours)" test "$(awk '{ n += $2 } END { print n }' threads.ours)" = 160000
}

trace_torch() {
    local mode differs=0
    python3 -c 'import torch' 2>/dev/null || { skip trace-torch "no PyTorch"; return; }
    for mode in plain kineto kineto-cpu; do
        timeout 90 python3 "$HERE/python/trace_training.py" "$mode" "$TRACE_STEPS" >"torch-$mode.log" 2>&1
    done
    traced torch python3 "$HERE/python/trace_training.py" plain "$TRACE_STEPS"
    traced torch-cuda --trace cuda python3 "$HERE/python/trace_training.py" plain "$TRACE_STEPS"
    timeout 90 python3 "$HERE/python/trace_training.py" plain "$TRACE_STEPS" >torch-plain2.log 2>&1
    for mode in plain plain2 kineto kineto-cpu; do
        echo "$mode $(sed -n 's/.*step \([0-9.]*\) ms.*/\1/p' "torch-$mode.log")"
    done >torch.txt
    echo "rooftop $(sed -n 's/.*step \([0-9.]*\) ms.*/\1/p' torch.log)" >>torch.txt
    echo "rooftop-cuda $(sed -n 's/.*step \([0-9.]*\) ms.*/\1/p' torch-cuda.log)" >>torch.txt
    check trace-torch-cost "ms a step: $(tr '\n' ' ' <torch.txt)" \
        awk '{ v[$1] = $2 } END { exit !(v["rooftop"] > 0 && v["rooftop"] <= 1.06 * v["plain"]) }' torch.txt
    "$ROOFTOP" torch.rtrace --page all >torch.pages 2>&1
    timeout 90 python3 "$HERE/python/trace_training.py" table "$TRACE_STEPS" | sed -n 's/^kernel //p' | sort >torch.theirs
    "$ROOFTOP" torch.rtrace --page kernels --csv --rename-kernels no | python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    print(row["Kernel"].replace(" ", "_"), row["Count"], row["Total (ns)"])' | sort >torch.ours
    python3 "$HERE/python/compare_kineto.py" torch.ours torch.theirs >torch.diff || differs=1
    check trace-torch-kernels "beside kineto: $(tail -n 1 torch.diff)" test "$differs" = 0
}

# A program that is killed: everything until the last moments is there.
trace_killed() {
    traced killed bash -c './program empty 20000000 & sleep 3; kill -9 $!; wait' 
    check trace-killed "$("$ROOFTOP" killed.rtrace --page kernels --csv 2>&1 | tail -n 1 | cut -c1-100)" \
        test "$("$ROOFTOP" killed.rtrace --page kernels --csv | tail -n 1 | awk -F, '{ gsub(/"/, ""); print ($4 > 1000) }')" = 1
}

# A cell of a table in CSV: the column of the first row that has the text, of the table that has the column.
cell_of() { # BASE PAGE TEXT COLUMN
    "$ROOFTOP" "$1.rtrace" --page "$2" --csv | python3 -c '
import csv, sys
heads, found = None, ""
for row in csv.reader(sys.stdin):
    if not row or heads is None:
        heads = row or None
    elif sys.argv[1] in row and sys.argv[2] in heads:
        found = found or row[heads.index(sys.argv[2])]
print(found or 0)' "$3" "$4"
}

is_between() { # LEAST VALUE MOST
    awk -v a="$1" -v v="$2" -v b="$3" 'BEGIN { exit !(v >= a && v <= b) }'
}

# What the JIT compiler does with and without its cache, clocks and power while the GPU works, and graphs that the GPU
# launches. What CUPTI refuses is skipped, and told.
trace_rare() {
    local rare=--trace=cuda,api,jit,env,decompress quantity least most mean refused
    export CUDA_CACHE_PATH=$PWD/cache
    CUDA_CACHE_DISABLE=1 traced rare "$rare" ./rare
    traced rare-store --trace=cuda,jit ./rare
    traced rare-load --trace=cuda,jit ./rare
    traced rare-whole --trace=cuda,device-graph --graph-profiling graph ./rare
    unset CUDA_CACHE_PATH
    refused=$(grep -h 'not traced' ./*.log | sort -u | tr '\n' ';')
    say info trace-rare-refused "${refused:-nothing}"
    check trace-rare-right "the program computes what it should each time" test "$(grep -l 'rare right' rare*.log | wc -l)" = 4
    case $refused in
    *"JIT compiler are not traced"*) skip trace-rare-jit "CUPTI refuses them" ;;
    *)
        check trace-rare-jit "$(cell_of rare jit compiled Count) compilations without the cache" \
            is_between 3 "$(cell_of rare jit compiled Count)" 12
        check trace-rare-store "$(cell_of rare-store jit 'stored in the cache' Count) stored" \
            is_between 1 "$(cell_of rare-store jit 'stored in the cache' Count)" 12
        check trace-rare-load "$(cell_of rare-load jit 'loaded from the cache' Count) loaded" \
            is_between 3 "$(cell_of rare-load jit 'loaded from the cache' Count)" 12
        ;;
    esac
    case $refused in
    *"clocks, temperature and power of the GPUs are not traced"*) skip trace-rare-env "CUPTI refuses them" ;;
    *)
        while IFS=: read -r quantity least most; do
            mean=$(cell_of rare env "$quantity" Mean)
            check "trace-rare-env-${quantity%% *}" "$quantity $mean, $(cell_of rare env "$quantity" Samples) samples" \
                is_between "$least" "$mean" "$most"
        done <<'EOF'
SM clock (MHz):200:3000
temperature (C):15:100
power (W):20:1500
EOF
        ;;
    esac
    case $refused in
    *"graphs that the GPU launches are not traced"*) skip trace-rare-graphs "CUPTI refuses them" ;;
    *)
        check trace-rare-whole "$(cell_of rare-whole graphs 'fire and forget' Count) launches by a graph" \
            test "$(cell_of rare-whole graphs 'fire and forget' Count)" = 10
        ;;
    esac
    "$ROOFTOP" rare.rtrace --page summary,jit,env,graphs,decompress >rare.pages 2>&1
}
