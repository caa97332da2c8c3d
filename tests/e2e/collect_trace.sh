# rooftop trace: the doubles make records of what they run; counts and times are worked out by hand. inplace runs 64
# blocks of 256 threads: 2638 ns. Copies of 65536 bytes take 4096 ns.

trace()
{
    take_variables "$@"
    arguments "${rest[@]}"
    plain "$rooftop" trace "${command_line[@]:1}" </dev/null
}

page() { variables=(); plain "$rooftop" "$work/t.rtrace" --page "$@" </dev/null; }
trace_is() { [ -s "$work/t.rtrace" ] || wrong "there is no trace"; }
# The value of a column in the row that begins with a name: csv NAME COLUMN VALUE
csv_has()
{
    local got
    got=$(python3 -c '
import csv, sys
rows = [r for r in csv.DictReader(open(sys.argv[1])) if list(r.values())[0] == sys.argv[2]]
print(rows[0].get(sys.argv[3], "no such column") if rows else "no such row")' "$work/out" "$1" "$2")
    [ "$got" = "$3" ] || wrong "$1, $2: $got instead of $3"
}

check "kernels, copies and calls of a program, and its own result"
trace -f -o t -- streams 5
status_is 0
out_has "streams ok"
err_has "trace t.rtrace, 80 records"
page kernels --csv
csv_has "inplace(float *, float, int)" Count 10
csv_has "inplace(float *, float, int)" "Total (ns)" 26380
csv_has "inplace(float *, float, int)" "Std Dev (ns)" 0
csv_has "inplace(float *, float, int)" Registers 16
page copies --csv
csv_has HtoD "Total (ns)" 4096
csv_has HtoD "Rate (byte/s)" 16000000000
csv_has DtoH "Bytes (byte)" 65536
page api --csv
csv_has cuLaunchKernel Count 10
csv_has cuLaunchKernel Errors 0
csv_has cuStreamWaitEvent Count 10
page launches --csv
csv_has "inplace(float *, float, int)" Count 10
page streams --csv
[ "$(grep -c '"GPU 0"' "$work/out")" = 3 ] || wrong "two streams and the default one"
done_check

check "without -o the tables are printed"
trace -- streams 5
status_is 0
out_has "Kernels"
out_has "inplace(float *, float, int)"
out_has "Idle times of the GPU"
done_check

check "JSON alone goes to standard output"
trace --json --page all -- streams 5
status_is 0
"$json_check" "$work/out" >"$work/problem" || wrong "$(head -n 1 "$work/problem")"
err_has "streams ok"
done_check

check "eight threads"
trace -f -o t -- threads 8
status_is 0
page kernels --csv
csv_has "inplace(float *, float, int)" Count 80
page api --csv
csv_has cuLaunchKernel Threads 8
done_check

check "children are traced, each as a process of its own"
trace -f -o t -- child
status_is 0
page summary
[ "$(grep -c '^Process ' "$work/out")" -ge 2 ] || wrong "fewer than two processes"
done_check

check "only the program itself with --target-processes application-only"
trace --target-processes application-only -f -o t -- child
page summary
[ "$(grep -c '^Process ' "$work/out")" -le 1 ] || wrong "more than one process"
done_check

check "a child of fork() does not disturb"
trace -f -o t -- forkonly
status_is 0
trace_is
done_check

for ended in kill9:137 crash:139; do
    check "a program that is ended by a signal keeps its records: $ended"
    trace -f -o t -- "${ended%:*}"
    status_is "${ended#*:}"
    err_has "was ended by signal"
    done_check
done

check "a program that is killed while it launches: what came is kept"
start_trace()
{
    rm -f "$work/pid" "$work/out" "$work/err"
    (cd "$work" && timeout -k 2 "$limit" "$rooftop" trace -f -o t "$app" loop >"$work/out" 2>"$work/err" </dev/null) &
    runner=$!
}
start_trace
wait_until "it launches" said out "loop ready"
sleep 1 # into the trace: any moment of it will do
pkill_app() { local pid; for pid in $(strays); do [ "$(readlink "/proc/$pid/exe")" = "$app" ] && kill -KILL "$pid"; done; return 0; }
pkill_app
wait "$runner"
[ $? = 137 ] || wrong "the status is not that of a killed program"
page kernels --csv
[ "$(sed -n '2s/","/\n/gp' "$work/out" | sed -n 4p)" -ge 20 ] || wrong "fewer than 20 kernels: $(sed -n 2p "$work/out")"
done_check

# What starts others, ends inside of a call, or has many streams ends as it does without rooftop.
for odd in family contexts devices exitinside manystreams reload; do
    check "$odd ends as it does by itself"
    variables=()
    plain "$app" $odd </dev/null
    cp "$work/out" "$work/alone"
    alone=$status
    trace -f -o t -- $odd
    status_is "$alone"
    cmp -s "$work/out" "$work/alone" || wrong "its output differs"
    done_check
done

check "a program that closes our connection goes on, and is told"
trace -f -o t -- closefiles
out_has "closefiles ok"
err_has "closed its connection and goes on"
done_check

check "lost records are counted and told"
trace FAKEGPU_DROPPED=4 -f -o t -- inplace 40
status_is 0
err_has "records were lost"
page summary
out_has "Records Were Lost"
out_has "CUPTI had no room for them (--buffer)"
page kernels --csv
csv_has "inplace(float *, float, int)" Count 30
done_check

for how in zero backwards; do
    check "impossible times ($how): counted, not summed"
    trace FAKEGPU_TIMES=$how -f -o t -- inplace 40
    page kernels --csv
    csv_has "inplace(float *, float, int)" Count 40
    csv_has "inplace(float *, float, int)" "Total (ns)" 79140
    page kernels
    out_has "10 kernels have no times that can be believed"
    done_check
done

check "a buffer that is too small for the program loses nothing silently"
trace --buffer 2M -f -o t -- inplace 30000
status_is 0
page kernels --csv
kept=$(sed -n '2s/","/\n/gp' "$work/out" | sed -n 4p)
lost=$(sed -n 's/.*warning: \([0-9]*\) records were lost.*/\1/p' "$work/err" | head -n 1)
page summary --csv
[ "$kept" = 30000 ] || [ -n "$lost" ] || grep -q "records" "$work/out" || wrong "$kept kernels and not a word"
done_check

check "graphs: node by node, or as one without their kernels"
trace -f -o t -- capture 3
page kernels --csv
csv_has "inplace(float *, float, int)" Count 9
page graphs --csv
csv_has 1 Count 3
csv_has 1 Nodes 3
trace --graph-profiling graph -f -o t -- capture 3
page graphs --csv
csv_has 1 Count 3
page kernels
out_has "nothing was recorded"
done_check

# 2 streams of 5 kernels, 2 copies, 56 calls; an arrow to each of the 12 works.
check "JSON for Perfetto, strictly checked"
trace -f -o t -- streams 5
variables=()
plain "$rooftop" "$work/t.rtrace" -f --export chrome </dev/null
status_is 0
err_has "t.json, for ui.perfetto.dev"
python3 "$here/chrome_check.py" "$work/t.json" >"$work/out" || wrong "$(cat "$work/out")"
[ "$(cat "$work/out")" = "68 12" ] || wrong "spans and arrows: $(cat "$work/out")"
trace -f -o n.json -- nvtx
status_is 0
python3 "$here/chrome_check.py" "$work/n.json" >"$work/out" || wrong "$(cat "$work/out")"
plain "$rooftop" "$work/t.rtrace" --export chrome </dev/null
status_is 1
err_has "t.json exists; -f replaces it"
done_check

check "allocations with --trace mem"
trace --trace cuda,mem -f -o t -- inplace 5
page memory --csv
csv_has "$(sed -n '2s/^"\([0-9]*\)".*/\1/p' "$work/out")" "Left" 0
page api
out_has "nothing was recorded"
done_check

check "NVTX ranges, with the GPU time of what they launched"
trace -f -o t -- nvtx
status_is 0
page nvtx --csv
[ "$(wc -l <"$work/out")" -ge 3 ] || wrong "fewer than two ranges"
done_check

# tiny compiles PTX once: 2000 ns, and 500 to store it.
check "what the JIT compiler does with --trace jit"
trace --trace cuda,jit -f -o t -- tiny 2
status_is 0
page jit --csv
csv_has compiled Code "PTX to SASS"
csv_has compiled "Total (ns)" 2000
csv_has "stored in the cache" "Total (ns)" 500
csv_has "stored in the cache" "Cache (byte)" 4096
csv_has "stored in the cache" File /cache/ab/cd
trace CUDA_CACHE_DISABLE=1 --trace cuda,jit -f -o t -- tiny 2
page jit --csv
csv_has compiled Count 1
csv_has "stored in the cache" Count "no such row"
page summary
out_has "JIT Operations"
done_check

# The first sample has 40 degrees, 300 W and an idle GPU.
check "clocks, temperature and power with --trace env"
trace --trace cuda,env -f -o t -- inplace 20
status_is 0
page env --csv
env_has()
{
    local got
    got=$(python3 -c '
import csv, sys
rows = [r for r in csv.DictReader(open(sys.argv[1])) if r.get("Quantity") == sys.argv[2]]
print(rows[0].get(sys.argv[3], "no such column") if rows else "no such row")' "$work/out" "$1" "$2")
    [ "$got" = "$3" ] || wrong "$1, $2: $got instead of $3"
}
env_has "SM clock (MHz)" Mean 1980
env_has "temperature (C)" Min 40
env_has "power (W)" Min 300
env_has "power limit (W)" Max 700
env_has "fan (%)" Max 30
out_has '"GPU 0","the GPU is idle"'
plain "$rooftop" "$work/t.rtrace" -f --export chrome </dev/null
python3 "$here/chrome_check.py" "$work/t.json" >"$work/out" || wrong "$(cat "$work/out")"
grep -q '"ph": *"C".*"name": *"power (W)"' "$work/t.json" || wrong "no counter of power in the JSON"
trace --delay 100 --trace cuda,env -f -o t -- inplace 2
err_has "nothing that is traced happened"
done_check

# A batch reads 2 times 1024 bytes: 257 ns.
check "decompressions with --trace decompress are works of the GPU"
trace --trace cuda,api,decompress -f -o t -- decompress 3
status_is 0
page decompress --csv
for cell in Count:3 Copies:6 "Bytes Read (byte):6144" "Total (ns):771"; do
    csv_has "$(sed -n '2s/^"\([0-9]*\)".*/\1/p' "$work/out")" "${cell%:*}" "${cell##*:}"
done
plain "$rooftop" "$work/t.rtrace" -f --export chrome </dev/null
python3 "$here/chrome_check.py" "$work/t.json" >"$work/out" || wrong "$(cat "$work/out")"
grep -c '"cat": *"decompression"' "$work/t.json" | grep -qx 3 || wrong "not three decompressions in the JSON"
done_check

check "graphs that the GPU launches are recorded as one"
trace FAKEGPU_DEVICE_GRAPHS=2 --trace cuda,device-graph --graph-profiling graph -f -o t -- capture 3
page graphs --csv
csv_has 1 Count 3
sed -n '/^$/,$p' "$work/out" | tail -n +2 >"$work/second" && mv "$work/second" "$work/out"
csv_has 2 Count 6
csv_has 2 "Launched by Graph" 1
csv_has 2 Mode tail
page summary
out_has "Graphs Launched by the GPU"
trace FAKEGPU_DEVICE_GRAPHS=2 --graph-profiling graph -f -o t -- capture 3
page graphs
out_lacks "launched by the GPU"
done_check

check "rotations of keys with --trace rotation are overheads"
trace --trace cuda,rotation -f -o t -- tiny 5
page overhead --csv
csv_has "key rotation: work drains" Count 2
csv_has "key rotation: work drains" "Total (ns)" 6000
csv_has "key rotation: new keys" Count 2
csv_has "key rotation: new keys" "Total (ns)" 18000
trace --trace cuda,overhead -f -o t -- tiny 5
page overhead
out_lacks "key rotation"
done_check

# Each is the fifth kind, behind kernels, two kinds of copies and fills.
check "rare kinds that CUPTI refuses are warnings, and the rest is traced"
for kind in jit:"operations of the JIT compiler" env:"clocks, temperature and power of the GPUs" decompress:decompressions rotation:"rotations of keys"; do
    trace "FAKEGPU_FAIL=cuptiActivityEnable=14@5" --trace "cuda,${kind%%:*}" -f -o t -- tiny 5
    status_is 0
    err_has "${kind#*:} are not traced: CUPTI_ERROR_NOT_COMPATIBLE"
    page kernels --csv
    csv_has "tiny(float *)" Count 5
done
trace FAKEGPU_FAIL=cuptiActivityEnableDeviceGraph=27 --trace cuda,device-graph --graph-profiling graph -f -o t -- capture 3
err_has "graphs that the GPU launches are not traced: CUPTI_ERROR_NOT_SUPPORTED"
page graphs --csv
csv_has 1 Count 3
done_check

check "a kind that CUPTI refuses is a warning, and the rest is traced"
trace "FAKEGPU_FAIL=cuptiActivityEnable=38@2" -f -o t -- streams 5
status_is 0
err_has "are not traced"
page kernels --csv
csv_has "inplace(float *, float, int)" Count 10
done_check

check "another tool has CUPTI's records: an error, and the program runs"
trace FAKEGPU_FAIL=cuptiActivityRegisterCallbacks=12 -f -o t -- streams 5
status_is 1
out_has "streams ok"
err_has "CUPTI gives no records"
done_check

check "a program without CUDA"
variables=()
plain "$rooftop" trace -f -o none true </dev/null
status_is 1
err_has "made no CUDA call"
[ ! -e "$work/none.rtrace" ] || wrong "there is a trace of nothing"
done_check

check "a trace that exists is replaced on request only"
trace -f -o t -- streams 2
trace -o t -- streams 2
status_is 1
err_has "t.rtrace exists; -f replaces it"
done_check

check "a full disk is told, and the status is 1"
if [ -w /dev/full ]; then
    trace -f -o /nowhere/t -- streams 2
    status_is 1
    err_has "cannot be written"
fi
done_check

check "a damaged trace opens up to the damage"
trace -f -o t -- threads 4
head -c $(($(stat -c %s "$work/t.rtrace") - 10)) "$work/t.rtrace" >"$work/d.rtrace"
plain "$rooftop" "$work/d.rtrace" --page summary </dev/null
status_is 1
err_has "is damaged at byte"
out_has "everything before it is shown"
head -c 400 "$work/t.rtrace" >"$work/d.rtrace"
plain "$rooftop" "$work/d.rtrace" --page summary </dev/null
out_lacks "0 copies with"
out_lacks "n/a GB/s"
printf 'no trace at all' >"$work/d.rtrace"
plain "$rooftop" "$work/d.rtrace" </dev/null
status_is 1
err_has "is no trace of rooftop"
done_check

check "ranks: several traces are one"
trace OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2 -f -o r -- inplace 3
trace OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 -f -o r -- inplace 4
plain "$rooftop" "$work/r.rank0.rtrace" "$work/r.rank1.rtrace" --page kernels --csv </dev/null
csv_has "inplace(float *, float, int)" Count 7
plain "$rooftop" "$work/r.rank0.rtrace" "$work/r.rank1.rtrace" --page summary </dev/null
out_has ", rank 1"
done_check

check "ranks: who waits for whom in collective kernels"
for rank in 0 1 2; do
    trace OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=3 -f -o r -- collective 5
done
variables=()
plain "$rooftop" "$work"/r.rank?.rtrace --page ranks --csv </dev/null
csv_has "rank 1" "Computes (ns)" 5000
plain "$rooftop" "$work"/r.rank?.rtrace --page overlap --csv </dev/null
[ "$(grep -c '"rank [012] GPU 0"' "$work/out")" = 3 ] || wrong "ranks have no GPU"
plain "$rooftop" "$work"/r.rank?.rtrace --page ranks --csv </dev/null
csv_has "rank 2" "Waits (ns)" 0
sed -n '/^$/,$p' "$work/out" | tail -n +2 >"$work/second" && mv "$work/second" "$work/out"
csv_has "nvshmemi_barrier_fence(float *)" Count 5
csv_has "nvshmemi_barrier_fence(float *)" "Comes Last" "rank 2"
done_check

# script, whose letter s is half a second: 4 launches, a pause, 4 launches, a pause, 4 launches.
check "records of a part of the time"
: >"$work/runs"
for part in "0.5 1 I 4" "1.5 10 c 4"; do
    read -r delay duration kernel count <<<"$part"
    trace "FAKEAPP_RUNS=$work/runs" "FAKEAPP_SCRIPT=iiiissIIIIsscccc" --delay "$delay" --duration "$duration" -f -o t -- script
    status_is 0
    page kernels --csv
    [ "$(wc -l <"$work/out")" = 2 ] || wrong "not one kernel: $(cat "$work/out")"
    [ "$(sed -n '2s/","/\n/gp' "$work/out" | sed -n 4p)" = "$count" ] || wrong "not $count of $kernel: $(tail -n 1 "$work/out")"
done
done_check

check "what changed from one trace to another"
trace -f -o a -- streams 5
trace -f -o b -- streams 9
variables=()
plain "$rooftop" diff "$work/a.rtrace" "$work/b.rtrace" --csv --page kernels </dev/null
status_is 0
csv="$(tail -n 1 "$work/out")"
[ "$csv" = '"inplace(float *, float, int)","21104","80","26380","47484","10","18","2638","2638","0","more"' ] || wrong "$csv"
for form in "" --markdown --json; do
    # shellcheck disable=SC2086
    plain "$rooftop" diff $form "$work/a.rtrace" "$work/b.rtrace" </dev/null
    status_is 0
    out_has "Idle times of the GPUs"
done
"$json_check" "$work/out" >"$work/problem" || wrong "$(head -n 1 "$work/problem")"
plain "$rooftop" diff --exit-code "$work/a.rtrace" "$work/b.rtrace" </dev/null
status_is 0 # more of the same is not worse
head -c 300 "$work/a.rtrace" >"$work/cut.rtrace"
plain "$rooftop" diff "$work/cut.rtrace" "$work/b.rtrace" </dev/null
status_is 1
plain "$rooftop" diff --exit-code "$work/none.rtrace" "$work/b.rtrace" </dev/null
status_is 2
done_check

# wrong_line TEXT ARGUMENTS...
wrong_line()
{
    check "bad command line: ${*:2}"
    variables=()
    plain "$rooftop" "${@:2}" </dev/null
    status_is 1
    err_has "$1"
    done_check
}
wrong_line "--trace knows no \"cudda\", nearest is cuda" trace --trace cudda "$app" streams
wrong_line "--trace device-graph also needs --graph-profiling graph" trace --trace cuda,device-graph "$app" streams
wrong_line "--buffer takes a size from 2M to 64G" trace --buffer 1 "$app" streams
wrong_line "--buffer takes a size from 2M to 64G" trace --buffer 12X "$app" streams
wrong_line "--delay takes seconds" trace --delay x "$app" streams
wrong_line "--duration takes seconds" trace --duration -1 "$app" streams
wrong_line "trace needs a program" trace --quiet
for words in "-k regex:x" "-c 2" "-s 1" "--nvtx --nvtx-include x/" "--profile-from-start off" "--devices 0"; do
    # shellcheck disable=SC2086
    wrong_line "trace records all launches" trace $words "$app" streams
done
for words in "--set full" "--section Occupancy" "--metrics dram__bytes.sum"; do
    # shellcheck disable=SC2086
    wrong_line "trace counts nothing" trace $words "$app" streams
done
wrong_line "--print-summary is for reports" trace --print-summary per-gpu "$app" streams
wrong_line "a trace has the pages" trace --page raw "$app" streams
wrong_line "this page is one of a trace" --page kernels "$app" streams
wrong_line "two reports or two traces, not one of each" diff a.rtrace b.ncu-rep
wrong_line "diff of traces has the pages kernels, copies and gaps" diff a.rtrace b.rtrace --page kernels,sync
wrong_line "chrome, or a name that ends in .json" x.rtrace -o y.ncu-rep
wrong_line "say what rooftop trace records" --api both "$app" streams
