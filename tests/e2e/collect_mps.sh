# shellcheck shell=bash
# The Multi-Process Service: clients are told, take turns, and meet a control.
few="--disable-extra-suffixes --metrics gpu__time_duration.sum"
several=$(printf 'dram__count%d.sum,' {1..17})
shared="FAKEGPU_MPS=1 FAKEGPU_MPS_LOCK=$work/mps.lock"

# client ARGUMENTS... in the background, its output in client.N
clients=0
client()
{
    clients=$((clients + 1))
    (cd "$work" && exec env FAKEGPU_MPS=1 timeout -k 2 "$limit" "$rooftop" "$@") >"$work/client.$clients" 2>&1 &
}
client_has() { grep -qF -- "$2" "$work/client.$1" || wrong "client $1 lacks \"$2\": $(head -n 3 "$work/client.$1")"; }
# How many processes have results.
process_count()
{
    "$rooftop" -i "$report" --page raw --csv --metrics launch__grid_size 2>>"$work/err" |
        awk -F '","' 'NR > 2 { print $2 }' | sort -u | grep -c .
}

check "mps: a client is named, and what its counters count"
run FAKEGPU_MPS=1 $few -o report -- inplace 2
status_is 0
err_has "fakeapp (process "
err_has ") is an MPS client"
err_count 1 "under MPS, counters count what all clients of the server do on the GPU"
number_is launch__uses_mps 1
number_is device__attribute_mps_enabled 1
"$rooftop" -i "$report" --page session >"$work/out"
out_has "fakeapp (MPS client)"
done_check

check "mps: without it nothing is said"
run $few -o report -- inplace 2
err_lacks MPS
number_is launch__uses_mps 0
number_is device__attribute_mps_enabled 0
"$rooftop" -i "$report" --page session >"$work/out"
out_lacks MPS
done_check

check "mps: clients of one rooftop take turns"
run $shared --metrics "$several" --replay-window 5 -o report \
    sh -c '"$0" inplace 60 & "$0" inplace 60 & "$0" twenty & wait' "$app"
status_is 0
err_count 3 "is an MPS client"
err_count 1 "under MPS, counters count"
results_are 140
done_check

check "processes that share a GPU without MPS take turns, too"
run FAKEGPU_MPS_LOCK="$work/mps.lock" --metrics "$several" --replay-window 5 -o report \
    sh -c '"$0" inplace 60 & "$0" inplace 60 & "$0" twenty & wait' "$app"
status_is 0
out_lacks FAILED
results_are 140
done_check

check "so they do where each launch is measured where it is made"
run FAKEGPU_MPS_LOCK="$work/mps.lock" --metrics gpu__time_duration.sum -o report \
    sh -c '"$0" inplace 60 & "$0" inplace 60 & "$0" twenty & wait' "$app"
status_is 0
out_lacks FAILED
results_are 140
done_check

check "one that does nothing but wait for the other gives its counters up"
for metrics in "$several" gpu__time_duration.sum; do
    run FAKEGPU_MPS_LOCK="$work/mps.lock" --metrics "$metrics" -f -o report "$app" waits 6
    status_is 0
    out_has "waits ok"
    results_are 18
done
done_check

check "one whose stream waits for the other keeps them: the other runs, and is not measured until it is over"
run FAKEGPU_MPS_LOCK="$work/mps.lock" --metrics "$several" -o report "$app" waits_within 6
out_has "waits_within ok"
err_count 1 "does not give them up"
err_lacks "HARDWARE_BUSY"
err_has "of 24 launches could not be measured"
dirty=1
done_check

check "counters that somebody else has: refused, with advice"
run FAKEGPU_MPS_LOCK="$work/mps.lock" --metrics "$several" -o report \
    flock "$work/mps.lock" "$app" inplace
err_has "CUPTI_ERROR_HARDWARE_BUSY"
out_has "inplace ok"
dirty=1
done_check

check "mps: a client that dies in its turn leaves it to the others"
run $shared --metrics "$several" --replay-window 2 -o report \
    sh -c '"$0" inplace 300 & sleep 0.3; kill -KILL $!; "$0" inplace 20; wait' "$app"
out_has "inplace ok"
err_lacks "HARDWARE_BUSY"
done_check

check "mps control: waits for its clients, and profiles them"
client --mps client "$app" inplace 3
client --mps client --mps-timeout 15 "$app" twenty 5
run $shared $few --mps control --mps-num-clients 2 -o report
wait
status_is 0
err_has "2 of 2 MPS clients are there"
client_has $((clients - 1)) "inplace ok"
client_has $clients "twenty ok"
results_are 8
same "processes" "$(process_count)" 2
done_check

check "mps control: its options count for all clients, also those of NVTX"
client --mps client "$app" nvtx
run FAKEGPU_MPS=1 $few --mps control --mps-num-clients 1 --nvtx --nvtx-include setup/ -o report
wait
client_has $clients "nvtx ok"
results_are 1
number_is launch__grid_size 3
done_check

check "mps control: with a program of its own"
client --mps client "$app" inplace 3
run FAKEGPU_MPS=1 $few --mps control --mps-num-clients 2 -o report -- inplace 2
wait
out_has "inplace ok"
client_has $clients "inplace ok"
results_are 5
run FAKEGPU_MPS=1 $few --mps control -f -o report -- inplace 2
out_has "inplace ok"
results_are 2
done_check

check "mps control: a time alone takes those that came"
client --mps client "$app" inplace 3
run FAKEGPU_MPS=1 $few --mps control --mps-timeout 2 -o report
wait
status_is 0
results_are 3
done_check

check "mps control: too few in time is an error, and their programs go on"
client --mps client "$app" inplace 3
run FAKEGPU_MPS=1 $few --mps control --mps-timeout 2 --mps-num-clients 2 -o report
wait
status_is 1
err_has "1 MPS client came within 2 s, 2 were waited for: start them with rooftop --mps client PROGRAM"
client_has $clients "inplace ok"
no_report
done_check

check "mps control: nobody comes"
run FAKEGPU_MPS=1 $few --mps control --mps-timeout 1 -o report
status_is 1
err_has "0 MPS clients came within 1 s"
done_check

check "mps control: no results any more when the primary client has ended"
client --mps client "$app" slow 12 # takes seconds
client --mps primary-client "$app" twenty 5
run FAKEGPU_MPS=1 $few --mps control --mps-num-clients 2 -o report
wait
err_has "the primary MPS client (process "
client_has $((clients - 1)) "slow ok"
[ "$(rows | grep -c vec_add)" = 5 ] || wrong "$(rows | grep -c vec_add) results of the primary client"
[ "$(rows | wc -l)" -lt 17 ] || wrong "the other client was measured to its end"
done_check

check "mps control: says that there is no server"
client --mps client "$app" inplace 1
run $few --mps control --mps-num-clients 1 -o report
wait
results_are 1
done_check
check "mps control: says that its own program is no client"
run $few --mps control -o report -- inplace 1
err_has "is not an MPS client: no MPS server runs for its GPU (start one with nvidia-cuda-mps-control -d"
results_are 1
done_check

check "mps control: one at a time for a server, and Ctrl-C ends the wait"
start FAKEGPU_MPS=1 $few --mps control --mps-num-clients 2 -o report
wait_until "it listens" sh -c "ls '$work'/tmp/rooftop-mps-* >/dev/null"
plain "$rooftop" --no-tui --mps control --mps-num-clients 1
same "status" "$status" 1
err_has "another rooftop --mps control (process $host) waits for the clients of this MPS server"
plain env CUDA_MPS_PIPE_DIRECTORY=/elsewhere "$rooftop" --no-tui --mps control --mps-timeout 0
err_has "0 MPS clients came within 0 s"
kill -INT "$host"
finish
no_report
done_check

check "mps client: no control comes"
plain "$rooftop" --mps client --mps-timeout 1 "$app" inplace 1
same "status" "$status" 1
err_has "no rooftop --mps control came within 1 s"
done_check

check "mps client: a file of somebody else is not believed"
plain sh -c 'umask 0; rm -f "$TMPDIR"/rooftop-mps-*; timeout 60 "$0" --no-tui --mps control --mps-num-clients 1 &
    for i in $(seq 100); do ls "$TMPDIR"/rooftop-mps-* >/dev/null 2>&1 && break; sleep 0.1; done
    for f in "$TMPDIR"/rooftop-mps-*; do chmod 666 "$f"; done
    "$0" --mps client --mps-timeout 1 "$1" inplace 1; echo "status $?"; kill $!; wait' "$rooftop" "$app"
out_has "status 1"
out_lacks "inplace ok"
err_has "is not a file of this user"
rm -f "$work"/tmp/rooftop-mps-*
keeps_folder=1
done_check

# refuse WHAT TEXT ARGUMENTS...
refuse()
{
    check "mps: $1"
    plain "$rooftop" --no-tui "${@:3}"
    status_is 1
    err_has "$2"
    done_check
}
refuse "a control that does not know when to begin" "--mps control needs --mps-num-clients or --mps-timeout" --mps control
refuse "a number without a role" "--mps-num-clients and --mps-timeout need --mps" --mps-num-clients 2 "$app" inplace
refuse "a client without a program" "--mps client needs a program" --mps client
refuse "a client's report" "--export is for --mps control" --mps client -o report "$app" inplace
refuse "a number of clients for a client" "--mps-num-clients is for --mps control" --mps client --mps-num-clients 2 "$app" inplace
refuse "no clients" "--mps-num-clients is 0" --mps control --mps-num-clients 0
refuse "application replay" "--mps control profiles with --replay-mode kernel" --mps control --mps-num-clients 1 --replay-mode application
