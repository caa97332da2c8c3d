# rooftop cpu: what it prints of counts that perf made, and counting for real, beside perf stat where that may count.

. "$here/grace_machine.sh"

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

check "what is broken in a file is told by line, and the rest is shown"
cat >"$work/broken.csv" <<END
1000000000,ns,duration_time,1000000000,100.00,,
3000000000,,nvidia_scf_pmu_0/cycles/,1000000000,100.00,,
12x,,nvidia_scf_pmu_0/cmem_rd_data/,1000000000,100.00,,
5,,nvidia_scf_pmu_0/event=0x999/,1000000000,100.00,,
END
cpu -i broken.csv
status_is 1
out_has "SCF Frequency"
out_has "nvidia_scf_pmu_0/event=0x999/ is in no formula: 5"
out_has "1 line of broken.csv is broken and left out"
err_has 'broken.csv:3: "12x,,nvidia_scf_pmu_0/cmem_rd_data/,1000000000,100.00,," is left out: '
err_has "correct the line, or count again"
err_has 'broken.csv:4: "nvidia_scf_pmu_0/event=0x999/" is in no formula: no event of unit scf has this number; a file in ~/.config/rooftop/cpu can give it a name'
# The other forms tell it, too.
for form in --csv --json --markdown; do
    cpu -i broken.csv $form
    status_is 1
    out_has "requency"
    err_has "broken.csv:3: "
    err_has "broken.csv:4: "
done
done_check

check "an event without a formula alone is a warning"
sed 3d "$work/broken.csv" >"$work/unknown.csv"
cpu -i unknown.csv
status_is 0
err_has 'unknown.csv:3: "nvidia_scf_pmu_0/event=0x999/" is in no formula'
err_lacks "left out"
# It stays in a file of -o, and is told from there again.
cpu -i unknown.csv -o again.json --no-tui
cpu -i again.json
status_is 0
err_has '"nvidia_scf_pmu_0/event=0x999/" is in no formula'
# A file of the user gives it a name.
mkdir -p "$work/config/rooftop/cpu"
echo "unit: scf
events: [{name: MINE, id: 0x999}]
metrics: [{id: mine, label: Mine, group: scf, formula: MINE/TIME}]" >"$work/config/rooftop/cpu/mine.yaml"
plain env XDG_CONFIG_HOME="$work/config" "$rooftop" cpu -i unknown.csv </dev/null
rm -rf "$work/config"
status_is 0
out_has "5.00"
err_lacks "no formula"
done_check

check "several files are counts of one run"
head -n 1 "$work/broken.csv" >"$work/first.csv"
sed -n 2p "$work/broken.csv" >"$work/second.csv"
cpu -i first.csv second.csv --csv
status_is 0
out_has '"scf","scf_frequency","SCF Frequency","GHz","0","","3",'
done_check

# Each command of the manual's examples has a line in manual.tsv, which says what perf's line for the same has.
for kind in superchip hopper; do make_grace $kind "$work/$kind"; done
check "the examples of the manual are those of the guide"
python3 "$here/manual_commands.py" "$here/../../man/rooftop-cpu.1" >"$work/commands" || wrong "the manual cannot be read"
while read -r line; do
    row=$(awk -F'\t' -v command="$line" '$1 == command' "$here/../data/cpu/manual.tsv")
    [ -n "$row" ] || { wrong "tests/data/cpu/manual.tsv lacks: $line"; continue; }
    IFS=$'\t' read -r _ kind expected <<<"$row"
    [ "$expected" != - ] || continue
    eval "set -- $line"
    shift 2
    plain env ROOFTOP_CPU_ROOT="$work/$kind" "$rooftop" cpu --perf-command "$@" </dev/null
    status_is 0
    case $expected in
        perf*) [ "$(cat "$work/out")" = "$expected" ] || wrong "$line: $(cat "$work/out")" ;;
        *) for word in $expected; do out_has "$word"; done ;;
    esac
done <"$work/commands"
while IFS=$'\t' read -r line _; do
    grep -qxF -e "$line" "$work/commands" || wrong "the manual lacks: $line"
done < <(grep -v '^#' "$here/../data/cpu/manual.tsv")
done_check

check "a superchip and a Grace Hopper as their kernels show them"
plain env ROOFTOP_CPU_ROOT="$work/superchip" "$rooftop" cpu --list </dev/null
status_is 0
out_has "Grace CPU superchip, 2 sockets, 144 CPUs, kernel 6.14.2"
out_has "nvidia_scf_pmu_0, nvidia_scf_pmu_1"
out_has "nvidia_nvlink_c2c1_pmu_0, nvidia_nvlink_c2c1_pmu_1, unused on this machine"
plain env ROOFTOP_CPU_ROOT="$work/hopper" "$rooftop" cpu --list --json </dev/null
status_is 0
is_json out
out_has '"machine": "Grace with a GPU, 1 socket, 72 CPUs, kernel 6.14.2"'
plain env ROOFTOP_CPU_ROOT="$work/superchip" "$rooftop" cpu --perf-command --group pcie --root-port of:/dev/nvme1 ./app </dev/null
err_has "/dev/nvme1: domain 0018: socket 1, port 8 (inferred from the domain's digits)"
out_has "nvidia_pcie_pmu_1/rd_bytes_loc,root_port=0x100/"
out_lacks "nvidia_pcie_pmu_0"
done_check

check "links and remote sockets are chosen by their filters"
grace() { plain env ROOFTOP_CPU_ROOT="$work/superchip" "$rooftop" cpu --perf-command "$@" ./app </dev/null; }
grace --events c2c0/rd_bytes_loc/,cnvlink/rd_bytes_loc/ --c2c-port 1 --rem-socket 1,3 --sockets 0
status_is 0
out_has "'{nvidia_nvlink_c2c0_pmu_0/rd_bytes_loc,port=0x2/}'"
out_has "'{nvidia_cnvlink_pmu_0/rd_bytes_loc,rem_socket=0xa/}'"
grace --sockets 2 --group scf
status_is 1
err_has "this machine has no socket 2; they are 0 to 1"
grace -a --interval 0.5 --metrics scf_frequency
out_has "perf stat -a -I 500 -e duration_time,'{nvidia_scf_pmu_0/cycles/}','{nvidia_scf_pmu_1/cycles/}' ./app"
done_check

check "a page goes into a file, too"
cpu --group software --log-file page.txt true
status_is 0
grep -q "CPUs used" "$work/page.txt" || wrong "$(cat "$work/page.txt")"
[ ! -s "$work/out" ] || wrong "it is printed, too"
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

# Programs whose counts are the same each time but for a few. One touches 20,000 pages.
pages='import mmap
m = mmap.mmap(-1, 20000 * 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
for i in range(20000): m[i * 4096] = 1'
# One works for two seconds.
seconds='import time
while time.process_time() < 2: pass'
# One that does the same work each time: a number of instructions.
work_alike='x = 0
for i in range(3000000): x += i * i'

# counts_with_perf EVENT: whether the kernel lets perf count it here.
counts_with_perf() { perf stat -x, -e "$1" true 2>&1 >/dev/null | grep -q "^[0-9.]*,.*,$1"; }

# as_perf EVENT PROGRAM: both count it while the program runs, and differ by 2 % at most. What a processor does for others
# meanwhile is in task-clock, and differs from run to run: there both count the same run, ours with what perf itself takes
# (30 ms, more on a busy machine).
as_perf()
{
    local perf=(perf stat "-x," -o "$work/perf.csv" -e "$1")
    if [ "$1" = task-clock ]; then
        cpu --json --events "$1" "${perf[@]}" python3 -c "$2"
    else
        "${perf[@]}" python3 -c "$2"
        cpu --json --events "$1" python3 -c "$2"
    fi
    status_is 0
    python3 - "$1" "$work/perf.csv" "$work/out" <<'END' >"$work/said" 2>&1 || wrong "$(cat "$work/said")"
import json, sys
name, perf, ours = sys.argv[1:]
fields = [line.split(",") for line in open(perf) if name in line][0]
a = float(fields[0]) * {"msec": 1e6}.get(fields[1], 1)
b = [e["value"] for e in json.load(open(ours))["events"] if e["name"] == name][0]
itself = 1e8 if name == "task-clock" else 0
assert a > 0 and -0.02 * a <= b - a <= 0.02 * a + itself, f"perf counted {a} of {name}, rooftop {b}"
END
}

for event in page-faults task-clock instructions branches; do
    case $event in
    page-faults) counted=$pages ;;
    task-clock) counted=$seconds ;;
    *) counted=$work_alike ;;
    esac
    if ! counts_with_perf $event; then
        skip "$event as perf stat counts them" "perf (linux-perf) is not there, or the kernel does not let it count them"
        continue
    fi
    check "$event as perf stat counts them, within 2 %"
    as_perf $event "$counted"
    cpu -i "$work/perf.csv"
    status_is 0
    done_check
done

if counts_with_perf page-faults; then
    check "perf takes the line that it is told to, and its text is read back"
    cpu --perf-command --group software true
    eval "$(cat "$work/out")" 2>"$work/perf.txt"
    cpu -i "$work/perf.txt" --no-tui
    status_is 0
    out_has "CPUs used"
    out_lacks "is in no formula"
    done_check
else
    skip "perf takes the line that it is told to" "perf (linux-perf) is not there, or the kernel lets it count nothing"
fi

check "--repeat runs the program once for each set, and estimates nothing"
cpu --repeat --group software,generic --json sh -c "echo run >>runs"
status_is 0
is_json out
runs=$(wc -l <"$work/runs")
[ "$runs" -ge 1 ] || wrong "the program did not run"
out_has '"id": "cpus_used"'
out_lacks '"estimate": true'
done_check

check "a core with other issue slots is told, as its formulas take 8 for granted"
put 0x6 "$work/hopper/sys/bus/event_source/devices/armv8_pmuv3_0/caps/slots"
plain env ROOFTOP_CPU_ROOT="$work/hopper" "$rooftop" cpu --group software true </dev/null
status_is 0
out_has "this core has another number of issue slots than 8"
done_check

check "a program that is called cpu"
mkdir "$work/bin"
cp "$app" "$work/bin/cpu"
variables=("PATH=$work/bin:$PATH")
plain "$rooftop" --no-tui --clock-control none --cache-control none --metrics gpu__time_duration.sum -- cpu inplace </dev/null
status_is 0
out_has "inplace ok"
out_has "gpu__time_duration.sum"
variables=()
done_check

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
