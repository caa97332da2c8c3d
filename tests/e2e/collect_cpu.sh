# rooftop cpu: what it prints of counts that perf made, and counting for real, beside perf stat where that may count.

cpu() { plain "$rooftop" cpu "$@" </dev/null; }
examples=$here/../data/cpu/examples

check "metrics of what perf printed, as text"
cpu -i "$examples/cpu-remote-read.txt"
status_is 0
out_has "Remote memory read bandwidth"
out_has "8.61"
out_has "Reads from Another Socket, socket 1: The CPUs of socket 1 read 8.61 GB/s"
out_has "Counters of sockets are of the machine: other programs are in them."
done_check

check "the other forms"
cpu -i "$examples/gpu-read-cpu.txt" --json
status_is 0
is_json out
out_has '"id": "c2c0_total_bandwidth"'
cp "$work/out" "$work/first"
cpu -i "$work/first" --json
cmp -s "$work/first" "$work/out" || wrong "JSON is read back as something else"
cpu -i "$examples/scf-group.txt" --csv
out_has '"scf","scf_frequency","SCF Frequency","GHz","0","","0.0625071986597059","0","",""'
cpu -i "$examples/scf-group.txt" --markdown
out_has '| SCF Frequency | GHz | 0.0625 |'
done_check

check "what is no count is refused by name"
echo hello >"$work/none"
cpu -i "$work/none"
status_is 1
err_has "none: this has no count of perf stat"
cpu -i "$work/missing"
status_is 1
err_has "missing"
done_check

check "the exit status is that of the program, and what cannot run is named"
cpu sh -c 'exit 7'
status_is 7
cpu "$work/nothing"
status_is 1
err_has "cannot run $work/nothing: No such file or directory"
done_check

check "what this machine lacks is said with a remedy, and --list works everywhere"
if [ ! -e /sys/bus/event_source/devices/nvidia_scf_pmu_0 ]; then
    cpu --group scf true
    status_is 1
    err_has "these metrics are of NVIDIA Grace"
fi
cpu --list
status_is 0
out_has "local_cpu_memory_read_bandwidth"
cpu --perf-command --metrics pcie_rp_read_bandwidth --root-port 8 ./app 'a b'
out_has "perf stat -a -e duration_time,'{nvidia_pcie_pmu_0/rd_bytes_loc,root_port=0x100/,nvidia_pcie_pmu_0/rd_bytes_rem,root_port=0x100/}' ./app 'a b'"
cpu --perf-command -a --duration 2 --events cycles
[ "$(cat "$work/out")" = "perf stat -a -e duration_time,'{cycles}' sleep 2" ] || wrong "$(cat "$work/out")"
done_check

check "-o keeps what was counted, and replaces nothing unasked"
cpu -o "$work/kept.json" true
status_is 0
cpu -o "$work/kept.json" true
status_is 1
err_has "exists: -f replaces it"
cpu -i "$work/kept.json"
status_is 0
out_has "CPUs used"
done_check

check "the word cpu stands first"
plain "$rooftop" --csv cpu true </dev/null
status_is 1
err_has "the word cpu stands first: rooftop cpu [options] program"
done_check

check "intervals have a line each, and -a ends by itself"
cpu -a --interval 0.1 --duration 0.35 --group software
status_is 0
[ "$(grep -c '^ *0\.[0-9]* s  CPUs used' "$work/out")" -ge 3 ] || wrong "$(cat "$work/out")"
done_check

check "a file of the user adds a metric and a rule"
mkdir -p "$work/config/rooftop/cpu" "$work/config/rooftop/cpu_rules"
cat >"$work/config/rooftop/cpu/own.yaml" <<END
unit: software
metrics:
  - {id: faults_each, label: Faults for each switch, group: software, formula: PAGE_FAULTS/(CONTEXT_SWITCHES + 1), unit: faults}
END
cat >"$work/config/rooftop/cpu_rules/own.yaml" <<END
identifier: Own
section: Cpu
name: Own
requires: [cpu__faults_each]
findings:
  - when: cpu__faults_each >= 0
    type: information
    title: Own Finding
    text: "There are some."
END
plain env XDG_CONFIG_HOME="$work/config" "$rooftop" cpu --group software true </dev/null
status_is 0
out_has "Faults for each switch"
out_has "Own Finding: There are some."
echo "unit: software
metrics: [{id: a, label: A, group: software, formula: PAGE_FAULT}]" >"$work/config/rooftop/cpu/own.yaml"
plain env XDG_CONFIG_HOME="$work/config" "$rooftop" cpu --group software true </dev/null
status_is 1
err_has 'own.yaml: metric a: unit software has no event "PAGE_FAULT"; nearest is PAGE_FAULTS'
rm -rf "$work/config"
done_check

# Page faults of a program that maps and touches 20,000 pages are the same for both but for a few.
touches='import mmap; m = mmap.mmap(-1, 20000 * 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS); [m.__setitem__(i * 4096, 1) for i in range(20000)]'
if perf stat -x, -e page-faults true >/dev/null 2>"$work/perf" && grep -q '^[0-9]' "$work/perf"; then
    check "the same counts as perf stat within 2 %"
    perf stat -x, -o "$work/perf.csv" -e page-faults,task-clock python3 -c "$touches"
    cpu --json --events page-faults,task-clock python3 -c "$touches"
    status_is 0
    python3 - "$work/perf.csv" "$work/out" <<'END' >"$work/said" 2>&1 || wrong "$(cat "$work/said")"
import json, sys
perf = [l.split(",") for l in open(sys.argv[1]) if "page-faults" in l]
ours = [e for e in json.load(open(sys.argv[2]))["events"] if e["name"] == "page-faults"]
a, b = float(perf[0][0]), ours[0]["value"]
assert abs(a - b) <= 0.02 * a, f"perf counted {a}, rooftop {b}"
END
    cpu -i "$work/perf.csv"
    status_is 0
    done_check
    check "perf takes the line that it is told to, and its text is read back"
    cpu --perf-command --group software true
    eval "$(cat "$work/out")" 2>"$work/perf.txt"
    cpu -i "$work/perf.txt" --no-tui
    status_is 0
    out_has "CPUs used"
    out_lacks "is in no formula"
    done_check
else
    echo "skipped: the same counts as perf stat (perf is not there, or the kernel lets it count nothing)"
fi

check "beside replays the CPU is not counted, and the way to count it is told"
run --cpu scf,c2c -- tiny
status_is 1
err_has "rooftop trace --cpu LIST ./app"
done_check

check "a trace has what the CPU did meanwhile, on the same clock"
run trace -f -o t --cpu software -- streams 5
status_is 0
out_has "streams ok"
plain "$rooftop" "$work/t.rtrace" --page cpu --csv </dev/null
out_has '"CPUs used (CPUs)"'
out_has '"Page faults (1/s)"'
plain "$rooftop" "$work/t.rtrace" --page cpu,kernels </dev/null
out_has "they are of the whole machine: other programs are in them"
out_has "inplace(float *, float, int)"
run trace --cpu scf,c2c -- streams 5
if [ ! -e /sys/bus/event_source/devices/nvidia_scf_pmu_0 ]; then
    status_is 1
    out_lacks "streams ok"
    err_has "--cpu: these metrics are of NVIDIA Grace"
fi
run trace --cpu scx -- streams 5
status_is 1
err_has '--cpu: there is no group "scx"; nearest are scf'
done_check

check "a trace without it says how"
run trace -f -o t -- streams 5
plain "$rooftop" "$work/t.rtrace" --page cpu </dev/null
out_has "nothing was recorded; rooftop trace --cpu scf,c2c records it"
done_check
