# The screen of rooftop cpu: the drawing of bandwidths, groups, explanations, counts; small sizes and other terminals; a
# program that runs.

cpu_data=$root/tests/data/cpu
same_as() { [ "$(capture)" = "$(<"$1")" ]; }
changed_since() { ! same_as "$1"; }
with=(cpu -i) report=$cpu_data/superchip.csv
screen_check cpu_superchip_80 80x24
then_check cpu_findings_80 Down Down Down Down Down Down Enter
then_check cpu_all_80 a PgDn
then_check cpu_metric_80 PgDn PgDn i
then_check cpu_counts_80 q c
then_check cpu_help_80 '?'
screen_check cpu_superchip_120 120x40 a
screen_check cpu_40 40x12
with=(TERM=vt100 cpu -i)
screen_check cpu_vt100 80x24
with=(TERM=linux cpu -i)
screen_check cpu_linux 80x24 a PgDn
with=(LC_ALL=C TERM=vt100 cpu -i)
screen_check cpu_ascii 80x24
with=(cpu -i) report=$cpu_data/hopper.csv
screen_check cpu_hopper_80 80x24
screen_check cpu_hopper_120 120x40
report=$cpu_data/examples/cpu-remote-read.txt
screen_check cpu_example 80x24
with=()

check "without UTF-8 everything is ASCII"
show 80x24 LC_ALL=C TERM=vt100 cpu -i "$cpu_data/superchip.csv"
sees "socket 1, GB/s"
settle
! capture | LC_ALL=C grep -q '[^ -~]' || wrong "a byte that is no ASCII"
done_check

# Each of four sockets reads as many GB/s from the others as its number tells, and has no GPU.
for socket in 0 1 2 3; do
    for event in cmem_rd_data:1000000000 remote_socket_rd_data:$(((socket + 1) * 31250000)) remote_socket_wr_total_bytes:$(((socket + 5) * 1000000000)); do
        echo "${event#*:},,nvidia_scf_pmu_$socket/${event%:*}/,1000000000,100.00,,"
    done
done >"$work/four.csv"
echo "1000000000,ns,duration_time,1000000000,100.00,," >>"$work/four.csv"
for size in 100x40 40x40; do
    check "what four sockets read from each other and write there, $size"
    show $size cpu -i "$work/four.csv"
    sees "socket 3, GB/s"
    settle
    for socket in 0 1 2 3; do
        capture | grep -q "sockets.* $((socket + 1)).00 .* $((socket + 5)).00" || wrong "socket $socket: $(capture)"
    done
    done_check
done

# The units of sockets are denied: the reason comes first, and no empty boxes.
cat >"$work/denied.json" <<END
{"schema": "rooftop-cpu", "machine": {"text": "Grace CPU superchip", "kind": "superchip", "sockets": 2, "whole": false},
 "duration_ns": 1000000000,
 "events": [{"name": "armv8_pmuv3_0/event=0x8/", "group": 1, "value": 300, "enabled_ns": 10, "running_ns": 10},
            {"name": "armv8_pmuv3_0/event=0x11/", "group": 1, "value": 200, "enabled_ns": 10, "running_ns": 10},
            {"name": "nvidia_scf_pmu_0/cycles/", "socket": 0, "group": 2, "value": null, "state": "no permission"},
            {"name": "nvidia_scf_pmu_1/cycles/", "socket": 1, "group": 2, "value": null, "state": "no permission"}],
 "steps": [], "notes": ["nvidia_scf_pmu_0, nvidia_scf_pmu_1: no permission: sysctl -w kernel.perf_event_paranoid=0"]}
END
check "what may not be counted is told first"
show 80x24 cpu -i "$work/denied.json"
sees "no right"
settle
capture | sed -n 3p | grep -q "nvidia_scf_pmu_0, nvidia_scf_pmu_1: no permission" || wrong "$(capture)"
sees_not "GB/s ──"
done_check

check "what is broken in a file is told on the screen, too, and the status is 1"
printf '%s\n' "1000000000,ns,duration_time,1000000000,100.00,," "3000000000,,nvidia_scf_pmu_0/cycles/,1000000000,100.00,," \
    "12x,,nvidia_scf_pmu_0/cmem_rd_data/,1000000000,100.00,," >"$work/broken.csv"
show 120x40 cpu -i "$work/broken.csv"
sees "SCF Frequency"
sees "1 line of"
press q
ends 1
says 'broken.csv:3: "12x,,nvidia_scf_pmu_0/cmem_rd_data/'
done_check

check "a socket alone"
show 80x24 cpu -i "$cpu_data/superchip.csv"
sees "socket 1, GB/s"
press s
sees "socket 0"
press s s
sees "socket 0   socket 1"
done_check

check "a program is counted while one looks; then its output and its exit status"
show 100x24 cpu /bin/sh -c 'echo hello from the program; /bin/sleep 1.2; exit 5'
sees "counting"
sees_not "counting"
sees "CPUs used"
press q
says "hello from the program"
ends 5
done_check

check "steps become shorter and longer, values are kept, and the program is counted again"
show 100x24 cpu /bin/sh -c 'echo run >>"$0"; while [ ! -e "$0.stop" ]; do /bin/sleep 0.05; done; /bin/rm "$0.stop"' "$work/again"
sees "counting"
press p
sees "paused"
press p
sees "counting"
press +
sees "a step each 0.2 s"
press - -
sees "a step each 1.0 s"
press r
sees "there is nothing to count again"
: >"$work/again.stop"
sees_not "counting"
press r
sees "counting"
: >"$work/again.stop"
sees_not "counting"
[ "$(wc -l <"$work/again")" = 2 ] || wrong "it ran $(wc -l <"$work/again") times"
press +
sees "nothing is counted at this moment"
press q
ends 0
done_check

check "the last step or the whole time"
show 80x24 cpu -i "$cpu_data/superchip.csv"
sees "socket 1, GB/s"
settle
capture >"$work/whole"
press t
wait_until "there are other values" changed_since "$work/whole"
press t
wait_until "the values of the whole time are back" same_as "$work/whole"
show 80x24 cpu -i "$cpu_data/examples/scf-group.txt"
sees "SCF Frequency"
press t
sees "there are no steps: --interval makes them"
press q
ends 0
done_check

check "a signal ends the count and the program that is counted"
show 100x24 cpu /bin/sh -c 'echo $$ >"$0"; echo hello from the program; exec /bin/sleep 1000' "$work/counted"
sees "counting"
sees "CPUs used"
kill -XCPU "$(pid)"
ends 152
says "hello from the program"
! kill -0 "$(<"$work/counted")" 2>/dev/null || wrong "the program goes on"
done_check

if profiles "the timeline of a trace has the CPU's rows"; then
    check "the timeline of a trace has the CPU's rows"
    env "${base[@]}" "${gpu[@]}" PATH="$doubles:$PATH" LC_ALL=C.UTF-8 "$rooftop" trace -f -o "$work/cpu" --cpu software fakeapp streams 5 \
        >"$work/said" 2>&1 </dev/null
    show 100x24 "$work/cpu.rtrace"
    sees "  stream 13"
    sees "CPUs used (CPUs)"
    press j j j j
    sees "of at most"
    press q
    ends 0
    done_check
fi
